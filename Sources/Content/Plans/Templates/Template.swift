// SPDX-License-Identifier: Apache-2.0

package import JSONValues
package import LocaleFormats
package import Localization

/// A body with holes that the answers of calls fill.
package final class Template: Sendable {
  package indirect enum Node: Sendable {
    /// JSON that is copied as it is.
    case literal([UInt8])
    case object([Member])
    case array([Node])
    /// The first value that a pick finds.
    case first(Pick, otherwise: Node?)
    /// All values that a pick finds.
    case all(Pick)
    /// A value for each that a pick finds.
    case each(Pick, Node, limit: Int)
    /// A value of the item of a call's answer whose key is what `on` finds.
    case match(call: Int, on: Pick, pick: JSONPath?, otherwise: Node?)
    /// An address whose braces are filled.
    case link(Link)
    /// A value written the way of its reader.
    case formatted(Formatted)
    /// A text whose arguments are picked.
    case text(Text)
    /// A part of the list that the document is.
    case list(ListPart)
    /// In the body of a call: what a variable of the call stands for.
    case argument(String)
    /// The body of another document.
    case embed(Embed)
  }

  package struct Member: Sendable {
    /// The name as JSON, with its colon.
    package let name: [UInt8]
    package let value: Node
  }

  /// Where a value that is to be written comes from.
  package enum Source: Sendable {
    case literal(String)
    case pick(Pick)
    case match(call: Int, on: Pick, pick: JSONPath?)
  }

  /// Currency of an amount.
  package enum Currency: Sendable {
    /// The format says it, or needs none.
    case declared
    case picked(Source)
    /// That of the visitor's country.
    case ofCountry
  }

  package struct Formatted: Sendable {
    package let format: ValueFormat
    package let value: Source
    package let currency: Currency
    package let otherwise: Node?
  }

  package struct Text: Sendable {
    /// `nil` where the texts are not known, as in a check.
    package let pattern: TextPattern?
    package let arguments: [Argument]
  }

  package struct Argument: Sendable {
    package let name: String
    package let value: Node
  }

  /// The members of the body.
  package let members: [Member]
  /// The calls that the members need, by their numbers, without those that these wait for.
  package let needed: Set<Int>
  /// The same with all calls that these wait for, in order.
  let calls: [Int]
  /// The list that parts of the body are about.
  package let list: List?
  /// The documents in it that can be named before any call is answered.
  package let early: [Embed]

  init(members: [Member], needed: Set<Int>, calls: [Int], list: List?, early: [Embed]) {
    self.members = members
    self.needed = needed
    self.calls = calls
    self.list = list
    self.early = early
  }
}

extension Template {
  /// An address whose braces are filled, with what it carries to the document that it leads to.
  package struct Link: Sendable {
    package let parts: [LinkPart]
    /// `nil` where it carries nothing.
    package let carried: Carried?
  }

  package enum LinkPart: Sendable {
    case text([UInt8])
    case pick(Pick)
  }

  package struct Carried: Sendable {
    package let target: FlowTarget
    /// The values that the link itself sets; all others pass on as they came.
    package let set: [String: PlanArgument]
  }
}

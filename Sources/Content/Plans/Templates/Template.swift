// SPDX-License-Identifier: Apache-2.0

package import JSONValues

/// A body with holes that the answers of calls fill.
package struct Template: Sendable {
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
    case link([LinkPart])
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

  package enum LinkPart: Sendable {
    case text([UInt8])
    case pick(Pick)
  }

  /// The members of the body.
  package let members: [Member]
  /// The calls that the members need, by their numbers, without those that these wait for.
  package let needed: Set<Int>
  /// The list that parts of the body are about.
  package let list: List?
  /// The documents in it that can be named before any call is answered.
  package let early: [Embed]
}

// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles

/// One body of a document as its author means it: the variant's own, or the document's with a patch. Texts,
/// links and positions are numbers of those that the document's draft has.
package struct VariantDraft: Sendable, Hashable {
  /// `body` for the document's own.
  package let name: String
  package let position: Int
  /// The different conditions of its rows; `nil` if all rows are for everybody.
  package var rows: RuleSet?
  package var rowPositions: [Int] = []
  /// For each row that has conditions, in the order of the body, the number of its rule.
  package var ruleOfRow: [UInt8] = []
  package var texts: [Int] = []
  package var links: [Int] = []
  package var datatypes: [DatatypeUse] = []
  /// Whether it has numbers, amounts or dates that are written the way of a language.
  package var writesValues = false
  /// The calls of the plan that the body needs, by their numbers.
  package var calls: Set<Int> = []
  /// Whether a member of the body is a list.
  var isList = false

  init(name: String, position: Int) {
    self.name = name
    self.position = position
  }
}

/// A text that a body names.
package struct TextUse: Sendable, Hashable {
  package let key: String
  package let position: SourcePosition
  /// The names of the arguments that the body gives.
  package let arguments: [String]
}

/// A link from a body to a document.
package struct DocumentLink: Sendable, Hashable {
  /// The role of the link in a flow.
  package enum Role: Sendable, Hashable {
    case next
    case cancel
    /// The other document stands in this one.
    case embed
    case other
  }

  package let path: String
  package let role: Role
  /// The rules of the rows around it, all of which must let the visitor pass.
  package let rows: UInt64
  /// The values that it sets for the flow of the document.
  package let carry: [CarriedValue]
  package let position: SourcePosition
  /// Whether the light view of an embedded document stands in this one.
  package var isLight = false

  /// Whether it leads a flow on or out.
  package var isStep: Bool { role == .next || role == .cancel }
}

/// A value that a link sets.
package struct CarriedValue: Sendable, Hashable {
  package let name: String
  /// `nil` for a pick.
  package let literal: String?
  package let position: SourcePosition
}

/// A row that says what kind of thing it is.
package struct DatatypeUse: Sendable, Hashable {
  package let name: String
  package let rows: UInt64
  package let position: Int
}

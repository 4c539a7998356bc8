// SPDX-License-Identifier: Apache-2.0

package import ContentModel
package import DataFiles

/// What one file says, before it is known whether it fits the other files.
package struct DocumentDraft: Sendable {
  /// The path of the file from the site's folder, and the document's own.
  package let file: String
  package let path: String
  package var datatype = ""
  package var lifetimes = Lifetimes()
  /// Whether a visitor in whose languages it is not gets no document.
  package var refuses = false
  package var tags: [String] = []
  /// The members of the body that the light view has; `nil`: all.
  package var light: [String]?
  /// The members of the body whose values operators find in the log.
  package var log: [String] = []
  /// The calls that fill its body; `nil` for a document that says everything itself.
  package var planned: PlannedDocument?
  /// The conditions of the variants, and for everybody where there is a body.
  package var ruleSet = RuleSet([])
  /// What each rule leads to.
  package var variants: [VariantDraft] = []
  /// Whether all of the file could be read; what else is wrong with it would only confuse otherwise.
  var isSound = true

  init(file: String, path: String) {
    self.file = file
    self.path = path
  }

  package var place: FilePlace { FilePlace(file) }

  var links: some Sequence<DocumentLink> { variants.lazy.flatMap(\.links) }

  /// Variants that are patches have most in common: what is equal is kept once.
  mutating func shareFacts() {
    guard let last = variants.last else { return }
    for index in variants.indices.dropLast() { variants[index].share(with: last) }
  }
}

/// One body of a document as its author means it: the variant's own, or the document's with a patch.
package struct VariantDraft: Sendable {
  /// `body` for the document's own.
  package let name: String
  package let place: FilePlace
  /// The different conditions of its rows; `nil` if all rows are for everybody.
  package var rows: RuleSet?
  package var rowPlaces: [FilePlace] = []
  /// For each row that has conditions, in the order of the body, the number of its rule.
  package var ruleOfRow: [UInt8] = []
  package var texts: [TextUse] = []
  package var links: [DocumentLink] = []
  package var datatypes: [DatatypeUse] = []
  /// Whether it has numbers, amounts or dates that are written the way of a language.
  package var writesValues = false
  /// The calls of the plan that the body needs, by their numbers.
  package var calls: Set<Int> = []

  init(name: String, place: FilePlace) {
    self.name = name
    self.place = place
  }

  fileprivate mutating func share(with other: VariantDraft) {
    if rows == other.rows { rows = other.rows }
    if rowPlaces == other.rowPlaces { rowPlaces = other.rowPlaces }
    if ruleOfRow == other.ruleOfRow { ruleOfRow = other.ruleOfRow }
    if texts == other.texts { texts = other.texts }
    if links == other.links { links = other.links }
    if datatypes == other.datatypes { datatypes = other.datatypes }
  }
}

/// A text that a body names.
package struct TextUse: Sendable, Hashable {
  package let key: String
  package let place: FilePlace
}

/// A link from a body to a document.
package struct DocumentLink: Sendable, Hashable {
  /// What the link is in a flow.
  package enum Role: Sendable, Hashable {
    case next
    case cancel
    case other
  }

  package let path: String
  package let role: Role
  /// The rules of the rows around it, all of which must let the visitor pass.
  package let rows: UInt64
  package let place: FilePlace
}

/// A row that says what kind of thing it is.
package struct DatatypeUse: Sendable, Hashable {
  package let name: String
  package let rows: UInt64
  package let place: FilePlace
}

// SPDX-License-Identifier: Apache-2.0

/// Which body of a document an audience gets at an instant.
package enum Resolution: Sendable, Hashable {
  case body(BodyKey)
  /// The document says to refuse rather than to change the language.
  case unavailableLanguage
  /// No variant is for this audience, and the document has no body of its own.
  case unavailableHere
}

/// Names one body of a document: equal keys of one edition have equal bodies, links and
/// what texts say to devices aside.
package struct BodyKey: Sendable, Hashable {
  package var document: DocumentNumber
  /// The number of the variant in the order of the file; the own body comes after the last one.
  package var variant: Int
  /// The conditions of rows that let the audience pass, a bit for each.
  package var rows: UInt64
  /// `nil` for a document without texts.
  package var language: LanguageIndex?

  package init(document: DocumentNumber, variant: Int, rows: UInt64, language: LanguageIndex?) {
    self.document = document
    self.variant = variant
    self.rows = rows
    self.language = language
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The body of a document for an audience at an instant.
package enum Resolution: Sendable, Hashable {
  case body(BodyKey)
  /// None of the visitor's languages covers the document, and it refuses another one.
  case unavailableLanguage
  /// No variant is for this audience, and the document has no body of its own.
  case unavailableHere
}

/// Identifies one body of a document: in one edition, equal keys have equal bodies, apart from
/// links and texts that depend on the device.
package struct BodyKey: Sendable, Hashable {
  package var document: DocumentNumber
  /// The number of the variant in the order of the file; the document's own body comes last.
  package var variant: Int
  /// The table row conditions that the audience meets, as bits.
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

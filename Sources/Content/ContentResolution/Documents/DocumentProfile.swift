// SPDX-License-Identifier: Apache-2.0

/// The facts by which a visitor gets one of a document's bodies, shared by many documents.
package struct DocumentProfile: Hashable, Sendable {
  /// Chooses the variant; its last rule is the document's own body, if it has one.
  package var shape: ShapeIndex
  /// For each rule of `shape`, the shape that chooses among its table rows; `nil` if rows have no
  /// conditions.
  package var rows: [ShapeIndex?]
  /// A rule for each device and country that texts and plans distinguish; `nil` for none.
  package var facts: ShapeIndex?
  /// The languages in which the document is complete; `nil` for a document without texts.
  package var coverage: LanguageSet?
  /// Whether a visitor whose languages do not cover the document gets none, instead of the default
  /// language.
  package var refuses: Bool
  /// The fallback where the default language does not cover the document either: the language of
  /// the source texts, if missing translations are allowed.
  package var standIn: LanguageIndex?

  package init(
    shape: ShapeIndex,
    rows: [ShapeIndex?] = [],
    facts: ShapeIndex? = nil,
    coverage: LanguageSet? = nil,
    refuses: Bool = false,
    standIn: LanguageIndex? = nil
  ) {
    self.standIn = standIn
    self.shape = shape
    self.rows = rows
    self.facts = facts
    self.coverage = coverage
    self.refuses = refuses
  }

  /// All shapes by which audiences are distinguished.
  package var shapes: [ShapeIndex] {
    [shape] + rows.compactMap(\.self) + (facts.map { [$0] } ?? [])
  }
}

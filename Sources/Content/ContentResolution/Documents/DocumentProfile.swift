// SPDX-License-Identifier: Apache-2.0

/// Everything about a document that decides which of its bodies a visitor gets; many documents share
/// one profile.
package struct DocumentProfile: Hashable, Sendable {
  /// Chooses the variant. Its last rule is the document's own body, where it has one.
  package var shape: ShapeIndex
  /// For each rule of the shape what decides between its rows; `nil` where rows are for everybody.
  package var rows: [ShapeIndex?]
  /// The devices and countries that texts and plans tell apart, each by a rule; `nil` for none.
  package var facts: ShapeIndex?
  /// The languages in which the document is complete; `nil` for a document without texts.
  package var coverage: LanguageSet?
  /// Whether a visitor in whose languages it is not gets no document, rather than the default one.
  package var refuses: Bool
  /// The language that stands in where the default one does not cover it either: that of the source
  /// texts, where a translation is left out.
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

  /// Everything that tells audiences apart, languages aside.
  package var shapes: [ShapeIndex] {
    [shape] + rows.compactMap(\.self) + (facts.map { [$0] } ?? [])
  }
}

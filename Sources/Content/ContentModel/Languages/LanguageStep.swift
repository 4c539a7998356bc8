// SPDX-License-Identifier: Apache-2.0

/// A fallback that a site declares: readers of the language `from` may get one of these, in this
/// order, where that is missing. Only a step can lead to another language or script.
package struct LanguageStep: Sendable, Hashable {
  package let from: LanguageTag
  /// Empty: no other language, not even one that is otherwise treated as the same.
  package let to: [LanguageTag]

  package init(from: LanguageTag, to: [LanguageTag]) {
    self.from = from
    self.to = to
  }
}

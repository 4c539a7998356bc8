// SPDX-License-Identifier: Apache-2.0

/// What a site declares of one language: who reads it may be given these, in this order, where the
/// language itself is not there. This is the only way to another language or script.
package struct LanguageStep: Sendable, Hashable {
  package let from: LanguageTag
  /// Empty: never another language, not even one of those that are taken for the same.
  package let to: [LanguageTag]

  package init(from: LanguageTag, to: [LanguageTag]) {
    self.from = from
    self.to = to
  }
}

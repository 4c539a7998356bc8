// SPDX-License-Identifier: Apache-2.0

/// How far a translation has come, by what its file says.
enum TranslationState: Int {
  /// It is not served.
  case unfinished
  /// It is served, with a warning.
  case needsReview
  case finished

  /// Takes the lesser of two, as a text is no further than any of its parts.
  mutating func lower(to other: TranslationState) { if other.rawValue < rawValue { self = other } }
}

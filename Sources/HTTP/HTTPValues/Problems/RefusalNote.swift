// SPDX-License-Identifier: Apache-2.0

/// The refusal of a request by a part of this process, for the event of the request, beside the problem in the body.
package struct RefusalNote: Sendable, Equatable {
  /// The most Unicode scalars of one text.
  private static let longest = 400

  /// The name of the problem in the body.
  package let code: String
  /// The entity that the request was about; `nil` for none.
  package var entity: String?
  package let seen: String
  package let expected: String

  /// Makes a note from a sentence: "seen; expected what".
  ///
  /// - Parameter expected: the expectation for a sentence that states none.
  package init(_ code: String, _ sentence: String, expected: String) {
    self.code = code
    let parts = sentence.split(separator: "; expected ", maxSplits: 1).map(String.init)
    seen = RefusalNote.short(parts.first ?? code)
    self.expected = RefusalNote.short(parts.count == 2 ? parts[1] : expected)
  }

  private static func short(_ text: String) -> String {
    let scalars = text.unicodeScalars
    guard scalars.count > longest else { return text }
    return String(String.UnicodeScalarView(scalars.prefix(longest))) + "…"
  }

  package var context: String { "\(seen); expected \(expected)" }
}

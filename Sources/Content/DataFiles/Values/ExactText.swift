// SPDX-License-Identifier: Apache-2.0

/// A text that equals another only byte by byte; a `String` also equals its other normal forms.
struct ExactText: Hashable, Sendable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (first: ExactText, second: ExactText) -> Bool {
    first.text == second.text && first.text.utf8.elementsEqual(second.text.utf8)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

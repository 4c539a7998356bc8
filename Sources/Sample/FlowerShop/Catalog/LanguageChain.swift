// SPDX-License-Identifier: Apache-2.0

/// The languages for a reader, best first: the one asked for, its base language, and English, which
/// every product has.
struct LanguageChain: Sendable, Equatable {
  static let last = "en"

  let wanted: String
  let broader: String

  init(_ wanted: String) {
    self.wanted = wanted
    broader = String(wanted.prefix { $0 != "-" })
  }

  /// Parses the parameter `language`; English by default.
  init(_ query: inout QueryReader) {
    let text = query.text("language", atMost: 35) ?? LanguageChain.last
    if !LanguageChain.isTag(text) {
      query.fault("language", "is \(text), expected a tag of BCP 47 such as fr-CA")
    }
    self.init(text)
  }

  /// Returns whether a text has the form of a language tag: parts of one to eight letters and
  /// digits.
  static func isTag(_ text: String) -> Bool {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard let first = parts.first, (2...8).contains(first.utf8.count),
      first.utf8.allSatisfy({ ($0 | 0x20) &- 0x61 < 26 })
    else { return false }
    return parts.allSatisfy { part in
      (1...8).contains(part.utf8.count)
        && part.utf8.allSatisfy { ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 }
    }
  }
}

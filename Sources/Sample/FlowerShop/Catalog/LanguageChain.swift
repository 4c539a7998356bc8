// SPDX-License-Identifier: Apache-2.0

/// The languages that do for a reader, best first: the one asked for, the one that it is a kind of,
/// and English, which every product has.
struct LanguageChain: Sendable, Equatable {
  static let last = "en"

  let wanted: String
  let broader: String

  init(_ wanted: String) {
    self.wanted = wanted
    broader = String(wanted.prefix { $0 != "-" })
  }

  /// Reads the parameter `language`, which is English when it is not there.
  init(_ query: inout QueryReader) {
    let text = query.text("language", atMost: 35) ?? LanguageChain.last
    if !LanguageChain.isTag(text) {
      query.fault("language", "is \(text), expected a tag of BCP 47 such as fr-CA")
    }
    self.init(text)
  }

  /// Whether a text may be a language tag: parts of one to eight letters and digits.
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

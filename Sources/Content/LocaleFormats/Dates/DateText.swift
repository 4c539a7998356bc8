// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// A date or time in the forms that services send.
package enum DateText: Sendable, Hashable {
  /// An instant.
  case instant(UnixTime)
  /// A calendar day, as its first second in UTC.
  case day(UnixTime)

  /// Parses whole seconds of Unix time, RFC 3339 with a zone and optional fraction, or a day such
  /// as `2026-12-20`.
  package init?(_ text: String) {
    if let seconds = Int64(text) {
      self = .instant(UnixTime(seconds: seconds))
    } else if text.utf8.count == 10, let day = UnixTime("\(text)T00:00Z") {
      self = .day(day)
    } else if let instant = UnixTime(DateText.withoutFraction(text)) {
      self = .instant(instant)
    } else {
      return nil
    }
  }

  private static func withoutFraction(_ text: String) -> String {
    guard let point = text.firstIndex(of: ".") else { return text }
    let digits = text[text.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
    guard !digits.isEmpty else { return text }
    return String(text[..<point] + text[digits.endIndex...])
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A duration: `500ms`, `30s`, `5m`, `12h`, `7d`.
package struct TimeSpan {
  package let duration: Duration

  /// Returns `nil` for anything else, and outside of `range`.
  package init?(_ text: String, in range: ClosedRange<Duration>) {
    let digits = text.prefix { ("0"..."9").contains($0) }
    guard let number = Int64(digits), number <= 1_000_000_000 else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": duration = .milliseconds(number)
    case "s": duration = .seconds(number)
    case "m": duration = .seconds(number * 60)
    case "h": duration = .seconds(number * 3_600)
    case "d": duration = .seconds(number * 86_400)
    default: return nil
    }
    guard range.contains(duration) else { return nil }
  }
}

/// A number of bytes: `262144`, `256K`, `512M`, `2G`.
package struct ByteCount {
  package let bytes: Int

  /// Returns `nil` for anything else, and outside of `range`.
  package init?(_ text: String, in range: ClosedRange<Int>) {
    let units: [Character: Int] = ["K": 1 << 10, "M": 1 << 20, "G": 1 << 30]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()), number > 0 else {
      return nil
    }
    let (bytes, overflow) = number.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow, range.contains(bytes) else { return nil }
    self.bytes = bytes
  }
}

extension Int {
  /// Returns `nil` for what is no whole number, and outside of `range`.
  package init?(_ text: String, in range: ClosedRange<Int>) {
    guard let number = Int(text), range.contains(number) else { return nil }
    self = number
  }
}

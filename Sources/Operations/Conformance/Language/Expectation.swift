// SPDX-License-Identifier: Apache-2.0

package import Bytes
package import DataFiles

/// The comparison of a value with a pattern of a scenario.
package enum Expectation {
  /// Whether a value is as a pattern says: an empty one means that there is none; `*` stands for anything, and
  /// `<=300` for a number up to that.
  package static func holds(_ pattern: String, for value: String?) -> Bool {
    guard !pattern.isEmpty, let value else { return pattern.isEmpty && value == nil }
    return holds(Array(pattern.utf8)[...], for: Array(value.utf8)[...])
  }

  private static func holds(_ pattern: ArraySlice<UInt8>, for value: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return value.isEmpty }
    if first == UInt8(ascii: "*") {
      let rest = pattern.dropFirst()
      return (0...value.count).contains { holds(rest, for: value.dropFirst($0)) }
    }
    let digits = pattern.dropFirst(2).prefix { $0 &- 0x30 < 10 }
    if pattern.starts(with: "<=".utf8), let limit = number(digits) {
      let found = value.prefix { $0 &- 0x30 < 10 }
      guard let number = number(found), number <= limit else { return false }
      return holds(pattern.dropFirst(2 + digits.count), for: value.dropFirst(found.count))
    }
    return value.first == first && holds(pattern.dropFirst(), for: value.dropFirst())
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }

  /// Whether a value of JSON has everything expected: members of objects may be more, elements of arrays may
  /// not; an expected null means that there is no value.
  package static func holds(_ expected: DataValue, in found: DataValue?) -> Bool {
    switch (expected.content, found?.content) {
    case (.null, nil), (.null, .null): true
    case (.dictionary(let expected), .dictionary(let found)):
      expected.members.allSatisfy { holds($0.value, in: found[$0.key]) }
    case (.array(let expected), .array(let found)):
      expected.count == found.count && zip(expected, found).allSatisfy { holds($0, in: $1) }
    default: expected == found
    }
  }

  /// Whether a text is JSON that has everything of another one.
  package static func holds(_ expected: String, inText found: String) throws(DataFileError) -> Bool
  {
    let expected = try DataValue(reading: expected.utf8Span.span, as: .json5)
    let found = try? DataValue(reading: found.utf8Span.span, as: .json)
    return found != nil && holds(expected, in: found)
  }
}

/// A time such as `10s`, `500ms` or `-24h`.
package func scenarioTime(_ text: String) throws(PlainError) -> Duration {
  let unit = text.drop { $0.isNumber || $0 == "-" }
  let units: [Substring: Int64] = ["ms": 1, "s": 1_000, "m": 60_000, "h": 3_600_000]
  guard let number = Int64(text.dropLast(unit.count)), let scale = units[unit],
    case (let milliseconds, let isTooLong) = number.multipliedReportingOverflow(by: scale),
    !isTooLong
  else { throw PlainError("\"\(text)\" is no time such as 10s or 500ms") }
  return .milliseconds(milliseconds)
}

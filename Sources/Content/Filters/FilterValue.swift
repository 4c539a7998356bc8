// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel

/// A value of a record or of a filter.
package enum FilterValue: Sendable, Hashable {
  case text(String)
  case integer(Int64)
  case number(Double)
  case boolean(Bool)
  /// Nanoseconds.
  case duration(Int64)
  /// Nanoseconds of Unix time.
  case instant(Int64)
}

extension FilterValue {
  /// Parses a word as a value of a type; `nil` if it is none.
  package init?(_ word: String, as type: FilterType) {
    let value: FilterValue? =
      switch type {
      case .text: .text(word)
      case .integer: Int64(word).map { .integer($0) }
      case .number: Double(word).flatMap { $0.isFinite ? .number($0) : nil }
      case .boolean: word == "true" ? .boolean(true) : word == "false" ? .boolean(false) : nil
      case .duration: FilterValue.nanoseconds(word).map { .duration($0) }
      case .instant: FilterValue.unixNanoseconds(word).map { .instant($0) }
      }
    guard let value else { return nil }
    self = value
  }

  private static let units: [(name: String, nanoseconds: Int64)] = [
    ("d", 86_400_000_000_000), ("h", 3_600_000_000_000), ("m", 60_000_000_000),
    ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("µs", 1_000), ("ns", 1),
  ]

  /// Returns the nanoseconds of `80ms` or `1.5s`; `nil` for anything else, and for what is finer than
  /// a nanosecond or longer than 292 years.
  private static func nanoseconds(_ word: String) -> Int64? {
    let digits = word.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
    guard let unit = units.first(where: { $0.name == word.dropFirst(digits.count) }),
      (1...2).contains(parts.count), let whole = Int64(parts[0])
    else { return nil }
    let (product, overflow) = whole.multipliedReportingOverflow(by: unit.nanoseconds)
    guard !overflow else { return nil }
    guard parts.count == 2 else { return product }
    guard let fraction = fraction(parts[1], of: unit.nanoseconds) else { return nil }
    let (sum, isBeyond) = product.addingReportingOverflow(fraction)
    return isBeyond ? nil : sum
  }

  /// Returns the units that decimals behind a point stand for; `nil` if they are not whole.
  private static func fraction(_ digits: Substring, of unit: Int64) -> Int64? {
    guard (1...9).contains(digits.utf8.count), let number = Int64(digits) else { return nil }
    let scale = (0..<digits.utf8.count).reduce(Int64(1)) { scale, _ in scale * 10 }
    // At most a billion times a day, computed with 128 bits.
    let (quotient, remainder) = scale.dividingFullWidth(number.multipliedFullWidth(by: unit))
    return remainder == 0 ? quotient : nil
  }

  /// Returns the nanoseconds of an instant in RFC 3339's form, or of the beginning of a day in UTC.
  private static func unixNanoseconds(_ word: String) -> Int64? {
    var text = word.utf8.count == 10 ? "\(word)T00:00:00Z" : word
    var fraction: Int64 = 0
    if let point = text.firstIndex(of: ".") {
      let digits = text[text.index(after: point)...].prefix { $0.isASCII && $0.isNumber }
      guard let read = FilterValue.fraction(digits, of: 1_000_000_000),
        text[..<point].utf8.count == 19
      else { return nil }
      fraction = read
      text.removeSubrange(point..<digits.endIndex)
    }
    guard let seconds = UnixTime(text)?.seconds else { return nil }
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, isBeyond) = product.addingReportingOverflow(fraction)
    return overflow || isBeyond ? nil : sum
  }

  package var type: FilterType {
    switch self {
    case .text: .text
    case .integer: .integer
    case .number: .number
    case .boolean: .boolean
    case .duration: .duration
    case .instant: .instant
    }
  }
}

extension FilterValue: CustomStringConvertible {
  /// The value as a filter has it: texts in quotes, durations in their largest whole unit, instants in
  /// UTC.
  package var description: String {
    switch self {
    case .text(let text): FilterValue.quoted(text)
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .boolean(let boolean): "\(boolean)"
    case .duration(let nanoseconds): FilterValue.text(ofDuration: nanoseconds)
    case .instant(let nanoseconds): FilterValue.text(ofInstant: nanoseconds)
    }
  }

  private static func text(ofDuration nanoseconds: Int64) -> String {
    guard nanoseconds != 0 else { return "0s" }
    let unit = units.first { nanoseconds.isMultiple(of: $0.nanoseconds) } ?? ("ns", 1)
    return "\(nanoseconds / unit.nanoseconds)\(unit.name)"
  }

  /// An instant in UTC with as many decimals as it has.
  package static func text(ofInstant nanoseconds: Int64) -> String {
    var bytes: [UInt8] = []
    append(instant: nanoseconds, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends an instant in UTC with as many decimals as it has.
  package static func append(instant nanoseconds: Int64, to bytes: inout [UInt8]) {
    var (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
    if rest < 0 { (seconds, rest) = (seconds - 1, rest + 1_000_000_000) }
    UnixTime(seconds: seconds).append(to: &bytes)
    if rest > 0 {
      bytes.append(UInt8(ascii: "."))
      bytes.append(decimals: Int(rest))
    }
    bytes.append(UInt8(ascii: "Z"))
  }

  /// A text in double quotes, with escapes for what could end it, break its line or be a wildcard.
  static func quoted(_ text: String, before: String = "", behind: String = "") -> String {
    var quoted = "\"\(before)"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "*": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return "\(quoted)\(behind)\""
  }
}

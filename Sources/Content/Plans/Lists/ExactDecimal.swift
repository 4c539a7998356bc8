// SPDX-License-Identifier: Apache-2.0

/// A number of JSON by its exact value, however it is written: no digit is lost, and `40`, `40.0` and
/// `4e1` are the same.
package struct ExactDecimal: Sendable, Hashable {
  /// An exponent of more than this is as good as any larger one.
  private static let exponentBound = 1_000_000_000
  /// Where the point may stand for the number to be written without an exponent.
  private static let plainPoints = -5...21

  private let isNegative: Bool
  /// Without zeros at either end; none for zero.
  private let digits: [UInt8]
  /// Where the point stands, counted from the first digit.
  private let point: Int

  private init(isNegative: Bool, digits: [UInt8], point: Int) {
    self.isNegative = isNegative
    self.digits = digits
    self.point = point
  }

  /// A whole number.
  package init(_ integer: some FixedWidthInteger) {
    let digits = Array("\(integer.magnitude)".utf8)
    let last = digits.lastIndex { $0 != UInt8(ascii: "0") }
    self.init(
      isNegative: integer < 0,
      digits: last.map { Array(digits[...$0]) } ?? [],
      point: last == nil ? 0 : digits.count
    )
  }

  /// Reads a number as JSON writes it, or with zeros in front; `nil` for all else.
  package init?(lenient text: String) {
    let sign = text.hasPrefix("-") ? "-" : ""
    var rest = text.dropFirst(sign.count)
    while rest.first == "0", rest.dropFirst().first?.isNumber ?? false { rest = rest.dropFirst() }
    self.init((sign + rest).utf8)
  }

  /// Reads a number as JSON writes it; `nil` for all else.
  package init?(_ text: some Collection<UInt8>) {
    var rest = text[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative { rest = rest.dropFirst() }
    let whole = Array(rest.prefix(while: ExactDecimal.isDigit))
    rest = rest.dropFirst(whole.count)
    guard !whole.isEmpty, whole.count == 1 || whole[0] != UInt8(ascii: "0") else { return nil }
    var fraction: [UInt8] = []
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      fraction = Array(rest.prefix(while: ExactDecimal.isDigit))
      rest = rest.dropFirst(fraction.count)
      guard !fraction.isEmpty else { return nil }
    }
    var exponent = 0
    if let mark = rest.first, mark | 0x20 == UInt8(ascii: "e") {
      guard let read = ExactDecimal.exponent(rest.dropFirst()) else { return nil }
      exponent = read
    } else if !rest.isEmpty {
      return nil
    }
    let all = whole + fraction
    guard let first = all.firstIndex(where: { $0 != UInt8(ascii: "0") }),
      let last = all.lastIndex(where: { $0 != UInt8(ascii: "0") })
    else {
      (digits, point) = ([], 0)
      return
    }
    digits = Array(all[first...last])
    point = whole.count - first + exponent
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  private static func exponent(_ text: some Collection<UInt8>) -> Int? {
    var rest = text[...]
    let sign = rest.first
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
    guard !rest.isEmpty, rest.allSatisfy(isDigit) else { return nil }
    let size = rest.reduce(0) { min($0 * 10 + Int($1 &- 0x30), exponentBound) }
    return sign == UInt8(ascii: "-") ? -size : size
  }

  /// The number in its one spelling.
  package var text: String {
    guard !digits.isEmpty else { return "0" }
    let sign = isNegative ? "-" : ""
    let written = String(decoding: digits, as: UTF8.self)
    guard ExactDecimal.plainPoints.contains(point) else {
      let rest = written.dropFirst()
      return "\(sign)\(written.prefix(1))\(rest.isEmpty ? "" : ".\(rest)")e\(point - 1)"
    }
    if point <= 0 { return "\(sign)0.\(String(repeating: "0", count: -point))\(written)" }
    if point >= digits.count {
      return sign + written + String(repeating: "0", count: point - digits.count)
    }
    return "\(sign)\(written.prefix(point)).\(written.dropFirst(point))"
  }

  /// The nearest number with at most so many digits behind its point, a half to the even neighbour.
  package func rounded(toDigits count: Int) -> ExactDecimal {
    let kept = point + count
    guard kept < digits.count else { return self }
    guard kept >= 0 else { return ExactDecimal(0) }
    let five = UInt8(ascii: "5")
    let isOdd = kept > 0 && digits[kept - 1] % 2 == 1
    let isUp = digits[kept] > five || (digits[kept] == five && (isOdd || digits.count > kept + 1))
    var rest = Array(digits[..<kept])
    if !isUp {
      while rest.last == UInt8(ascii: "0") { rest.removeLast() }
      return rest.isEmpty
        ? ExactDecimal(0) : ExactDecimal(isNegative: isNegative, digits: rest, point: point)
    }
    while rest.last == UInt8(ascii: "9") { rest.removeLast() }
    guard let last = rest.last else {
      return ExactDecimal(isNegative: isNegative, digits: [UInt8(ascii: "1")], point: point + 1)
    }
    rest[rest.count - 1] = last + 1
    return ExactDecimal(isNegative: isNegative, digits: rest, point: point)
  }

  /// Zero has neither sign.
  private var sign: Int { digits.isEmpty ? 0 : isNegative ? -1 : 1 }

  package static func == (one: ExactDecimal, other: ExactDecimal) -> Bool {
    one.sign == other.sign && one.point == other.point && one.digits == other.digits
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(sign)
    hasher.combine(point)
    hasher.combine(digits)
  }
}

extension ExactDecimal: Comparable {
  package static func < (one: ExactDecimal, other: ExactDecimal) -> Bool {
    guard one.sign == other.sign else { return one.sign < other.sign }
    return one.isNegative ? other.isSmaller(than: one) : one.isSmaller(than: other)
  }

  /// By size alone.
  private func isSmaller(than other: ExactDecimal) -> Bool {
    guard point == other.point else { return point < other.point }
    return digits.lexicographicallyPrecedes(other.digits)
  }
}

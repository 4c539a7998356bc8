// SPDX-License-Identifier: Apache-2.0

/// A version as written, with the count of its numbers, on which its meaning in a range depends.
struct WrittenVersion {
  private(set) var version: AppVersion
  /// The count of numbers written, up to four.
  private(set) var count = 0
  /// Whether an `x` or `*` ends it.
  private(set) var hasWildcard = false

  init?(_ bytes: Span<UInt8>) {
    version = AppVersion(numbers: SIMD4())
    let all = ASCII.trimmed(bytes, 0..<bytes.count)
    guard !all.isEmpty, bytes.count <= AppVersion.maximumBytes else { return nil }
    var index = all.lowerBound
    if bytes[index] | 0x20 == UInt8(ascii: "v") { index += 1 }
    var numbers = SIMD4<UInt32>()
    guard readNumbers(bytes, all.upperBound, &index, &numbers) else { return nil }
    var prerelease = ""
    if index < all.upperBound, bytes[index] == UInt8(ascii: "-") {
      guard !hasWildcard,
        let suffix = WrittenVersion.suffix(bytes, from: index + 1, until: all.upperBound)
      else { return nil }
      prerelease = suffix
      index += 1 + prerelease.utf8.count
    }
    guard WrittenVersion.isRemark(bytes, index..<all.upperBound) else { return nil }
    version = AppVersion(numbers: numbers, prerelease: prerelease)
  }

  private mutating func readNumbers(
    _ bytes: Span<UInt8>,
    _ end: Int,
    _ index: inout Int,
    _ numbers: inout SIMD4<UInt32>
  ) -> Bool {
    var parts = 0
    while true {
      guard index < end else { return false }
      if bytes[index] == UInt8(ascii: "*") || bytes[index] | 0x20 == UInt8(ascii: "x") {
        hasWildcard = true
        index += 1
      } else {
        guard !hasWildcard, let number = WrittenVersion.number(bytes, end, &index) else {
          return false
        }
        if parts < 4 {
          numbers[parts] = number
          count = parts + 1
        }
      }
      parts += 1
      guard index < end, bytes[index] == UInt8(ascii: ".") else { return true }
      index += 1
    }
  }

  private static func number(_ bytes: Span<UInt8>, _ end: Int, _ index: inout Int) -> UInt32? {
    let start = index
    var number: UInt32 = 0
    while index < end, ASCII.isDigit(bytes[index]) {
      let (tens, isLarge) = number.multipliedReportingOverflow(by: 10)
      let (sum, isLarger) = tens.addingReportingOverflow(UInt32(bytes[index] & 0x0F))
      number = isLarge || isLarger || number == .max ? .max : sum
      index += 1
    }
    return index > start ? number : nil
  }

  /// Returns letters, digits, dashes and dots up to a `+` or a space.
  private static func suffix(_ bytes: Span<UInt8>, from start: Int, until end: Int) -> String? {
    var index = start
    while index < end, bytes[index] != UInt8(ascii: "+"), !ASCII.isBlank(bytes[index]) {
      let byte = bytes[index]
      guard ASCII.isAlphanumeric(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      else { return nil }
      index += 1
    }
    guard index > start else { return nil }
    return String(decoding: (start..<index).map { bytes[$0] }, as: UTF8.self)
  }

  /// Returns whether the rest is ignored in comparisons: empty, `+` with visible characters, or a
  /// build in parentheses.
  private static func isRemark(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
    guard let first = range.first else { return true }
    if bytes[first] == UInt8(ascii: "+") { return true }
    let rest = ASCII.trimmed(bytes, range)
    guard rest.lowerBound > range.lowerBound, rest.count > 2 else { return false }
    return bytes[rest.lowerBound] == UInt8(ascii: "(")
      && bytes[rest.upperBound - 1] == UInt8(ascii: ")")
  }
}

// SPDX-License-Identifier: Apache-2.0

/// Parsing the numbers of XML property lists, which are more varied than JSON's: a sign `+`,
/// leading zeros, hexadecimal integers, `nan` and `infinity`.
enum PropertyListNumber {
  /// Parses an `<integer>`; `nil` if it is invalid. Digits beyond `Int64` are kept.
  static func integer(_ text: String) -> DataValue.Content? {
    var digits = text.utf8[...]
    let isNegative = digits.first == UInt8(ascii: "-")
    if isNegative || digits.first == UInt8(ascii: "+") { digits = digits.dropFirst() }
    if digits.starts(with: "0x".utf8) || digits.starts(with: "0X".utf8) {
      let tail = String(Substring(digits.dropFirst(2)))
      guard tail.utf8.first?.hexadecimalValue != nil, let magnitude = UInt64(tail, radix: 16)
      else { return nil }
      digits = String(magnitude).utf8[...]
    }
    guard !digits.isEmpty, digits.allSatisfy(\.isDigit) else { return nil }
    let significant = digits.drop { $0 == UInt8(ascii: "0") }
    guard !significant.isEmpty else { return .integer(0) }
    let number = (isNegative ? "-" : "") + String(Substring(significant))
    return Int64(number).map { .integer($0) } ?? .decimal(DataDecimal(text: number))
  }

  /// Parses a `<real>`; `nil` if it is invalid, or out of a `Double`'s range.
  ///
  /// A real is never an integer, so `<real>2</real>` becomes `2.0`.
  static func real(_ text: String) -> DataDecimal? {
    let bytes = Array(text.utf8)
    guard bytes.allSatisfy({ $0.isDigit || "+-.eE".utf8.contains($0) }) else {
      return notFinite(text)
    }
    do throws(DataFileError) {
      var reader = try JSONReader(bytes.span, isJSON5: true, rules: ReadingRules())
      let content = try reader.number()
      guard reader.cursor.atEnd else { return nil }
      switch content {
      case .integer(let integer): return DataDecimal(text: "\(integer).0")
      case .decimal(let decimal) where decimal.text.utf8.dropFirst().allSatisfy(\.isDigit):
        return DataDecimal(text: "\(decimal.text).0")
      case .decimal(let decimal): return decimal
      default: return nil
      }
    } catch {
      return nil
    }
  }

  private static func notFinite(_ text: String) -> DataDecimal? {
    switch text.lowercased() {
    case "nan", "+nan", "-nan": DataDecimal(.nan)
    case "inf", "+inf", "infinity", "+infinity": DataDecimal(.infinity)
    case "-inf", "-infinity": DataDecimal(-.infinity)
    default: nil
    }
  }
}

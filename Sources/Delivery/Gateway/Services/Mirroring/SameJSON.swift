// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// Compares two documents as JSON: members in any order, numbers by their value. Other texts are
/// compared byte for byte.
enum SameJSON {
  /// Larger documents are compared byte for byte.
  static let maximumBytes = 1_048_576

  static func areSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    if one == other { return true }
    guard one.count <= maximumBytes, other.count <= maximumBytes,
      let first = try? DataValue(reading: one.span, as: .json),
      let second = try? DataValue(reading: other.span, as: .json)
    else { return false }
    return areSame(first, second)
  }

  private static func areSame(_ one: DataValue, _ other: DataValue) -> Bool {
    switch (one.content, other.content) {
    case (.null, .null): return true
    case (.bool(let one), .bool(let other)): return one == other
    case (.integer(let one), .integer(let other)): return one == other
    case (.decimal(let one), .decimal(let other)): return one.value == other.value
    case (.integer(let one), .decimal(let other)), (.decimal(let other), .integer(let one)):
      return Double(one) == other.value
    case (.string(let one), .string(let other)): return one.utf8.elementsEqual(other.utf8)
    case (.array(let one), .array(let other)):
      return one.count == other.count && zip(one, other).allSatisfy { areSame($0, $1) }
    case (.dictionary(let one), .dictionary(let other)):
      return one.members.count == other.members.count
        && one.members.allSatisfy { member in
          other[member.key].map { areSame(member.value, $0) } ?? false
        }
    default: return false
    }
  }
}

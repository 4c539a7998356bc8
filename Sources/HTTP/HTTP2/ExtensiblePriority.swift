// SPDX-License-Identifier: Apache-2.0
//
// The Priority field and PRIORITY_UPDATE of RFC 9218. The field is a dictionary of RFC 9651, of
// which two members concern a server: `u`, an integer from 0 (first) to 7, and `i`, a boolean.
// Members with parameters, other types or values out of range count as absent, and a field that is
// no dictionary says nothing (section 4). Instead of a whole structured-field parser we read what
// can stand in those two members: everything else up to the next comma outside a string is skipped.

import Bytes

/// Urgency of an answer, and whether its beginning is of use before its end.
package struct ExtensiblePriority: Sendable, Equatable {
  /// 0 is the most urgent, 7 the least.
  package var urgency: UInt8 = 3
  package var isIncremental = false

  package init(urgency: UInt8 = 3, isIncremental: Bool = false) {
    self.urgency = min(urgency, 7)
    self.isIncremental = isIncremental
  }

  /// Reads the value of a Priority field.
  package init(_ value: Span<UInt8>) {
    var start = 0
    while start < value.count {
      let end = value.endOfMember(from: start)
      read(value.extracting(start..<end).trimmed)
      start = end + 1
    }
  }

  private mutating func read(_ member: Span<UInt8>) {
    let end = member.firstIndex(of: UInt8(ascii: ";")) ?? member.count
    let item = member.extracting(first: end).trimmed
    if item.count == 3, item[0] == UInt8(ascii: "u"), item[1] == UInt8(ascii: "="),
      item[2] &- UInt8(ascii: "0") < 8
    {
      urgency = item[2] &- UInt8(ascii: "0")
    } else if item.matches("i=?1") || item.count == 1 && item[0] == UInt8(ascii: "i") {
      isIncremental = true
    } else if item.matches("i=?0") {
      isIncremental = false
    }
  }
}

extension Span<UInt8> {
  /// Where the dictionary member at `start` ends: at the next comma outside a string.
  fileprivate func endOfMember(from start: Int) -> Int {
    var index = start
    var isInString = false
    while index < count {
      let byte = self[index]
      if isInString && byte == UInt8(ascii: "\\") {
        index += 1
      } else if byte == UInt8(ascii: "\"") {
        isInString.toggle()
      } else if byte == UInt8(ascii: ",") && !isInString {
        return index
      }
      index += 1
    }
    return count
  }
}

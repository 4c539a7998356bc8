// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// One line of a header or trailer section (RFC 9112 section 5).
///
/// `name ":" OWS value OWS CRLF`, and nothing else: no blank before the colon, no folding, no bare
/// CR or LF, no control character but the tab.
struct FieldLine {
  let slot: FieldSlot
  /// Behind the line's end.
  let next: Int

  /// Reads the line at `start`, which is not empty; `nil` when its end is not there yet.
  static func read(_ bytes: Span<UInt8>, at start: Int) throws(HeadFault) -> FieldLine? {
    var colon = start
    while colon < bytes.count, bytes[colon].isTokenCharacter { colon += 1 }
    guard colon < bytes.count else { return nil }
    guard bytes[colon] == UInt8(ascii: ":"), colon > start else {
      throw HeadFault(bytes[start].isBlank ? .foldedField : .fieldName, at: colon)
    }
    var first = colon + 1
    while first < bytes.count, bytes[first].isBlank { first += 1 }
    guard let end = bytes.firstControl(from: first) else { return nil }
    guard bytes[end] == UInt8(ascii: "\r") else {
      throw HeadFault(bytes[end] == UInt8(ascii: "\n") ? .lineEnd : .fieldValue, at: end)
    }
    guard end + 1 < bytes.count else { return nil }
    guard bytes[end + 1] == UInt8(ascii: "\n") else { throw HeadFault(.lineEnd, at: end) }
    var last = end
    while last > first, bytes[last - 1].isBlank { last -= 1 }
    let known = KnownField(bytes.extracting(start..<colon))
    guard let slot = FieldSlot(name: start..<colon, value: first..<last, known: known) else {
      throw HeadFault(.headTooLong, at: end)
    }
    return FieldLine(slot: slot, next: end + 2)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The fields of a head, up to its empty line.
enum FieldSection {
  /// Answers where the section ends; `nil` when it is not all there yet.
  static func read(
    _ bytes: Span<UInt8>,
    at start: Int,
    into slots: inout HeadSlots
  ) throws(HeadFault) -> Int? {
    slots.removeAll()
    var position = start
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\r") {
        guard position + 1 < bytes.count else { return nil }
        guard bytes[position + 1] == UInt8(ascii: "\n") else {
          throw HeadFault(.lineEnd, at: position + 1)
        }
        return position + 2
      }
      guard let line = try FieldLine.read(bytes, at: position) else { return nil }
      guard slots.append(line.slot) else { throw HeadFault(.tooManyFields, at: position) }
      position = line.next
    }
    return nil
  }
}

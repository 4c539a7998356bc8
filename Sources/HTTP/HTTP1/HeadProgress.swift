// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Progress of parsing a head that did not come at once.
///
/// A line is judged when its end or a control character in it has come, never earlier: so the
/// verdict is the same however the bytes were cut, a fault is told as soon as its line is there, and
/// a head that comes byte by byte costs no more than its length.
struct HeadProgress<Start: StartLine> {
  private var fields = 0
  /// Where the line begins that is not judged yet.
  private var lineStart = 0
  /// Before here that line has no control character.
  private var searched = 0
  private var isInFields = false

  /// Whether no byte has been looked at.
  var isFresh: Bool { searched == 0 }

  /// Judges the lines that have come since the last time; answers whether the head is complete.
  mutating func advance(_ bytes: Span<UInt8>, _ limits: HeadLimits) throws(HeadFault) -> Bool {
    while true {
      let limit = isInFields ? limits.bytes : min(lineStart + limits.startLine, limits.bytes)
      let visible = bytes.extracting(first: min(bytes.count, limit))
      guard let control = visible.firstControl(from: searched) else {
        searched = visible.count
        guard bytes.count <= limit else { throw tooLong(limit) }
        return false
      }
      searched = control
      let isReturn = bytes[control] == UInt8(ascii: "\r")
      guard !isReturn || control + 1 < bytes.count else { return false }
      let next = control + (isReturn ? 2 : 1)
      if control == lineStart, isReturn, bytes[control + 1] == UInt8(ascii: "\n") {
        guard next <= limit else { throw tooLong(limit) }
        if isInFields { return true }
        guard lineStart == 0, Start.mayFollowEmptyLine else {
          throw HeadFault(.startLine, at: lineStart)
        }
      } else {
        try judge(bytes.extracting(first: next), limits)
        guard next <= limit else { throw tooLong(limit) }
        isInFields = true
      }
      lineStart = next
      searched = next
    }
  }

  /// Reads the last line of `bytes`, which ends with it or is broken by its last bytes.
  private mutating func judge(_ bytes: Span<UInt8>, _ limits: HeadLimits) throws(HeadFault) {
    let isComplete: Bool
    if isInFields {
      isComplete = try FieldLine.read(bytes, at: lineStart) != nil
      fields += 1
      guard fields <= limits.fields else { throw HeadFault(.tooManyFields, at: lineStart) }
    } else {
      isComplete = try Start.read(bytes, at: lineStart) != nil
    }
    guard isComplete else {
      throw HeadFault(isInFields ? .lineEnd : .startLine, at: bytes.count - 1)
    }
  }

  private func tooLong(_ limit: Int) -> HeadFault {
    HeadFault(isInFields ? .headTooLong : .startLineTooLong, at: limit)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A JSON text (RFC 8259) that was found to be right, and an index over it.
///
/// Nothing is turned into values until it is asked for: a node knows its kind and where its text
/// stands, so what is not touched can be copied out byte for byte, numbers as they were written.
/// Where the standard leaves a choice:
/// - Names may repeat in an object. The last member of a name is the one that is found; all of
///   them are among the children.
/// - Half of a surrogate pair as an escape is let through. It reads as U+FFFD, and is copied as it
///   was written.
/// - A byte order mark at the start is passed over; anything else that is not UTF-8 is refused.
package struct JSONDocument: Sendable {
  /// The whole text.
  package let bytes: [UInt8]
  let entries: [Entry]

  package init(
    _ bytes: consuming [UInt8],
    limits: JSONLimits = JSONLimits()
  ) throws(JSONFault) {
    entries = try Self.entries(of: bytes.span, limits: limits)
    self.bytes = bytes
  }

  /// The value that is the text.
  package var root: JSONNode { JSONNode(0) }

  /// How many values and member names there are.
  package var nodeCount: Int { entries.count }

  private static func entries(
    of bytes: Span<UInt8>,
    limits: JSONLimits
  ) throws(JSONFault) -> [Entry] {
    guard bytes.count <= limits.safeBytes else {
      let limit = limits.safeBytes
      throw JSONFault(.tooManyBytes, at: limit, expected: .fewerBytes, limit: limit)
    }
    do throws(Misfit) {
      return try tape(of: bytes, limits: limits)
    } catch {
      throw JSONFault(error, in: bytes, limits: limits)
    }
  }

  private static func tape(
    of bytes: Span<UInt8>,
    limits: JSONLimits
  ) throws(Misfit) -> [Entry] {
    var reader = TapeReader(bytes, limits: limits)
    var isComplete = false
    // Answers of services have a node every eight bytes; the reader wants room for two at the end.
    let room = min(bytes.count / 6 + 8, limits.safeNodes + 2)
    var tape = try [Entry](capacity: room) { (tape) throws(Misfit) in
      isComplete = try reader.run(into: &tape)
    }
    while !isComplete && tape.count <= limits.safeNodes {
      let known = tape
      tape = try [Entry](capacity: min(room + known.count * 2, limits.safeNodes + 2)) {
        (tape) throws(Misfit) in
        for entry in known { tape.append(entry) }
        isComplete = try reader.run(into: &tape)
      }
    }
    guard isComplete && tape.count <= limits.safeNodes else {
      throw Misfit(at: reader.index, expecting: .fewerNodes)
    }
    return tape
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A validated JSON text (RFC 8259) with an index over it.
///
/// Values are decoded on demand: a node knows its kind and the range of its text, so untouched
/// parts can be copied out byte for byte, numbers as they were written. Where the standard leaves a
/// choice:
/// - Names may repeat in an object. Lookup finds the last member of a name; all of them are among
///   the children.
/// - An unpaired surrogate escape is accepted. It reads as U+FFFD, and is copied as it was written.
/// - A byte order mark at the start is skipped; anything else that is not UTF-8 is refused.
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

  package var root: JSONNode { JSONNode(0) }

  /// The number of values and member names.
  package var nodeCount: Int { entries.count }

  private static func entries(
    of bytes: Span<UInt8>,
    limits: JSONLimits
  ) throws(JSONFault) -> [Entry] {
    guard bytes.count <= limits.safeBytes else {
      let limit = limits.safeBytes
      throw JSONFault(.tooManyBytes, at: limit, expected: .fewerBytes, limit: limit)
    }
    do throws(SyntaxFault) {
      return try tape(of: bytes, limits: limits)
    } catch {
      throw JSONFault(error, in: bytes, limits: limits)
    }
  }

  private static func tape(
    of bytes: Span<UInt8>,
    limits: JSONLimits
  ) throws(SyntaxFault) -> [Entry] {
    var reader = TapeReader(bytes, limits: limits)
    // Responses of services have a node about every eight bytes; the reader wants room for two at
    // the end.
    let room = min(bytes.count / 6 + 8, limits.safeNodes + 2)
    var (tape, isComplete): ([Entry], Bool) = ([], false)
    try tape.append(addingCapacity: room) { (tape) throws(SyntaxFault) in
      isComplete = try reader.run(into: &tape)
    }
    while !isComplete && tape.count <= limits.safeNodes {
      let known = tape
      tape = try [Entry](capacity: min(room + known.count * 2, limits.safeNodes + 2)) {
        (tape) throws(SyntaxFault) in
        for entry in known { tape.append(entry) }
        isComplete = try reader.run(into: &tape)
      }
    }
    guard isComplete && tape.count <= limits.safeNodes else {
      throw SyntaxFault(at: reader.index, expecting: .fewerNodes)
    }
    return tape
  }
}

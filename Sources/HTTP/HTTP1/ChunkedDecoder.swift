// SPDX-License-Identifier: Apache-2.0

// The chunked coding (RFC 9112 section 7.1), read strictly: 1 to 15 hexadecimal digits, then
// extensions that follow the grammar, then CRLF; no blank, no bare LF, no sign. Extensions are
// dropped, as section 7.1.1 asks of who does not know them.
//
// Framing that costs the sender little and us much is bounded: beyond the first
// `HeadLimits.chunkOverhead` bytes it may have `freeOverhead` bytes for each byte of content, which
// a body of one-byte chunks keeps to and one of extensions does not. So whoever limits the content
// limits everything.
//
// Behind the last chunk come trailers. One that frames messages is refused; one that would come too
// late to be obeyed is dropped; the others are kept apart from the head's fields.

package import Bytes
package import HTTPValues

/// Takes a chunked body apart as it comes.
package struct ChunkedDecoder {
  private enum State {
    case size
    case content(left: Int)
    /// The CRLF behind a chunk's content.
    case contentEnd
    case trailers
    case finished
  }

  /// A one-byte chunk has five bytes around its content.
  private static let freeOverhead = 8

  private let limits: HeadLimits
  private var state = State.size
  /// Bytes of framing beyond those that the content allows for.
  private var overhead = 0
  private var trailerBytes = 0
  private var trailerCount = 0
  /// The fields behind the body, as far as they have come.
  package private(set) var trailers = Fields()

  package init(limits: HeadLimits) { self.limits = limits }

  /// Whether the last byte of the body has been seen.
  package var isFinished: Bool { if case .finished = state { true } else { false } }

  /// Moves the content that `input` holds to the back of `content` and drops its framing; what is
  /// incomplete, or behind the body's end, stays in `input`.
  package mutating func decode(
    from input: inout ByteBuffer,
    into content: inout ByteBuffer
  ) throws(HeadFault) {
    while input.count > 0 {
      switch state {
      case .size:
        guard let line = try ChunkLine.read(input.span, limits) else { return }
        try pay(for: line)
        input.consume(line.length)
        state = line.size == 0 ? .trailers : .content(left: line.size)
      case .content(let left):
        let count = min(left, input.count)
        content.append(from: &input, atMost: count)
        state = count == left ? .contentEnd : .content(left: left - count)
      case .contentEnd:
        guard try ChunkLine.hasEnd(input.span) else { return }
        input.consume(2)
        state = .size
      case .trailers:
        guard let length = try readTrailer(input.span) else { return }
        input.consume(length)
      case .finished: return
      }
    }
  }

  private mutating func pay(for line: ChunkLine) throws(HeadFault) {
    // A size has at most 60 bits, so only the product could be too much.
    let paid = line.size.multipliedReportingOverflow(by: ChunkedDecoder.freeOverhead)
    overhead = paid.overflow ? 0 : max(0, overhead + line.length + 2 - paid.partialValue)
    guard overhead <= limits.chunkOverhead else { throw HeadFault(.chunkOverhead, at: 0) }
  }

  /// Reads one line behind the last chunk; answers its length, `nil` when it is not complete.
  private mutating func readTrailer(_ bytes: Span<UInt8>) throws(HeadFault) -> Int? {
    if bytes[0] == UInt8(ascii: "\r") {
      guard try ChunkLine.hasEnd(bytes) else { return nil }
      state = .finished
      return 2
    }
    let room = limits.trailerBytes - trailerBytes
    guard let line = try FieldLine.read(bytes.extracting(first: min(bytes.count, room)), at: 0)
    else {
      guard bytes.count <= room else { throw HeadFault(.trailersTooLong, at: room) }
      return nil
    }
    trailerBytes += line.next
    trailerCount += 1
    guard trailerCount <= limits.trailers else { throw HeadFault(.trailersTooLong, at: 0) }
    guard !line.slot.known.framesMessages else { throw HeadFault(.trailer, at: 0) }
    if !line.slot.known.isForbiddenInTrailers,
      let name = FieldName(bytes.extracting(line.slot.name))
    {
      trailers.append(name, bytes: bytes.extracting(line.slot.value))
    }
    return line.next
  }
}

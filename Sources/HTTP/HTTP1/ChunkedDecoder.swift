// SPDX-License-Identifier: Apache-2.0

// The chunked coding (RFC 9112 section 7.1), read strictly: hexadecimal digits, then extensions
// that follow the grammar, then CRLF; no blank, no bare LF, no sign. A size has at most 15 digits.

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

  private let limits: HeadLimits
  private var state = State.size
  private var trailerBytes = 0
  /// The fields behind the body, as far as they have come.
  package private(set) var trailers = Fields()

  package init(limits: HeadLimits) { self.limits = limits }

  /// Whether the last byte of the body has been seen.
  package var isFinished: Bool { if case .finished = state { true } else { false } }

  /// Moves the content that `input` holds to the back of `content` and drops its framing; what is
  /// incomplete stays in `input`.
  package mutating func decode(
    from input: inout ByteBuffer,
    into content: inout ByteBuffer
  ) throws(HeadFault) {
    while input.count > 0 {
      switch state {
      case .size:
        guard let line = try ChunkLine.read(input.span, limits) else { return }
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

  /// Reads one line behind the last chunk; answers its length, `nil` when it is not complete.
  private mutating func readTrailer(_ bytes: Span<UInt8>) throws(HeadFault) -> Int? {
    if bytes[0] == UInt8(ascii: "\r") {
      guard try ChunkLine.hasEnd(bytes) else { return nil }
      state = .finished
      return 2
    }
    guard let line = try FieldLine.read(bytes, at: 0) else {
      guard trailerBytes + bytes.count <= limits.trailerBytes else {
        throw HeadFault(.trailersTooLong, at: bytes.count)
      }
      return nil
    }
    trailerBytes += line.next
    guard trailers.count < limits.trailers, trailerBytes <= limits.trailerBytes else {
      throw HeadFault(.trailersTooLong, at: line.next)
    }
    guard !line.slot.known.isForbiddenInTrailers,
      let name = FieldName(bytes.extracting(line.slot.name))
    else { throw HeadFault(.trailer, at: 0) }
    trailers.append(name, bytes: bytes.extracting(line.slot.value))
    return line.next
  }
}

/// The line before a chunk: `chunk-size [chunk-ext] CRLF`.
struct ChunkLine {
  let size: Int
  let length: Int

  private static let mostDigits = 15

  /// `nil` when the line is not complete.
  static func read(_ bytes: Span<UInt8>, _ limits: HeadLimits) throws(HeadFault) -> ChunkLine? {
    var size = 0
    var position = 0
    while position < bytes.count, let digit = bytes[position].hexadecimalValue {
      guard position < mostDigits else { throw HeadFault(.chunkSize, at: position) }
      size = size << 4 | Int(digit)
      position += 1
    }
    guard position < bytes.count else { return nil }
    guard position > 0 else { throw HeadFault(.chunkSize, at: 0) }
    if bytes[position] == UInt8(ascii: ";") {
      guard let end = bytes.firstControl(from: position) else {
        guard bytes.count <= limits.chunkLine else { throw HeadFault(.chunkExtension, at: 0) }
        return nil
      }
      guard end <= limits.chunkLine,
        ChunkExtensions.areValid(bytes.extracting((position + 1)..<end))
      else { throw HeadFault(.chunkExtension, at: position) }
      position = end
    }
    guard bytes[position] == UInt8(ascii: "\r") else { throw HeadFault(.chunkSize, at: position) }
    guard position + 1 < bytes.count else { return nil }
    guard bytes[position + 1] == UInt8(ascii: "\n") else {
      throw HeadFault(.chunkEnd, at: position + 1)
    }
    return ChunkLine(size: size, length: position + 2)
  }

  /// Whether a CRLF stands at the beginning; `false` when only its first half is there.
  static func hasEnd(_ bytes: Span<UInt8>) throws(HeadFault) -> Bool {
    guard bytes[0] == UInt8(ascii: "\r") else { throw HeadFault(.chunkEnd, at: 0) }
    guard bytes.count > 1 else { return false }
    guard bytes[1] == UInt8(ascii: "\n") else { throw HeadFault(.chunkEnd, at: 1) }
    return true
  }
}

/// `name [= value] *(";" name [= value])`, without blanks. Nobody reads them, but what is not an
/// extension must not pass for one.
enum ChunkExtensions {
  static func areValid(_ bytes: Span<UInt8>) -> Bool {
    var position = 0
    while true {
      let name = tokenEnd(bytes, position)
      guard name > position else { return false }
      position = name
      if position < bytes.count, bytes[position] == UInt8(ascii: "=") {
        guard let end = valueEnd(bytes, position + 1) else { return false }
        position = end
      }
      if position == bytes.count { return true }
      guard bytes[position] == UInt8(ascii: ";") else { return false }
      position += 1
    }
  }

  private static func tokenEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var position = start
    while position < bytes.count, bytes[position].isTokenCharacter { position += 1 }
    return position
  }

  private static func valueEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    guard start < bytes.count, bytes[start] == UInt8(ascii: "\"") else {
      let end = tokenEnd(bytes, start)
      return end > start ? end : nil
    }
    var position = start + 1
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): return position + 1
      case UInt8(ascii: "\\"): position += 2
      default: position += 1
      }
    }
    return nil
  }
}

extension KnownField {
  /// Whether a field would change what the message before it meant (RFC 9110 section 6.5.1).
  package var isForbiddenInTrailers: Bool {
    switch self {
    case .transferEncoding, .contentLength, .host, .trailer, .te, .connection, .contentEncoding,
      .contentType, .contentRange, .authorization, .setCookie, .cacheControl, .maxForwards,
      .expect, .upgrade:
      true
    default: false
    }
  }
}

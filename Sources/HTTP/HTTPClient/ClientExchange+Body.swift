// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentCoding
package import HTTPValues
import Reactor

/// The body of the response, with or without waiting for it.
extension ClientExchange {
  /// Appends the next bytes of the body; `false` at its end. Waits while there are none.
  package func read(into buffer: inout ByteBuffer) async throws(ClientError) -> Bool {
    while true {
      switch try take(into: &buffer) {
      case .bytes: return true
      case .end: return false
      case .nothing: await waitForInput()
      }
    }
  }

  /// Appends what has come of the body since the last time.
  package func take(into buffer: inout ByteBuffer) throws(ClientError) -> BodyProgress {
    if let unpacker { return try take(into: &buffer, through: unpacker) }
    let count = content.count
    if count > 0 {
      if buffer.capacity == 0 {
        swap(&buffer, &content)
      } else {
        buffer.append(from: &content)
        client.core.recycle(&content)
      }
      stream?.consumed(count)
      return .bytes
    }
    return try arrived()
  }

  /// Returns whether content of the body has come, which is then taken with `lend` in its place;
  /// nothing for a call that decodes.
  package func arrived() throws(ClientError) -> BodyProgress {
    if !content.isEmpty { return .bytes }
    switch phase {
    case .failed(let error): throw error
    case .complete: return .end
    case .body, .waiting, .queued: return .nothing
    }
  }

  /// Shows `take` what has come of the body where it lies; it says how much of it is done with.
  package func lend<Failure: Error>(
    to take: (Span<UInt8>) throws(Failure) -> Int
  ) throws(Failure) {
    let count = try lendContent(to: take)
    stream?.consumed(count)
  }

  private func lendContent<Failure: Error>(
    to take: (Span<UInt8>) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    // `take` may end the call, which would change `content` while it is lent.
    var lent = ByteBuffer()
    swap(&lent, &content)
    defer { swap(&lent, &content) }
    let count = try take(lent.span)
    lent.consume(count)
    if lent.isEmpty { client.core.recycle(&lent) }
    return count
  }

  /// The rest of the response; more than `limit` bytes are an error.
  package func collect(atMost limit: Int) async throws(ClientError) -> FetchedResponse {
    var body = ByteBuffer()
    while try !collect(into: &body, atMost: limit) { await waitForInput() }
    return FetchedResponse(response: response, body: body.span.array, trailers: trailers)
  }

  /// Appends what has come of the rest; `true` once that is all. More than `limit` bytes are an error.
  package func collect(
    into body: inout ByteBuffer,
    atMost limit: Int
  ) throws(ClientError) -> Bool {
    if let length = bodyLength, length > limit { throw tooLarge(limit) }
    while true {
      switch try take(into: &body) {
      case .bytes: guard body.count <= limit else { throw tooLarge(limit) }
      case .nothing: return false
      case .end: return true
      }
    }
  }

  private func tooLarge(_ limit: Int) -> ClientError {
    giveUp(ClientError(.bodyTooLarge, "the response is longer than \(limit) bytes"))
  }
}

/// Content that comes in codings and is read without them.
extension ClientExchange {
  /// From here on the response looks as if its content had come as it is.
  func startUnpacking() throws(ClientError) {
    guard let limits = options.decoding, unpacker == nil, !isHead, bodyLength != 0,
      let named = head?.fields[FieldName(.contentEncoding)]
    else { return }
    do throws(CodingFault) {
      unpacker = try ContentUnpacker(named, limits)
    } catch {
      throw giveUp(ClientError(.contentCoding, cause: error))
    }
    head?.fields.remove(FieldName(.contentEncoding))
    head?.fields.remove(FieldName(.contentLength))
    bodyLength = nil
  }

  private func take(
    into buffer: inout ByteBuffer,
    through unpacker: ContentUnpacker
  ) throws(ClientError) -> BodyProgress {
    let before = (content.count, buffer.count)
    do throws(CodingFault) {
      try unpacker.unpack(&content, into: &buffer)
    } catch {
      throw giveUp(ClientError(.contentCoding, cause: error))
    }
    if content.count < before.0 { stream?.consumed(before.0 - content.count) }
    if buffer.count > before.1 { return .bytes }
    switch phase {
    case .failed(let error): throw error
    case .complete:
      do throws(CodingFault) {
        try unpacker.finish()
      } catch {
        throw ClientError(.contentCoding, cause: error)
      }
      return .end
    case .body, .waiting, .queued: return .nothing
    }
  }
}

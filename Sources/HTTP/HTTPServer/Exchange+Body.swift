// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentCoding
package import HTTPValues
import Reactor

/// The body of the request, with or without waiting for it.
extension Exchange {
  /// Length of the body; `nil` when only its end will tell.
  package var bodyLength: Int? { unpacker == nil ? stream.bodyLength : nil }

  /// From now on `read` undoes the content codings of the body (RFC 9110 section 8.4), within the limits of
  /// decoding. A handler that passes the body on does not ask for that, and passes it on as it is.
  package func decodeBody() throws(ExchangeError) {
    let fields = request.fields
    guard unpacker == nil, stream.bodyLength != 0,
      let codings = fields.view.combined(FieldName(.contentEncoding))
    else { return }
    var limits = DecodingLimits()
    limits.decodedBytes = bodyLimit
    do throws(CodingFault) {
      unpacker = try ContentUnpacker(codings, limits)
    } catch {
      throw ExchangeError(error)
    }
    request.fields.remove(FieldName(.contentEncoding))
  }

  /// Appends the next bytes of the body; `false` at its end. Waits while there are none.
  ///
  /// Content that the handler does not read is not sent by the peer, as far as the protocol allows.
  package func read(into buffer: inout ByteBuffer) async throws(ExchangeError) -> Bool {
    while true {
      switch try take(into: &buffer) {
      case .bytes: return true
      case .end: return false
      case .nothing: await contentWaiter.made().wait()
      }
    }
  }

  /// Appends what has come of the body since the last time; the observer is told when there is more.
  package func take(into buffer: inout ByteBuffer) throws(ExchangeError) -> BodyProgress {
    guard let unpacker else { return try receive(into: &buffer) }
    let before = buffer.count
    while true {
      do throws(CodingFault) {
        try unpacker.unpack(&coded, into: &buffer)
      } catch {
        throw ExchangeError(error)
      }
      if buffer.count > before { return .bytes }
      switch try receive(into: &coded) {
      case .bytes: continue
      case .nothing: return .nothing
      case .end:
        do throws(CodingFault) { try unpacker.finish() } catch { throw ExchangeError(error) }
        return .end
      }
    }
  }

  /// Appends what has come of the body, as it came.
  private func receive(into buffer: inout ByteBuffer) throws(ExchangeError) -> BodyProgress {
    let before = buffer.count
    let taken = try stream.take(into: &buffer)
    bytesRead += buffer.count - before
    guard bytesRead <= bodyLimit else { throw .bodyTooLarge }
    return taken
  }

  /// The whole body without its content codings; more than `limit` bytes are an error.
  package func body(atMost limit: Int) async throws(ExchangeError) -> [UInt8] {
    try decodeBody()
    if let length = bodyLength, length > limit { throw ExchangeError.bodyTooLarge }
    var buffer = ByteBuffer()
    while try await read(into: &buffer) {
      guard buffer.count <= limit else { throw ExchangeError.bodyTooLarge }
    }
    guard buffer.count <= limit else { throw ExchangeError.bodyTooLarge }
    return buffer.span.array
  }

  /// The fields behind the body; known once its end was read.
  package var trailers: Fields { stream.requestTrailers }
}

// SPDX-License-Identifier: Apache-2.0
//
// The C seam, upwards: nghttp2 calls these while it receives or sends. Common to all: `owner` is
// the session that made the call, alive until it returns; frames and bytes are valid during the
// callback and are passed on as spans or numbers only. A failure makes the library stop at once.

import CNghttp2
import HTTPValues

extension HTTP2Library {
  static func makeCallbacks() -> OpaquePointer {
    var made: OpaquePointer?
    guard unsafe nghttp2_session_callbacks_new(&made) == 0, let table = unsafe made else {
      fatalError("out of memory: HTTP/2 callbacks")
    }
    unsafe addReceiving(to: table)
    unsafe addSending(to: table)
    return unsafe table
  }

  private static func addReceiving(to table: OpaquePointer) {
    unsafe nghttp2_session_callbacks_set_on_begin_frame_callback(table) { _, head, owner in
      guard let head = unsafe head else { return failure }
      return unsafe with(owner) { session in
        let goesOn = session.state.frameBegins(
          unsafe FrameType(rawValue: head.pointee.type) ?? .other,
          unsafe HTTP2StreamID(head.pointee.stream_id),
          length: unsafe head.pointee.length,
          flags: unsafe head.pointee.flags
        )
        return goesOn ? ok : failure
      }
    }
    unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(table) { _, frame, owner in
      guard let frame = unsafe frame else { return failure }
      return unsafe with(owner) { session in
        session.blockBegins(
          unsafe HTTP2StreamID(frame.pointee.hd.stream_id),
          opensStream: unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
        )
        return ok
      }
    }
    unsafe nghttp2_session_callbacks_set_on_header_callback(table) {
      _,
      _,
      name,
      nameCount,
      value,
      valueCount,
      flags,
      owner in
      unsafe with(owner) { session in
        let goesOn = session.state.fieldArrived(
          name: unsafe Span(
            _unsafeElements: UnsafeBufferPointer(start: name, count: nameCount)
          ),
          value: unsafe Span(
            _unsafeElements: UnsafeBufferPointer(start: value, count: valueCount)
          ),
          isSensitive: flags & UInt8(NGHTTP2_NV_FLAG_NO_INDEX.rawValue) != 0
        )
        return goesOn ? ok : failure
      }
    }
    unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(table) {
      _,
      _,
      stream,
      bytes,
      count,
      owner in
      unsafe with(owner) { session in
        session.contentArrived(
          HTTP2StreamID(stream),
          unsafe Span(_unsafeElements: UnsafeBufferPointer(start: bytes, count: count))
        )
        return !session.hasFailed ? ok : failure
      }
    }
    unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(table) { _, frame, owner in
      guard let frame = unsafe frame else { return failure }
      return unsafe with(owner) { session in
        unsafe session.frameReceived(frame)
        return !session.hasFailed ? ok : failure
      }
    }
    unsafe nghttp2_session_callbacks_set_on_stream_close_callback(table) {
      _,
      stream,
      code,
      owner in
      unsafe with(owner) { session in
        session.streamClosed(HTTP2StreamID(stream), HTTP2ErrorCode(code))
        return ok
      }
    }
    unsafe nghttp2_session_callbacks_set_error_callback2(table) { _, _, text, count, owner in
      unsafe with(owner) { session in
        guard let text = unsafe text else { return ok }
        let letters = unsafe UnsafeRawBufferPointer(start: text, count: min(count, 200))
        session.complaint = unsafe String(decoding: letters, as: UTF8.self)
        return ok
      }
    }
  }

  private static func addSending(to table: OpaquePointer) {
    unsafe nghttp2_session_callbacks_set_send_data_callback(table) {
      _,
      frame,
      head,
      count,
      source,
      owner in
      guard let head = unsafe head, let source = unsafe source else { return failure }
      return unsafe with(owner) { session in
        let index = unsafe Int(source.pointee.fd)
        // Safe: the head of a frame has nine bytes.
        let frameHead = unsafe Span(_unsafeElements: UnsafeBufferPointer(start: head, count: 9))
        let isWritten = session.writePortion(index, frameHead, count: count)
        return isWritten ? ok : NGHTTP2_ERR_WOULDBLOCK.rawValue
      }
    }
    unsafe nghttp2_session_callbacks_set_on_frame_send_callback(table) { _, frame, owner in
      guard let frame = unsafe frame else { return failure }
      return unsafe with(owner) { session in
        unsafe session.frameSent(frame)
        return ok
      }
    }
    unsafe nghttp2_session_callbacks_set_on_frame_not_send_callback(table) {
      _,
      frame,
      reason,
      owner in
      guard let frame = unsafe frame else { return failure }
      return unsafe with(owner) { session in
        guard unsafe frame.pointee.hd.type == FrameType.headers.rawValue,
          unsafe frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
        else { return ok }
        session.requestNotSent(unsafe HTTP2StreamID(frame.pointee.hd.stream_id))
        return ok
      }
    }
  }

  /// Asked for the next portion of a stream's content.
  static let readContent: nghttp2_data_source_read_callback = {
    _,
    stream,
    _,
    limit,
    flags,
    source,
    owner in
    guard let source = unsafe source, let flags = unsafe flags else { return -1 }
    let answer = unsafe with(owner) { session in
      let index = unsafe Int(source.pointee.fd)
      guard let portion = session.state.nextPortion(index, atMost: limit) else {
        return NGHTTP2_ERR_DEFERRED.rawValue
      }
      if portion.count > 0 { unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_COPY.rawValue }
      if portion.isLast {
        unsafe flags.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue
        if session.submitTrailers(behind: index) {
          unsafe flags.pointee |= NGHTTP2_DATA_FLAG_NO_END_STREAM.rawValue
        }
      }
      return Int32(truncatingIfNeeded: portion.count)
    }
    return Int(answer)
  }
}

private var ok: Int32 { 0 }
private var failure: Int32 { NGHTTP2_ERR_CALLBACK_FAILURE.rawValue }

/// Runs `body` with the session that made the library call.
private func with(_ owner: UnsafeMutableRawPointer?, _ body: (HTTP2Session) -> Int32) -> Int32 {
  guard let owner = unsafe owner else { return failure }
  // Safe: `attach` set the pointer, and the session is alive during its own call.
  return unsafe Unmanaged<HTTP2Session>.fromOpaque(owner)._withUnsafeGuaranteedRef(body)
}

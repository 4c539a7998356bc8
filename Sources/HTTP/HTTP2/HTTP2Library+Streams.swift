// SPDX-License-Identifier: Apache-2.0
//
// The C seam, downwards: what concerns one stream. A pointer that is passed lives at least until the
// call returns, and nghttp2 keeps none. Heads are submitted without fields; the stream's slot has them.

import CNghttp2
import HTTPValues

extension HTTP2Library {
  /// - Parameter body: the place of the stream whose body follows; `nil` for none.
  func submitResponse(_ stream: HTTP2StreamID, body: Int?) -> Bool {
    var provider = unsafe bodyProvider(body ?? 0)
    let result = unsafe withUnsafePointer(to: &provider) {
      unsafe nghttp2_submit_response(
        session,
        stream.number,
        nil,
        0,
        body != nil ? $0 : nil
      )
    }
    return result == 0
  }

  /// - Parameter body: the place of the stream whose body follows; `nil` for none.
  func submitRequest(body: Int?) -> HTTP2StreamID? {
    var provider = unsafe bodyProvider(body ?? 0)
    let result = unsafe withUnsafePointer(to: &provider) {
      unsafe nghttp2_submit_request(
        session,
        nil,
        nil,
        0,
        body != nil ? $0 : nil,
        nil
      )
    }
    return result > 0 ? HTTP2StreamID(result) : nil
  }

  func submitInformation(_ stream: HTTP2StreamID) -> Bool {
    unsafe nghttp2_submit_headers(session, 0, stream.number, nil, nil, 0, nil) == 0
  }

  func submitTrailers(_ stream: HTTP2StreamID) -> Bool {
    unsafe nghttp2_submit_trailer(session, stream.number, nil, 0) == 0
  }

  func submitReset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
    _ = unsafe nghttp2_submit_rst_stream(session, 0, stream.number, code.number)
  }

  func resumeData(_ stream: HTTP2StreamID) {
    _ = unsafe nghttp2_session_resume_data(session, stream.number)
  }

  func changePriority(_ priority: ExtensiblePriority, of stream: HTTP2StreamID) {
    var wanted = nghttp2_extpri(
      urgency: UInt32(priority.urgency),
      inc: priority.isIncremental ? 1 : 0
    )
    _ = unsafe nghttp2_session_change_extpri_stream_priority(session, stream.number, &wanted, 0)
  }

  func giveBackWindows(_ count: Int, on stream: HTTP2StreamID) {
    _ = unsafe nghttp2_session_consume(session, stream.number, count)
  }

  func giveBackConnectionWindow(_ count: Int) {
    _ = unsafe nghttp2_session_consume_connection(session, count)
  }

  private func bodyProvider(_ index: Int) -> nghttp2_data_provider {
    // The source is a number, the place of the stream.
    unsafe nghttp2_data_provider(
      source: nghttp2_data_source(fd: Int32(truncatingIfNeeded: index)),
      read_callback: HTTP2Library.readContent
    )
  }
}

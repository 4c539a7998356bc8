// SPDX-License-Identifier: Apache-2.0
//
// The C seam, downwards: what concerns one stream. As in `+Library`, a pointer that is passed lives
// at least until the call returns, and the library keeps none. Heads are submitted without fields;
// the stream's slot has them.

import CNghttp2
import HTTPValues

extension HTTP2Session {
  /// Where the stream stands in `streams`; `nil` when it is not open.
  func slotIndex(of stream: HTTP2StreamID) -> Int? { streams.index(of: stream) }

  func submitResponse(_ stream: HTTP2StreamID, _ index: Int) -> Bool {
    streams[index].isAnswered = true
    let hasBody = streams[index].outgoing != nil || !streams[index].body.isEmpty
    var provider = unsafe bodyProvider(index)
    let result = unsafe withUnsafePointer(to: &provider) {
      unsafe nghttp2_submit_response(
        library,
        stream.number,
        nil,
        0,
        hasBody ? $0 : nil
      )
    }
    return result == 0
  }

  func submitRequest(_ index: Int) -> HTTP2StreamID? {
    let hasBody = streams[index].outgoing != nil || !streams[index].body.isEmpty
    var provider = unsafe bodyProvider(index)
    let result = unsafe withUnsafePointer(to: &provider) {
      unsafe nghttp2_submit_request(
        library,
        nil,
        nil,
        0,
        hasBody ? $0 : nil,
        nil
      )
    }
    return result > 0 ? HTTP2StreamID(result) : nil
  }

  func submitInformation(_ stream: HTTP2StreamID) -> Bool {
    unsafe nghttp2_submit_headers(library, 0, stream.number, nil, nil, 0, nil) == 0
  }

  func submitTrailers(_ stream: HTTP2StreamID) -> Bool {
    unsafe nghttp2_submit_trailer(library, stream.number, nil, 0) == 0
  }

  func submitReset(_ stream: HTTP2StreamID, _ code: HTTP2ErrorCode) {
    _ = unsafe nghttp2_submit_rst_stream(library, 0, stream.number, code.number)
  }

  func resumeData(_ stream: HTTP2StreamID) {
    _ = unsafe nghttp2_session_resume_data(library, stream.number)
  }

  func changePriority(_ priority: ExtensiblePriority, of stream: HTTP2StreamID) {
    var wanted = nghttp2_extpri(
      urgency: UInt32(priority.urgency),
      inc: priority.isIncremental ? 1 : 0
    )
    _ = unsafe nghttp2_session_change_extpri_stream_priority(library, stream.number, &wanted, 0)
  }

  func giveBackWindows(_ count: Int, on stream: HTTP2StreamID) {
    _ = unsafe nghttp2_session_consume(library, stream.number, count)
  }

  func giveBackConnectionWindow(_ count: Int) {
    _ = unsafe nghttp2_session_consume_connection(library, count)
  }
}

extension HTTP2Session {
  private func bodyProvider(_ index: Int) -> nghttp2_data_provider {
    // The source is a number, the place of the stream.
    unsafe nghttp2_data_provider(
      source: nghttp2_data_source(fd: Int32(truncatingIfNeeded: index)),
      read_callback: HTTP2Session.readContent
    )
  }
}

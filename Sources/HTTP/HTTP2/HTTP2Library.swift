// SPDX-License-Identifier: Apache-2.0
//
// The C seam, downwards: every call into nghttp2. Common to all: `session` is what `init` made and
// `free` frees, used on one thread; what is passed by pointer lives at least until the call returns,
// and the library keeps none of it except where said.

import CNghttp2
import HTTPValues

/// The session of nghttp2 behind an HTTP/2 session: it makes and reads frames, keeps the windows of both sides, and
/// decides about the order of output. It calls its owner back while it receives and sends.
@safe
struct HTTP2Library {
  let session: OpaquePointer

  init(_ role: HTTP2Session.Role, _ limits: HTTP2Limits) {
    var options: OpaquePointer?
    var made: OpaquePointer?
    let callbacks = unsafe HTTP2Library.makeCallbacks()
    guard unsafe nghttp2_option_new(&options) == 0 else {
      fatalError("out of memory: HTTP/2 options")
    }
    unsafe nghttp2_option_set_no_auto_window_update(options, 1)
    unsafe nghttp2_option_set_no_http_messaging(options, 1)
    unsafe nghttp2_option_set_builtin_recv_extension_type(
      options,
      UInt8(NGHTTP2_PRIORITY_UPDATE.rawValue)
    )
    // Ours are stricter and named; these are here for what ours cannot see.
    unsafe nghttp2_option_set_max_outbound_ack(options, limits.outboundFrames)
    unsafe nghttp2_option_set_max_continuations(options, limits.continuations + 1)
    unsafe nghttp2_option_set_stream_reset_rate_limit(options, UInt64(Int32.max), UInt64(Int32.max))
    unsafe nghttp2_option_set_peer_max_concurrent_streams(options, 100)
    let result =
      switch role {
      case .server: unsafe nghttp2_session_server_new2(&made, callbacks, nil, options)
      case .client: unsafe nghttp2_session_client_new2(&made, callbacks, nil, options)
      }
    unsafe nghttp2_option_del(options)
    unsafe nghttp2_session_callbacks_del(callbacks)
    guard result == 0, let made = unsafe made else { fatalError("out of memory: HTTP/2 session") }
    unsafe session = made
  }

  /// Frees the session of nghttp2; nothing is called afterwards.
  func free() { unsafe nghttp2_session_del(session) }

  func attach(to owner: HTTP2Session) {
    // Safe: callbacks come only from calls that the owner makes, so it is alive then.
    unsafe nghttp2_session_set_user_data(session, Unmanaged.passUnretained(owner).toOpaque())
  }

  /// Submits the settings of our side; returns the fault of settings that nghttp2 refuses.
  func submitPreface(_ role: HTTP2Session.Role, _ limits: HTTP2Limits) -> HTTP2Fault? {
    var settings = [
      entry(NGHTTP2_SETTINGS_INITIAL_WINDOW_SIZE, limits.streamWindow),
      entry(NGHTTP2_SETTINGS_MAX_HEADER_LIST_SIZE, limits.headerListBytes),
      entry(NGHTTP2_SETTINGS_NO_RFC7540_PRIORITIES, 1),
    ]
    switch role {
    case .server:
      settings.append(entry(NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS, limits.concurrentStreams))
    case .client:
      settings.append(entry(NGHTTP2_SETTINGS_ENABLE_PUSH, 0))
    }
    let count = settings.count
    let accepted = unsafe settings.withUnsafeBufferPointer {
      unsafe nghttp2_submit_settings(session, 0, $0.baseAddress, count)
    }
    let window = Int32(clamping: limits.connectionWindow)
    let widened = unsafe nghttp2_session_set_local_window_size(session, 0, 0, window)
    guard accepted != 0 || widened != 0 else { return nil }
    return HTTP2Fault(.internalFailure, .internalError, "settings refused: \(accepted), \(widened)")
  }

  private func entry(_ id: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
    nghttp2_settings_entry(
      settings_id: Int32(id.rawValue),
      value: UInt32(clamping: min(value, Int(Int32.max)))
    )
  }

  /// Reads bytes of the peer; returns the fault that ends the session, if there is one.
  func receive(_ bytes: Span<UInt8>) -> HTTP2Fault? {
    guard bytes.count > 0 else { return nil }
    let result = unsafe bytes.withUnsafeBufferPointer {
      unsafe nghttp2_session_mem_recv(session, $0.baseAddress, $0.count)
    }
    guard result < 0 else { return nil }
    return switch Int32(result) {
    case NGHTTP2_ERR_CALLBACK_FAILURE.rawValue:
      HTTP2Fault(.internalFailure, .internalError, "a callback failed without a reason")
    case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue:
      HTTP2Fault(.protocolViolation, .protocolError, "the connection preface is not HTTP/2's")
    case NGHTTP2_ERR_FLOODED.rawValue:
      HTTP2Fault(.outputBacklog, .enhanceYourCalm, "too many acknowledgements wait to be sent")
    case NGHTTP2_ERR_NOMEM.rawValue:
      HTTP2Fault(.internalFailure, .internalError, "out of memory while receiving")
    default:
      HTTP2Fault(.protocolViolation, .protocolError, message(Int32(result)))
    }
  }

  /// Takes the bytes to be sent next, valid during the call of `body`; returns their number, 0 where there are none.
  func send(_ body: (Span<UInt8>) -> Void) -> Int {
    var frame: UnsafePointer<UInt8>?
    let count = unsafe nghttp2_session_mem_send(session, &frame)
    guard count > 0, let frame = unsafe frame else { return min(0, count) }
    // Safe: the library keeps these bytes until the next call to it.
    body(unsafe Span(_unsafeElements: UnsafeBufferPointer(start: frame, count: count)))
    return count
  }

  /// The words of nghttp2 for the number of an error.
  func message(_ code: Int32) -> String {
    guard let text = unsafe nghttp2_strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Number of content bytes that the peer may send on all streams together.
  var connectionWindowLeft: Int32 { unsafe nghttp2_session_get_local_window_size(session) }

  func terminate(_ code: HTTP2ErrorCode) {
    _ = unsafe nghttp2_session_terminate_session(session, code.number)
  }

  func submitShutdownNotice() { _ = unsafe nghttp2_submit_shutdown_notice(session) }

  func submitGoAway(_ code: HTTP2ErrorCode) {
    let last = unsafe nghttp2_session_get_last_proc_stream_id(session)
    _ = unsafe nghttp2_submit_goaway(session, 0, last, code.number, nil, 0)
  }

  func submitPing(_ opaque: UInt64) {
    var bytes = opaque.bigEndian
    unsafe withUnsafeBytes(of: &bytes) {
      _ = unsafe nghttp2_submit_ping(session, 0, $0.bindMemory(to: UInt8.self).baseAddress)
    }
  }

  var wantsRead: Bool { unsafe nghttp2_session_want_read(session) != 0 }

  var wantsWrite: Bool { unsafe nghttp2_session_want_write(session) != 0 }

  /// Frames that wait to be sent, content of streams not counted.
  var outboundFrameCount: Int { unsafe nghttp2_session_get_outbound_queue_size(session) }

  /// Size of the table that the peer keeps of the fields that we send.
  var peerTableBytes: Int {
    Int(unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_HEADER_TABLE_SIZE))
  }

  var peerConcurrentStreams: Int {
    Int(
      unsafe nghttp2_session_get_remote_settings(session, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
    )
  }
}

// SPDX-License-Identifier: Apache-2.0
//
// The C seam, downwards: every call into nghttp2. Common to all: `library` is the session that
// `init` made and `deinit` frees, used on one thread; what is passed by pointer lives at least until
// the call returns, and the library keeps none of it except where said.

import Bytes
import CNghttp2
import HTTPValues

extension HTTP2Session {
  static func makeLibrarySession(_ role: Role, _ limits: HTTP2Limits) -> OpaquePointer {
    var options: OpaquePointer?
    var made: OpaquePointer?
    let callbacks = unsafe makeCallbacks()
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
    return unsafe made
  }

  func attachLibrary() {
    // Safe: callbacks come only from calls that this session makes, so it is alive then.
    unsafe nghttp2_session_set_user_data(library, Unmanaged.passUnretained(self).toOpaque())
  }

  func freeLibrary() { unsafe nghttp2_session_del(library) }

  func submitPreface() {
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
      unsafe nghttp2_submit_settings(library, 0, $0.baseAddress, count)
    }
    let window = Int32(clamping: limits.connectionWindow)
    let widened = unsafe nghttp2_session_set_local_window_size(library, 0, 0, window)
    if accepted != 0 || widened != 0 {
      fail(.internalFailure, .internalError, detail: "settings refused: \(accepted), \(widened)")
    }
  }

  private func entry(_ id: nghttp2_settings_id, _ value: Int) -> nghttp2_settings_entry {
    nghttp2_settings_entry(
      settings_id: Int32(id.rawValue),
      value: UInt32(clamping: min(value, Int(Int32.max)))
    )
  }

  func feed(_ bytes: Span<UInt8>) {
    guard bytes.count > 0 else { return }
    let result = unsafe bytes.withUnsafeBufferPointer {
      unsafe nghttp2_session_mem_recv(library, $0.baseAddress, $0.count)
    }
    guard result < 0 else { return }
    switch Int32(result) {
    case NGHTTP2_ERR_CALLBACK_FAILURE.rawValue:
      fail(.internalFailure, .internalError, detail: "a callback failed without a reason")
    case NGHTTP2_ERR_BAD_CLIENT_MAGIC.rawValue:
      fail(.protocolViolation, .protocolError, detail: "the connection preface is not HTTP/2's")
    case NGHTTP2_ERR_FLOODED.rawValue:
      fail(.outputBacklog, .enhanceYourCalm, detail: "too many acknowledgements wait to be sent")
    case NGHTTP2_ERR_NOMEM.rawValue:
      fail(.internalFailure, .internalError, detail: "out of memory while receiving")
    default:
      fail(.protocolViolation, .protocolError, detail: libraryMessage(Int32(result)))
    }
  }

  /// Moves frames to `output` until it is full or nothing is left.
  func drain() {
    while output.count < outputLimit {
      var frame: UnsafePointer<UInt8>?
      let count = unsafe nghttp2_session_mem_send(library, &frame)
      guard count > 0, let frame = unsafe frame else {
        if count < 0 {
          fail(.internalFailure, .internalError, detail: libraryMessage(Int32(count)))
        }
        return
      }
      // Safe: the library keeps these bytes until the next call to it.
      write(frame: unsafe Span(_unsafeElements: UnsafeBufferPointer(start: frame, count: count)))
    }
  }

  func libraryMessage(_ code: Int32) -> String {
    guard let text = unsafe nghttp2_strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }

  /// Number of content bytes that the peer may send on all streams together.
  var connectionWindowLeft: Int32 { unsafe nghttp2_session_get_local_window_size(library) }

  func terminate(_ code: HTTP2ErrorCode) {
    _ = unsafe nghttp2_session_terminate_session(library, code.number)
  }

  func submitShutdownNotice() { _ = unsafe nghttp2_submit_shutdown_notice(library) }

  func submitGoAway(_ code: HTTP2ErrorCode) {
    let last = unsafe nghttp2_session_get_last_proc_stream_id(library)
    _ = unsafe nghttp2_submit_goaway(library, 0, last, code.number, nil, 0)
  }

  func submitPing(_ opaque: UInt64) {
    var bytes = opaque.bigEndian
    unsafe withUnsafeBytes(of: &bytes) {
      _ = unsafe nghttp2_submit_ping(library, 0, $0.bindMemory(to: UInt8.self).baseAddress)
    }
  }

  var libraryWantsRead: Bool { unsafe nghttp2_session_want_read(library) != 0 }

  var libraryWantsWrite: Bool { unsafe nghttp2_session_want_write(library) != 0 }

  /// Frames that wait to be sent, content of streams not counted.
  var outboundFrameCount: Int { unsafe nghttp2_session_get_outbound_queue_size(library) }

  /// Size of the table that the peer keeps of the fields that we send.
  var peerTableBytes: Int {
    Int(unsafe nghttp2_session_get_remote_settings(library, NGHTTP2_SETTINGS_HEADER_TABLE_SIZE))
  }

  var peerConcurrentStreams: Int {
    Int(
      unsafe nghttp2_session_get_remote_settings(library, NGHTTP2_SETTINGS_MAX_CONCURRENT_STREAMS)
    )
  }
}

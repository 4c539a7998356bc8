// SPDX-License-Identifier: Apache-2.0
//
// HTTP/2 as a codec: bytes in, events out; intents in, bytes out (RFC 9113, 7541, 9218).
// nghttp2 does frames, HPACK of what is received, flow control and the order of output. Ours are
// - HPACK of what is sent: the library is given heads without fields, and the fields are put into
//   their frames as they leave, so that a kept answer's are ready;
// - the rules of messages (section 8): the library's own checks are switched off, since each field
//   is looked at here anyway, once, and a malformed message shall be told apart from others;
// - what a frame on a stream that is over means: without the tree of RFC 7540 priorities the
//   library forgets closed streams, and it never minds a stream number lower than the last;
// - the limits: every kind of frame that costs us more than the peer has a budget;
// - when the peer's window is opened again: as the application takes the bytes.
// A session has no clock: the connection sets `now` before it calls. It lives on one loop, and only
// its C seam (`HTTP2Library`, `+FrameEvents`) and the tables of streams and fields see pointers.

import Bytes

/// One HTTP/2 connection without its socket, either side of it.
@safe
package final class HTTP2Session {
  package enum Role: Sendable {
    case server
    case client
  }

  /// nghttp2's session; freed with this one.
  let library: HTTP2Library
  let storage: UnsafeMutablePointer<SessionState>
  /// Streams that the peer gave a priority before it opened them.
  var earlyPriorities: [HTTP2StreamID] = []
  var isPeerGoingAway = false
  var isAbandoned = false
  /// Whether `fault` is known to the peer, or the GOAWAY that says it is on its way.
  var isFaultSubmitted = false
  var isFaultTold = false
  /// Message of the library about the last fault.
  var complaint = ""

  /// A session that has its settings ready to send.
  package init(_ role: Role, limits: HTTP2Limits = HTTP2Limits(), now: UInt32) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: SessionState(role, limits, now: now))
    library = HTTP2Library(role, limits)
    library.attach(to: self)
    if let fault = library.submitPreface(role, limits) { state.fail(fault) }
  }

  deinit {
    library.free()
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Number of open streams.
  package var streamCount: Int { streams.count }

  /// Whether nothing more will be received or sent: the connection may be closed.
  package var isFinished: Bool {
    isAbandoned || isFault(.internalFailure) || !library.wantsRead && !library.wantsWrite
  }

  /// Whether `emit` has something to give.
  package var wantsToEmit: Bool { !isAbandoned && library.wantsWrite }

  private func isFault(_ kind: HTTP2Fault.Kind) -> Bool { fault?.kind == kind }

  /// Keeps `object` with the stream until it closes; `nil` lets it go.
  package func attach(_ object: AnyObject?, to stream: HTTP2StreamID) {
    guard let index = slotIndex(of: stream) else { return }
    streams[index].attachment = object
  }

  /// Where the stream stands in `streams`; `nil` when it is not open.
  func slotIndex(of stream: HTTP2StreamID) -> Int? { streams.index(of: stream) }

  package func attachment(of stream: HTTP2StreamID) -> AnyObject? {
    guard let index = slotIndex(of: stream) else { return nil }
    return streams[index].attachment
  }

  /// Gives back the memory that the next message would use again; for a connection that is idle.
  package func releaseIdleMemory() {
    precondition(delegate == nil, "the session is at work")
    guard streams.count == 0 else { return }
    streams.release()
    block.release()
    encoder.release()
  }
}

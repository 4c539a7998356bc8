// SPDX-License-Identifier: Apache-2.0
//
// The C seam, upwards: what a frame that was received or sent means. The frame is read during the
// callback only; the members of its union are read by its type.

import Bytes
import CNghttp2
import HTTPValues

extension HTTP2Session {
  func frameReceived(_ frame: UnsafePointer<nghttp2_frame>) {
    let head = unsafe frame.pointee.hd
    let stream = HTTP2StreamID(head.stream_id)
    let hasFirstFlag = head.flags & 1 == 1
    switch FrameType(rawValue: head.type) {
    case .headers:
      blockComplete(stream, isEnd: hasFirstFlag)
    case .data:
      let content = unsafe head.length - frame.pointee.data.padlen
      _ = dataComplete(stream, isEmpty: content <= 0, isEnd: hasFirstFlag)
    case .resetStream:
      if let index = slotIndex(of: stream) { streams[index].isResetByPeer = true }
    case .settings where hasFirstFlag:
      state.isSettingsAcknowledged = true
    case .settings:
      delegate?.sessionReceivedSettings(self)
    case .ping where hasFirstFlag:
      let opaque = unsafe withUnsafeBytes(of: frame.pointee.ping.opaque_data) {
        unsafe $0.loadUnaligned(as: UInt64.self)
      }
      delegate?.session(self, acknowledgedPing: UInt64(bigEndian: opaque))
    case .goAway:
      isPeerGoingAway = true
      let last = unsafe HTTP2StreamID(frame.pointee.goaway.last_stream_id)
      let code = unsafe HTTP2ErrorCode(frame.pointee.goaway.error_code)
      delegate?.session(self, peerGoesAwayAfter: last, code)
    case .priorityUpdate:
      unsafe noteEarlyPriority(frame)
    case .priority, .pushPromise, .ping, .windowUpdate, .continuation, .other, nil:
      break
    }
  }

  /// Remembers that a stream had its priority before its request.
  private func noteEarlyPriority(_ frame: UnsafePointer<nghttp2_frame>) {
    guard let payload = unsafe frame.pointee.ext.payload else { return }
    // Safe: the built-in receiver of PRIORITY_UPDATE makes this its payload.
    let update = unsafe payload.assumingMemoryBound(to: nghttp2_ext_priority_update.self)
    let stream = unsafe HTTP2StreamID(update.pointee.stream_id)
    guard stream > lastPeerStream, !earlyPriorities.contains(stream) else { return }
    let last = lastPeerStream
    earlyPriorities.removeAll { $0 <= last }
    if earlyPriorities.count < state.limits.concurrentStreams { earlyPriorities.append(stream) }
  }

  func frameSent(_ frame: UnsafePointer<nghttp2_frame>) {
    let head = unsafe frame.pointee.hd
    switch FrameType(rawValue: head.type) {
    case .headers:
      if head.length > 0 { encoder.resize(to: library.peerTableBytes) }
      state.encodeHead(of: HTTP2StreamID(head.stream_id))
    case .resetStream:
      state.countProvokedReset(HTTP2StreamID(head.stream_id))
    case .goAway:
      let code = unsafe HTTP2ErrorCode(frame.pointee.goaway.error_code)
      if code != .none && fault == nil && !isGoingAway { noteLibraryFault(code) }
    case .data, .priority, .settings, .pushPromise, .ping, .windowUpdate, .continuation,
      .priorityUpdate, .other, nil:
      break
    }
  }

  /// The library ended the session by itself and has told the peer.
  private func noteLibraryFault(_ code: HTTP2ErrorCode) {
    isFaultSubmitted = true
    let detail = complaint.isEmpty ? "found by the library" : complaint
    state.fail(.protocolViolation, code, detail: detail)
  }
}

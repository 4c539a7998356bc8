// SPDX-License-Identifier: Apache-2.0

/// The rules of content that waits to be sent, and of peers that take it a byte at a time, or never.
extension SessionState {
  /// The streams whose bytes wait for the peer's window and are taken too slowly.
  ///
  /// Time counts while bytes wait, so a stream whose own writer is slow is not blamed. A byte now
  /// and then does not start it again, and what was fast before excuses nothing: each
  /// `stallGrace` seconds are judged for themselves.
  mutating func stalledStreams() -> [HTTP2StreamID] {
    var stalled: [HTTP2StreamID] = []
    for index in streams.indices {
      let waited = now &- streams[index].waitingSince
      guard streams[index].id.number != 0, streams[index].waiting > 0, waited >= limits.stallGrace
      else { continue }
      let (enough, overflow) = limits.minimumRate.multipliedReportingOverflow(by: Int(waited))
      if overflow || streams[index].sentWhileWaiting < enough {
        stalled.append(streams[index].id)
      } else {
        streams[index].waitingSince = now
        streams[index].sentWhileWaiting = 0
      }
    }
    return stalled
  }

  /// The place of a stream that can still be answered.
  mutating func writableIndex(of stream: HTTP2StreamID) -> Int? {
    guard !hasFailed, let index = streams.index(of: stream), streams[index].phase != .dead,
      !streams[index].isAnswered
    else { return nil }
    return index
  }

  /// Gives a stream the content of its message; returns true if there is some, or may be.
  mutating func setBody(_ body: HTTP2Body, _ index: Int) -> Bool {
    switch body {
    case .none: break
    case .bytes(let bytes): streams[index].body = bytes
    case .streaming: streams[index].outgoing = OutgoingBody()
    }
    streams[index].waitingSince = now
    return streams[index].outgoing != nil || !streams[index].body.isEmpty
  }
}

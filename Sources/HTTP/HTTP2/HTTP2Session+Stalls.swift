// SPDX-License-Identifier: Apache-2.0

/// Peers that ask for content and then take it a byte at a time, or never.
extension HTTP2Session {
  /// The streams whose bytes wait for the peer's window and are taken too slowly; to be asked about
  /// once a second, and reset.
  ///
  /// Time counts while bytes wait, so a stream whose own writer is slow is not blamed. A byte now
  /// and then does not start it again, and what was fast before excuses nothing: each
  /// `stallGrace` seconds are judged for themselves.
  package func stalledStreams() -> [HTTP2StreamID] {
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

  /// Number of bytes of all streams that could be sent if the peer's windows allowed.
  package var queuedBytes: Int { streams.indices.reduce(0) { $0 + streams[$1].waiting } }
}

// SPDX-License-Identifier: Apache-2.0

/// Peers that ask for content and then take it a byte at a time, or never.
extension HTTP2Session {
  /// The streams whose bytes wait for the peer's window and are taken too slowly; to be asked about
  /// once a second, and reset.
  ///
  /// The time counts from when bytes began to wait, so a stream whose own writer is slow is not
  /// blamed, and a byte now and then does not start it again.
  package func stalledStreams() -> [HTTP2StreamID] {
    var stalled: [HTTP2StreamID] = []
    for slot in streams.slots where slot.id.number != 0 && slot.waiting > 0 {
      let waited = now &- slot.waitingSince
      guard waited >= limits.stallGrace else { continue }
      let (enough, overflow) = limits.minimumRate.multipliedReportingOverflow(by: Int(waited))
      if overflow || slot.sentWhileWaiting < enough { stalled.append(slot.id) }
    }
    return stalled
  }

  /// How many bytes of all streams could be sent if the peer's windows allowed.
  package var queuedBytes: Int { streams.slots.reduce(0) { $0 + $1.waiting } }
}

// SPDX-License-Identifier: Apache-2.0

/// Manner in which each of the last closed streams ended.
///
/// A late frame means something else after each: on a stream that the peer closed it is an error of
/// the peer; on one that we reset it was on its way already and is dropped (RFC 9113 section 5.1).
struct ClosedStreams {
  enum Manner: Sendable {
    case complete
    case resetByPeer
    case resetByUs
  }

  // The streams that we reset are remembered longest: the peer may innocently send frames on them.
  private var complete = RecentStreams(capacity: 32)
  private var resetByPeer = RecentStreams(capacity: 32)
  private var resetByUs = RecentStreams(capacity: 256)

  mutating func insert(_ id: HTTP2StreamID, _ manner: Manner) {
    switch manner {
    case .complete: complete.insert(id)
    case .resetByPeer: resetByPeer.insert(id)
    case .resetByUs: resetByUs.insert(id)
    }
  }

  func manner(of id: HTTP2StreamID) -> Manner? {
    if resetByUs.contains(id) { return .resetByUs }
    if complete.contains(id) { return .complete }
    return resetByPeer.contains(id) ? .resetByPeer : nil
  }
}

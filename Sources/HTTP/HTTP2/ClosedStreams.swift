// SPDX-License-Identifier: Apache-2.0

/// How the streams that closed last came to their end.
///
/// A late frame means something else after each: on a stream that the peer closed it is an error of
/// the peer; on one that we reset it was on its way already and is dropped (RFC 9113 section 5.1).
struct ClosedStreams {
  enum Manner: UInt8 {
    case complete
    case resetByPeer
    case resetByUs
  }

  private static let kept = 64

  private var ids: [Int32] = []
  private var manners: [Manner] = []
  private var oldest = 0

  mutating func insert(_ id: HTTP2StreamID, _ manner: Manner) {
    if ids.count < ClosedStreams.kept {
      ids.append(id.number)
      manners.append(manner)
      return
    }
    ids[oldest] = id.number
    manners[oldest] = manner
    oldest = (oldest + 1) % ClosedStreams.kept
  }

  func manner(of id: HTTP2StreamID) -> Manner? {
    guard let index = ids.firstIndex(of: id.number) else { return nil }
    return manners[index]
  }
}

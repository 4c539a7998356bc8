// SPDX-License-Identifier: Apache-2.0

/// The numbers that bound what a peer can make a session do.
package struct HTTP2Limits: Sendable, Equatable {
  /// Streams that the peer may have open at once (SETTINGS_MAX_CONCURRENT_STREAMS).
  package var concurrentStreams = 128
  /// Bytes of content that the peer may send on a stream before the application takes them.
  package var streamWindow = 262_144
  /// The same for all streams together.
  package var connectionWindow = 1_048_576

  /// A head with more is refused (431); counted as RFC 9113 section 6.5.2 does, 32 bytes a field on
  /// top of its letters.
  package var headerListBytes = 32_768
  /// A head with more fields is refused (431).
  package var headerFields = 128
  /// A header block that unpacks to more ends the session.
  package var headerBombBytes = 262_144
  /// A header block that is longer on the wire ends the session.
  package var headerBlockBytes = 131_072
  /// A header block in more CONTINUATION frames ends the session.
  package var continuations = 16

  /// Informational answers (1xx) before an answer; with more the stream is reset.
  package var interimHeads = 32

  /// RST_STREAM frames.
  package var resets = HTTP2Allowance(burst: 200, perSecond: 20)
  /// Streams that we reset because of what the peer did.
  package var provokedResets = HTTP2Allowance(burst: 100, perSecond: 10)
  package var settings = HTTP2Allowance(burst: 20, perSecond: 1)
  package var pings = HTTP2Allowance(burst: 50, perSecond: 10)
  /// PRIORITY and PRIORITY_UPDATE frames.
  package var priorities = HTTP2Allowance(burst: 500, perSecond: 100)
  /// DATA frames without content that do not end their stream.
  package var emptyFrames = HTTP2Allowance(burst: 100, perSecond: 10)
  /// WINDOW_UPDATE frames; every DATA frame that we send allows ten more.
  package var windowUpdates = HTTP2Allowance(burst: 1_000, perSecond: 100)
  /// Frames that nothing listens to.
  package var ignoredFrames = HTTP2Allowance(burst: 500, perSecond: 100)

  /// Frames without content that wait to be sent.
  package var outboundFrames = 1_000

  /// A stream tells its writer to wait when more than this is queued.
  package var queueHighMark = 65_536
  /// A stream that was full asks for more when less than this is queued.
  package var queueLowMark = 16_384

  /// A stream whose bytes wait for the peer's window is slow when, after this many seconds, fewer
  /// than `minimumRate` bytes a second were taken.
  package var stallGrace: UInt32 = 20
  package var minimumRate = 500

  package init() {}
}

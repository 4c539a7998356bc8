// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// Receiver of the events of a session: the connection.
///
/// Every call comes from within `receive`, `emit` or `abandon`, on the same thread. Spans and views
/// are good during the call only. The receiver may answer, write, consume and reset at once; it may
/// not call `receive` or `emit` from within.
package protocol HTTP2Delegate: AnyObject {
  /// A client opened a stream. When `isComplete`, neither content nor trailers follow.
  func session(
    _ session: HTTP2Session,
    received request: borrowing RequestView,
    on stream: HTTP2StreamID,
    isComplete: Bool
  )

  /// A client opened a stream with a head past the limits; the answer should be 431.
  func session(_ session: HTTP2Session, refusedHeadOn stream: HTTP2StreamID)

  /// A server answered. An informational answer (1xx) is followed by another head.
  func session(
    _ session: HTTP2Session,
    received status: Status,
    _ fields: borrowing FieldsView,
    on stream: HTTP2StreamID,
    isComplete: Bool
  )

  /// A piece of content; `consume` says when the peer may send as much again.
  func session(
    _ session: HTTP2Session,
    received content: Span<UInt8>,
    on stream: HTTP2StreamID
  )

  /// Trailers; `ended` follows.
  func session(
    _ session: HTTP2Session,
    received trailers: borrowing FieldsView,
    on stream: HTTP2StreamID
  )

  /// The peer's message is complete, after content or trailers.
  func session(_ session: HTTP2Session, ended stream: HTTP2StreamID)

  /// The peer's message is malformed and its stream is being reset; `closed` follows only for a
  /// stream that was told of before.
  func session(
    _ session: HTTP2Session,
    rejected stream: HTTP2StreamID,
    because malformation: HTTP2Malformation
  )

  /// The stream is no more. Comes once for each stream that was opened by `open` or told of by
  /// `received request` or `refusedHeadOn`.
  func session(_ session: HTTP2Session, closed stream: HTTP2StreamID, _ end: HTTP2StreamEnd)

  /// There is room again in the queue of a stream whose `send` said that it was full.
  func session(_ session: HTTP2Session, drained stream: HTTP2StreamID)

  /// The peer opens or accepts no streams behind `last`.
  func session(
    _ session: HTTP2Session,
    peerGoesAwayAfter last: HTTP2StreamID,
    _ code: HTTP2ErrorCode
  )

  func session(_ session: HTTP2Session, acknowledgedPing opaque: UInt64)

  /// The peer's settings are in force.
  func sessionReceivedSettings(_ session: HTTP2Session)

  /// The session is at its end; all streams were closed before. What `emit` still gives tells the
  /// peer why.
  func session(_ session: HTTP2Session, failed fault: HTTP2Fault)
}

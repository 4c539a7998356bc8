// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// State of one open stream.
struct StreamSlot {
  enum Phase {
    /// The peer's head has not come yet.
    case head
    /// The head is complete; content or trailers may follow.
    case content
    /// The peer has said all it had to say.
    case over
    /// We reset the stream: whatever the peer still sends is dropped.
    case dead
  }

  var id = HTTP2StreamID(0)
  var phase = Phase.head
  /// Whether the delegate was told of the stream and will be told of its end.
  var isAnnounced = false
  var isResetByPeer = false
  var isResetByApplication = false
  /// Whether our final head was submitted.
  var isAnswered = false
  /// Whether our head has left for the peer.
  var isHeadSent = false
  /// Whether the answer has no content whatever its length says (HEAD).
  var isHeadRequest = false
  /// Whether the library waits for more content from us.
  var isDeferred = false
  var malformation: HTTP2Malformation?
  /// Number of informational heads that came before the answer.
  var interimHeads = 0

  /// Length that Content-Length announced.
  var expected: Int?
  var received = 0
  /// Content that was handed to the delegate and not yet consumed.
  var unconsumed = 0

  /// The head or the trailers to send next, and what follows in the same block.
  var head: HTTP2HeadTemplate?
  var headEnd: HTTP2HeadTemplate?
  /// Interim heads that go before it.
  var interims: [HTTP2HeadTemplate] = []
  /// Content that was ready when the message was submitted, and how much of it is sent.
  var body: [UInt8] = []
  var sent = 0
  /// Content that is written piece by piece.
  var outgoing: OutgoingBody?

  /// Since when bytes wait to be sent, and how many were sent since.
  var waitingSince: UInt32 = 0
  var sentWhileWaiting = 0

  /// Whatever the connection keeps for the stream.
  var attachment: AnyObject?
  /// The next free slot when this one is free.
  var next = -1

  /// Number of bytes that could be sent at once if the peer's window allowed.
  var waiting: Int {
    if let outgoing { return outgoing.count }
    return body.count - sent
  }
}

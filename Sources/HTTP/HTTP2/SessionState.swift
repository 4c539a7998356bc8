// SPDX-License-Identifier: Apache-2.0

import Bytes

/// State of a session that changes with every frame.
struct SessionState: ~Copyable {
  /// Whom to tell, while a call is under way.
  var delegate: (any HTTP2Delegate)?
  /// Fault that ended the session, once it has ended.
  var fault: HTTP2Fault?
  /// Whether there is a fault; asked after every frame.
  var hasFailed = false
  var now: UInt32
  var counters = HTTP2Counters()
  var budgets: Budgets

  var streams = StreamTable()
  var closedStreams = ClosedStreams()
  /// The highest number of a stream that the peer opened.
  var lastPeerStream = HTTP2StreamID(0)

  /// The header block that is being received, its stream, and what it took on the wire so far.
  var block: HeaderBlock
  var blockIndex = 0
  var blockBytes = 0
  var blockContinuations = 0

  /// Puts the fields of all heads into their frames.
  var encoder = HeaderEncoder()
  /// The caller's buffer, while `emit` runs, and up to where it is filled.
  var output = ByteBuffer()
  var outputLimit = 0

  /// Looks at what arrives before the library does.
  var scanner: FrameScanner

  init(_ role: HTTP2Session.Role, _ limits: HTTP2Limits, now: UInt32) {
    scanner = FrameScanner(role)
    self.now = now
    budgets = Budgets(limits, now: now)
    block = HeaderBlock(limits)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes

/// State of a session that changes with every frame, with the rules that need neither the library nor the delegate.
struct SessionState: ~Copyable {
  let role: HTTP2Session.Role
  let limits: HTTP2Limits
  /// Whom to tell, while a call is under way.
  var delegate: (any HTTP2Delegate)?
  /// Fault that ended the session, once it has ended.
  var fault: HTTP2Fault?
  /// Whether there is a fault; asked after every frame.
  var hasFailed = false
  /// Whether the peer has acknowledged our settings; from then on they bind it.
  var isSettingsAcknowledged = false
  var isGoingAway = false
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
    (self.role, self.limits) = (role, limits)
    scanner = FrameScanner(role)
    self.now = now
    budgets = Budgets(limits, now: now)
    block = HeaderBlock(limits)
  }

  /// Notes the first thing that ends the session; `settle` acts on it.
  mutating func fail(
    _ kind: HTTP2Fault.Kind,
    _ code: HTTP2ErrorCode,
    on stream: HTTP2StreamID = HTTP2StreamID(0),
    detail: String
  ) {
    guard !hasFailed else { return }
    fail(HTTP2Fault(kind, code, on: stream, detail))
  }

  mutating func fail(_ first: HTTP2Fault) {
    guard !hasFailed else { return }
    hasFailed = true
    fault = first
  }
}

extension SessionState {
  /// True if the stream of a DATA frame may be closed when the library comes to it: without a reset
  /// in the same bytes, what is open now is open then.
  @inline(__always)
  mutating func mayBeLate(_ head: FrameScanner.Head, hasReset: Bool) -> Bool {
    guard role == .server, head.type == .data else { return false }
    return hasReset || head.stream <= lastPeerStream && streams.index(of: head.stream) == nil
  }

  /// A field of the header block: `false` ends the session.
  @inline(__always)
  mutating func fieldArrived(name: Span<UInt8>, value: Span<UInt8>, isSensitive: Bool) -> Bool {
    let verdict = block.add(name: name, value: value, isSensitive: isSensitive)
    guard verdict == .bomb else { return true }
    fail(
      .headerBomb,
      .enhanceYourCalm,
      on: streams[blockIndex].id,
      detail: "a header block of more than \(limits.headerBombBytes) bytes when unpacked"
    )
    return false
  }

  /// Notes the promised length; `false` when the message is over and promised more than nothing.
  @inline(__always)
  mutating func promise(_ index: Int, isEnd: Bool) -> Bool {
    streams[index].expected = block.contentLength
    return !isEnd || (block.contentLength ?? 0) == 0
  }

  /// The end of a stream that the library closes with a code. It is `mutating` to read the stream where it is: of a
  /// borrowed table a copy is made.
  mutating func end(of index: Int, _ code: HTTP2ErrorCode) -> HTTP2StreamEnd {
    if streams[index].phase == .dead {
      let malformation = streams[index].malformation
      // A stream that both sides had ended closes before it can be reset.
      let reset = malformation == nil ? code : .protocolError
      return HTTP2StreamEnd(.local, reset, malformation: malformation)
    }
    if streams[index].isResetByPeer || role == .client && code == .refusedStream {
      let isUntouched = role == .client && code == .refusedStream
      return HTTP2StreamEnd(.peer, code, isRetrySafe: isUntouched)
    }
    return HTTP2StreamEnd(code == .none ? .complete : .local, code)
  }

  /// Part of a stream's content that the library can take for one DATA frame.
  struct Portion {
    var count: Int
    var isLast: Bool
  }

  /// The next portion of at most `limit` bytes; `nil` when there is none yet.
  mutating func nextPortion(_ index: Int, atMost limit: Int) -> Portion? {
    guard let outgoing = streams[index].outgoing else {
      let left = streams[index].body.count - streams[index].sent
      return Portion(count: min(left, limit), isLast: left <= limit)
    }
    let count = min(outgoing.count, limit)
    guard count > 0 || outgoing.isEnded else {
      streams[index].isDeferred = true
      return nil
    }
    return Portion(count: count, isLast: outgoing.isEnded && count == outgoing.count)
  }
}

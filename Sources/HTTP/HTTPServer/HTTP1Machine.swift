// SPDX-License-Identifier: Apache-2.0

// State machine of one HTTP/1.x connection, without its socket, its timer and its handler. The
// owner reports each event and then asks `next` until the answer is `rest`. Requests are taken one
// after the other, so that answers keep their order; their answers are gathered and written
// together.
//
//     head ──► handling ──► head             the whole request was read
//                 │ ├─────► discarding ──► head    the rest of its body is thrown away
//                 ▼ ▼
//              closing ──► lingering ──► closed    the answer under way was the last

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// Protocol state of one HTTP/1.x server connection: events go in, actions come out.
struct HTTP1Machine: ~Copyable {
  enum Phase {
    /// Between requests or within a head.
    case head
    /// A request is being answered.
    case handling
    /// Answered; the rest of the request's body is read and thrown away.
    case discarding
    /// The last answer is in the output; the connection ends behind it.
    case closing
    /// The last answer is written; the peer is read on so that it gets it.
    case lingering
    case closed
  }

  /// The next thing that the owner does.
  enum Action {
    /// Show the request at the front of `input` to the handler; then `answer` or `handOver`.
    case show(RequestHead)
    /// Answer what is no request that we take; then `refuse`.
    case refuse(Status, label: StaticString, detail: String? = nil)
    /// Wake the handler that waits for the request's body.
    case wakeReader
    /// Wake the handler that waits for room in the output.
    case wakeWriter
    /// Write what is unsent; then `wrote` or `peerGone`.
    case write
    /// Tell the peer that nothing more will be written, and read on.
    case finishWriting
    /// Read what may have come meanwhile; then `received`, or `timedOut` when nothing has.
    case readOnceMore
    /// Close the socket; nothing else follows.
    case close(abruptly: Bool)
    /// Nothing until the next event.
    case rest(Rest)
    /// The connection was closed before.
    case nothing
  }

  /// State in which a connection waits for its next event.
  struct Rest: Equatable {
    let wantsInput: Bool
    /// Whether a request, or half of one, is under way.
    let isActive: Bool
    /// Whether there is more to do in the loop's next turn: other connections come first.
    let goesOnInNextTurn: Bool
    /// Latest time at which to call `deadlineReached`.
    let nextLook: Instant
  }

  /// Actions that an event has made necessary.
  struct Due: OptionSet {
    let rawValue: UInt8

    static let wakeReader = Due(rawValue: 1)
    static let wakeWriter = Due(rawValue: 2)
    static let write = Due(rawValue: 4)
    static let readOnceMore = Due(rawValue: 8)
    static let headTimeout = Due(rawValue: 16)
    static let close = Due(rawValue: 32)
    static let reset = Due(rawValue: 64)
  }

  // Each idle connection has one: flags stand together, behind a member that leaves room for them.

  let limits: SharedLimits
  /// Bytes that were read; memory is lent by the owner, and none is held while nothing waits.
  var input: ByteBuffer
  /// Answers that are to be written; lent likewise.
  var output = ByteBuffer()
  /// A large ready body behind `output`, and how much of it is written.
  var outgoing: [UInt8] = []
  var outgoingOffset = 0
  /// Length of the head of the request that is shown.
  var shownHead = 0
  var discarded = 0
  var parser = RequestParser()
  var phase = Phase.head
  var answering = Answering.unparsed
  var body = IncomingBody.none
  /// Error that keeps the rest of the request's body from being read.
  var bodyFailure: ExchangeError?
  /// Whether the connection goes on after the answer under way.
  var isPersistent = true
  /// Whether the read buffer was looked through and holds the beginning of a head.
  var isHeadIncomplete = false
  /// Whether requests may still be taken in this turn.
  var mayTakeRequests = true
  var deadline: ConnectionDeadline
  var due: Due = []
  private(set) var isBlocked = false
  private(set) var inputEnded = false
  var isDraining: Bool

  /// Starts with what was read while the protocol was found out.
  init(_ early: consuming ByteBuffer, _ limits: SharedLimits, isDraining: Bool, _ now: Instant) {
    self.limits = limits
    self.isDraining = isDraining
    input = early
    deadline = ConnectionDeadline(now)
  }

  /// Number of bytes of answers that are not written.
  var unsent: Int { output.count + outgoing.count - outgoingOffset }

  /// The next thing to do. `slots` receives the fields of a request that is to be shown.
  mutating func next(_ slots: inout HeadSlots, _ now: Instant) -> Action {
    guard phase != .closed else { return .nothing }
    if !due.isEmpty, let action = nextDue() { return action }
    if let action = nextRequest(&slots, now) { return action }
    if unsent > 0, !isBlocked {
      mayTakeRequests = false
      return .write
    }
    if phase == .closing, !isBlocked { return linger(now) }
    if isOver { return end(abruptly: false) }
    return .rest(rest(now))
  }

  private mutating func nextDue() -> Action? {
    if !due.isDisjoint(with: [.close, .reset]) { return end(abruptly: due.contains(.reset)) }
    if due.remove(.headTimeout) != nil {
      return .refuse(.requestTimeout, label: "head_timeout")
    }
    if due.remove(.readOnceMore) != nil { return .readOnceMore }
    if due.remove(.wakeReader) != nil, phase == .handling { return .wakeReader }
    if due.remove(.wakeWriter) != nil, phase == .handling { return .wakeWriter }
    if due.remove(.write) != nil, unsent > 0 || isBlocked { return .write }
    return nil
  }

  private mutating func end(abruptly: Bool) -> Action {
    phase = .closed
    return .close(abruptly: abruptly)
  }

  /// After the last answer, the peer is read on for a while: closing with unread input would reset the
  /// connection and take the answer with it.
  private mutating func linger(_ now: Instant) -> Action {
    guard !inputEnded else { return end(abruptly: false) }
    phase = .lingering
    input.removeAll()
    deadline.wait(for: .goodbye, now)
    return .finishWriting
  }

  /// Whether the peer sends nothing more, and all that it has sent is answered. Half a request
  /// needs no answer.
  private var isOver: Bool {
    guard inputEnded, !isBlocked else { return false }
    return phase == .discarding || phase == .head && !mayHoldRequest
  }

  private mutating func rest(_ now: Instant) -> Rest {
    let wantsInput = wantsInput
    // A peer that waits for our leave to send the body is not slow.
    let holdsBodyBack = phase == .handling && answering.awaitsContinue && input.isEmpty
    deadline.setReading(wantsInput && !holdsBodyBack, now)
    return Rest(
      wantsInput: wantsInput,
      isActive: phase != .head || input.count > 0 || isBlocked,
      goesOnInNextTurn: mayHoldRequest && !isBlocked,
      nextLook: deadline.nextLook(limits.value.timeouts)
    )
  }

  private var wantsInput: Bool {
    guard !inputEnded else { return false }
    switch phase {
    case .head: return !isBlocked && !mayHoldRequest
    // While a handler works, the end of the connection is to be seen, and what comes is bounded.
    case .handling: return input.count < HTTP1Machine.inputAhead
    case .discarding, .lingering: return true
    case .closing, .closed: return false
    }
  }

  /// Number of bytes of a body or of later requests that are read ahead of the handler.
  private static let inputAhead = 64 * 1024
}

// MARK: events

extension HTTP1Machine {
  /// So many bytes were read into `input`.
  mutating func received(_ count: Int, _ now: Instant) {
    deadline.received(count, now)
    isHeadIncomplete = false
    mayTakeRequests = true
    switch phase {
    case .head, .closing, .closed: break
    case .handling: due.insert(.wakeReader)
    case .discarding: discardBody(now)
    case .lingering: input.removeAll()
    }
  }

  /// The peer will send nothing more; it may still wait for the answers to all that it has sent.
  mutating func inputHasEnded(_ now: Instant) {
    inputEnded = true
    switch phase {
    case .handling:
      if input.isEmpty { isPersistent = false }
      if deadline.awaited == .handler { waitForHandler(now) }
      due.insert(.wakeReader)
    case .lingering: due.insert(.close)
    case .head, .discarding, .closing, .closed: break
    }
  }

  /// The peer takes output again.
  mutating func drained() {
    due.insert(.write)
    mayTakeRequests = true
  }

  /// A turn of the loop has begun or ended: requests that were left are taken.
  mutating func turned() { mayTakeRequests = true }

  /// So many bytes were written. `unacknowledged`: how many the peer's kernel has not taken, when it
  /// takes no more for now; `nil` when nothing is unsent.
  mutating func wrote(_ count: Int, unacknowledged: Int?, _ now: Instant) {
    deadline.sent(count)
    if unacknowledged == nil {
      outgoing = []
      outgoingOffset = 0
    }
    guard isBlocked != (unacknowledged != nil) else { return }
    isBlocked.toggle()
    if let unacknowledged {
      deadline.beginSending(unacknowledged: unacknowledged, now)
    } else {
      deadline.endSending(now)
      due.insert(.wakeWriter)
    }
  }

  /// The connection is broken, or is to be cut off.
  mutating func peerGone() { due.insert(.reset) }

  /// Ends the connection with its next answer, or after a while without a request: one that is on its
  /// way now is answered, and told that it was the last. Who has an answer already that says otherwise
  /// may ask once more.
  mutating func drain(_ now: Instant) {
    isDraining = true
    switch phase {
    case .handling: if !hasBegunAnswer { isPersistent = false }
    case .head where input.isEmpty: deadline.wait(for: .goodbye, now)
    case .head, .discarding, .closing, .lingering, .closed: break
    }
  }

  /// `Rest.nextLook` has come; says what the peer was too slow with, if it was.
  mutating func deadlineReached(unacknowledged: Int, _ now: Instant) -> Patience? {
    let timeouts = limits.value.timeouts
    switch deadline.overdue(timeouts, unacknowledged: unacknowledged, now) {
    case nil, .awaiting(.handler): return nil
    case .sending:
      due.insert(.reset)
      return .send
    // A request that has come meanwhile would be lost.
    case .awaiting(.request), .awaiting(.goodbye):
      due.insert(phase == .head ? .readOnceMore : .close)
      return nil
    case .awaiting(.head):
      due.insert(input.isEmpty ? .close : .headTimeout)
      return input.isEmpty ? nil : .head
    case .awaiting(.body):
      if phase == .handling { failBody(.bodyTooSlow, now) } else { due.insert(.reset) }
      return .body
    case .awaiting(.handlerOrPeer(let asked)):
      let isAsked = askPeer()
      deadline.wait(for: isAsked ? .handlerOrPeer(asked: asked &+ 1) : .handler, now)
      return nil
    }
  }

  /// Nothing came until the deadline.
  mutating func timedOut() { due.insert(.close) }

  /// From now on it is the handler's turn.
  mutating func waitForHandler(_ now: Instant) {
    deadline.wait(for: inputEnded ? .handlerOrPeer(asked: 0) : .handler, now)
  }

  /// Asks a peer that has closed its direction whether it is still there, since nothing else tells one
  /// that reads on from one that is gone: a 100 more is nothing to the first (RFC 9110 section
  /// 15.2.1), and the other's kernel resets the connection. `false` where it cannot be asked: over
  /// HTTP/1.0, and when the answer has begun, which asks by itself.
  private mutating func askPeer() -> Bool {
    guard phase == .handling, answering.version >= .http11, !hasBegunAnswer else { return false }
    append(interim: Response(.continue))
    return true
  }
}

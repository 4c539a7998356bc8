// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// One HTTP/1.x connection of a server.
///
/// Everything that is complete in the read buffer is parsed and answered, the answers gathered and
/// written once. Parsing stops while a handler answers later, so that answers keep the order of their
/// requests, and while there is output enough: `settle` has it go on. An idle connection holds no
/// buffer.
final class HTTP1Connection: ServedConnection, ChannelOwner {
  enum Phase {
    /// Between requests or within a head.
    case head
    /// A handler has the request.
    case handling
    /// Answered; the rest of the request's body is read and thrown away.
    case discarding
    /// The last answer is in the output; the connection ends behind it.
    case closing
    /// The last answer is written; the peer is read on so that it gets it.
    case lingering
    case closed
  }

  let channel: Channel
  let server: ServerLoop
  let peer: Peer
  var phase = Phase.head
  var input = ByteBuffer()
  var output = ByteBuffer()
  /// A large ready body behind `output`, and how much of it is written.
  var outgoing: [UInt8] = []
  var outgoingOffset = 0
  var parser: RequestParser
  var body = IncomingBody.none
  var exchange: HTTP1Exchange?
  /// Whether the connection goes on after the answer under way.
  var isPersistent = true
  var inputEnded = false
  /// Whether the read buffer was looked through and holds the beginning of a head.
  var isHeadIncomplete = false
  private var goesOnInNextTurn = false
  var isBlocked = false
  var flushesAtEndOfTurn = false
  var discarded = 0
  var answering = Answering.unparsed
  var deadline: ConnectionDeadline
  private(set) var standing: ConnectionStanding

  init(_ channel: Channel, _ server: ServerLoop, _ peer: Peer) {
    self.channel = channel
    self.server = server
    self.peer = peer
    parser = RequestParser(limits: server.limits.head)
    deadline = ConnectionDeadline(server.core.now)
    standing = ConnectionStanding(kind: .http1, isSecure: channel.layer != nil)
  }

  /// Starts with what was read while the protocol was found out.
  func open(with early: consuming ByteBuffer) {
    input = early
    channel.owner = self
    wait(for: .head)
    if input.count > 0 { proceed() }
  }

  // MARK: what the channel reports

  func channelOpened() {}

  func channelReadable() { _ = read() }

  /// Reads and answers what has come; whether anything has.
  func read() -> Bool {
    if input.capacity == 0 { input = server.core.buffers.take() }
    switch channel.read(into: &input) {
    case .bytes(let count):
      server.counters.received(count)
      deadline.received(count, server.core.now)
      isHeadIncomplete = false
      proceed()
      return true
    case .wait: releaseInput()
    case .end: inputHasEnded()
    case .failed: disconnected()
    }
    return false
  }

  func channelWritable() {
    flush()
    if phase != .closed, !isBlocked { goOn() }
  }

  func channelFailed(_ failure: StreamFailure) { disconnected() }

  /// Does what the bytes in the read buffer allow.
  func proceed() {
    switch phase {
    case .head: parseRequests()
    case .handling: exchange?.inputArrived()
    case .discarding:
      discardBody()
      parseRequests()
    case .closing: break
    case .lingering: input.removeAll()
    case .closed: return
    }
    settle()
  }

  /// Goes on with what was left because there was output enough.
  func goOn() {
    guard phase != .closed else { return }
    parseRequests()
    settle()
  }

  /// Writes what is ready and puts reading, the deadline and the next turn in order, after anything
  /// happened.
  func settle() {
    guard phase != .closed else { return }
    flush()
    guard phase != .closed else { return }
    if isOver {
      close()
      return
    }
    if mayHoldRequest && !isBlocked { goOnInNextTurn() }
    if input.count == 0 { releaseInput() }
    let wantsInput = wantsInput
    channel.setReading(wantsInput)
    deadline.setReading(wantsInput && !holdsBodyBack, server.core.now)
    updateDeadline()
    setActive(phase != .head || input.count > 0 || isBlocked)
  }

  /// Whether the peer sends nothing more, and all that it has sent is answered. Nobody waits for the
  /// answer to half a request.
  private var isOver: Bool {
    guard inputEnded, !isBlocked else { return false }
    return phase == .discarding || phase == .head && !mayHoldRequest
  }

  /// Other connections come first: a peer that asks faster than it can be answered is never done.
  private func goOnInNextTurn() {
    guard !goesOnInNextTurn else { return }
    goesOnInNextTurn = true
    server.core.wakeInNextTurn(self)
  }

  func setActive(_ isActive: Bool) {
    guard isActive != standing.isActive else { return }
    server.counters.ended(standing)
    standing.isActive = isActive
    server.counters.began(standing)
  }

  private var wantsInput: Bool {
    guard !inputEnded else { return false }
    switch phase {
    case .head: return !isBlocked && !mayHoldRequest
    // While a handler works, the end of the connection is to be seen, and what comes is bounded.
    case .handling: return input.count < HTTP1Connection.inputAhead
    case .discarding, .lingering: return true
    case .closing, .closed: return false
    }
  }

  /// Whether the peer waits for us to ask for the body.
  private var holdsBodyBack: Bool { input.count == 0 && exchange?.expectsLeave == true }

  /// How much of a body or of later requests is read ahead of the handler.
  static let inputAhead = 64 * 1024

  func releaseInput() {
    if input.count == 0 && input.capacity > 0 { server.core.buffers.recycle(&input) }
  }

  private func inputHasEnded() {
    inputEnded = true
    switch phase {
    case .handling:
      // A peer may close its direction and still wait for the answers to all that it has sent.
      if input.count == 0 { isPersistent = false }
      if deadline.awaited == .handler { waitForHandler() }
      exchange?.inputArrived()
    case .lingering: close()
    case .head, .discarding, .closing, .closed: break
    }
    settle()
  }

  // MARK: ending

  /// Ends the connection with its next answer, or after a while without a request: one that is on its
  /// way now is answered, and told that it was the last. Who has an answer already that says otherwise
  /// may ask once more.
  func drain() {
    switch phase {
    case .handling: if exchange?.hasBegunAnswer != true { isPersistent = false }
    case .head where input.count == 0:
      wait(for: .goodbye)
      updateDeadline()
    case .head, .discarding, .closing, .lingering, .closed: break
    }
  }

  func cut() { disconnected() }

  /// The peer is gone, or was too slow: whoever waits is told, and the socket goes.
  func disconnected() {
    guard phase != .closed else { return }
    close(abruptly: true)
  }

  func close(abruptly: Bool = false) {
    guard phase != .closed else { return }
    phase = .closed
    deadline.cancel(on: server.core)
    channel.close(abruptly: abruptly)
    server.core.buffers.recycle(&input)
    server.outputs.recycle(&output)
    outgoing = []
    let abandoned = exchange
    exchange = nil
    abandoned?.connectionClosed()
    server.remove(self, of: peer.client)
  }

  /// Says goodbye after the last answer and reads on for a while: closing with unread input would
  /// reset the connection and take the answer with it.
  func beginLingering() {
    guard phase != .lingering, phase != .closed else { return }
    if inputEnded {
      close()
      return
    }
    phase = .lingering
    input.removeAll()
    channel.finishWriting()
    wait(for: .goodbye)
  }
}

extension HTTP1Connection: WakeHandler {
  func woken() {
    goesOnInNextTurn = false
    goOn()
  }
}

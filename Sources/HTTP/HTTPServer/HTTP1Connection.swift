// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// One HTTP/1.x connection of a server: tells its machine what happens and does what that decides.
///
/// An idle connection holds no buffer.
final class HTTP1Connection: ServedConnection {
  var machine: HTTP1Machine
  let server: ServerLoop
  let channel: Channel
  private let peer: Peer
  /// The request that its handler answers later.
  private var exchange: HTTP1Exchange?
  /// An answer whose writing is timed.
  private var writing: AnswerWriting?
  private var timer = LazyTimer()
  private var goesOnInNextTurn = false
  private var goesOnAtEndOfBatch = false
  private(set) var standing: ConnectionStanding

  /// Starts with what was read while the protocol was found out.
  init(_ channel: Channel, _ server: ServerLoop, _ peer: Peer, early: consuming ByteBuffer) {
    self.channel = channel
    self.server = server
    self.peer = peer
    machine = HTTP1Machine(
      early,
      server.sharedLimits,
      isDraining: server.isDraining,
      server.core.now
    )
    standing = ConnectionStanding(kind: .http1, isSecure: channel.layer != nil)
  }

  func open() {
    channel.owner = self
    goOn()
  }

  var now: Instant { server.core.now }

  func drain() {
    machine.drain(now)
    exchange?.drain()
    goOn()
  }

  func cut() {
    machine.peerGone()
    goOn()
  }

  // MARK: what the machine decides

  /// Does everything that is to be done now, after anything happened.
  ///
  /// - Parameter writing: whether output is written now; if not, at the end of the batch of events, with that of
  ///   other connections.
  func goOn(writing: Bool = false) {
    while true {
      if machine.mayHoldRequest { server.times?.beginParsing() }
      switch machine.next(&server.slots, now) {
      case .show(let head): show(head)
      case .refuse(let status, let label, let detail): refuse(status, label, detail)
      case .wakeReader: exchange?.inputArrived()
      case .wakeWriter: exchange?.outputDrained()
      case .write:
        guard writing else { return goOnSoon() }
        write()
      case .finishWriting: channel.finishWriting()
      case .readOnceMore: if !read() { machine.timedOut() }
      case .close(let abruptly): return close(abruptly)
      case .rest(let rest): return self.rest(rest)
      case .nothing: return
      }
    }
  }

  /// Goes on once at the end of the batch of events, however much happens in it.
  func goOnSoon() {
    guard !goesOnAtEndOfBatch else { return }
    goesOnAtEndOfBatch = true
    server.core.atEndOfBatch(self)
  }

  private func rest(_ rest: HTTP1Machine.Rest) {
    if machine.input.isEmpty { server.core.buffers.recycle(&machine.input) }
    if machine.output.isEmpty { server.outputs.recycle(&machine.output) }
    channel.setReading(rest.wantsInput)
    setActive(rest.isActive)
    timer.arm(rest.nextLook, on: server.core, self)
    if rest.goesOnInNextTurn, !goesOnInNextTurn {
      goesOnInNextTurn = true
      server.core.wakeInNextTurn(self)
    }
  }

  private func setActive(_ isActive: Bool) {
    guard isActive != standing.isActive else { return }
    server.counters.ended(standing)
    standing.isActive = isActive
    server.counters.began(standing)
  }

  private func close(_ abruptly: Bool) {
    timer.cancel(on: server.core)
    channel.close(abruptly: abruptly)
    server.core.buffers.recycle(&machine.input)
    server.outputs.recycle(&machine.output)
    let abandoned = exchange
    exchange = nil
    abandoned?.connectionClosed()
    server.remove(self, of: peer.client)
  }

  // MARK: requests

  /// Shows the handler a request where it lies, and sends the answer that it has at once.
  private func show(_ head: RequestHead) {
    server.counters.requestReceived(head.version)
    setActive(true)
    switch look(at: head, in: machine.input, server.slots) {
    case .ready(let answer):
      send(answer)
    case .later(let exchange, let stream):
      machine.handOver(now)
      self.exchange = stream
      stream.start(exchange)
    }
  }

  /// The handler's decision: a ready answer, or an exchange to answer later.
  private enum Decision {
    case ready(ReadyAnswer)
    case later(Exchange, HTTP1Exchange)
  }

  private func look(
    at head: RequestHead,
    in input: borrowing ByteBuffer,
    _ slots: borrowing HeadSlots
  ) -> Decision {
    let bytes = input.span
    let view = RequestView(
      method: head.method,
      scheme: peer.scheme,
      version: head.version,
      authority: bytes.extracting(head.authority),
      target: bytes.extracting(head.target),
      fields: FieldsView(bytes: bytes, slots: slots.slots)
    )
    switch server.handler.answer(view, from: peer) {
    case .ready(let answer): return .ready(answer)
    case .later(let task): return later(.task(task), view, head)
    case .begun(let begin): return later(.events(begin), view, head)
    }
  }

  private func later(
    _ handler: Exchange.Handler,
    _ view: borrowing RequestView,
    _ head: RequestHead
  ) -> Decision {
    let stream = HTTP1Exchange(self, head)
    let request = Request(copying: view)
    return .later(Exchange(request, from: peer, on: server, stream, handler), stream)
  }

  /// Answers the request under way.
  func send(_ answer: ReadyAnswer) {
    lendOutput()
    switch answer {
    case .prepared(let prepared):
      server.counters.answered(prepared.status)
      machine.answer(prepared, date: server.dateLine, now)
    case .response(let response, let body):
      server.counters.answered(response.status)
      machine.answer(response, body: body, date: server.dateLine, now)
    }
    if let asked = server.times?.takeWriting(), writing == nil { writing = asked }
  }

  /// The kernel has all of the output.
  func allWritten() { writing.take()?.ended(at: server.core.momentNow) }

  private func refuse(_ status: Status, _ label: StaticString, _ detail: String?) {
    lendOutput()
    server.counters.refused(label, of: peer.client)
    server.counters.answered(status)
    machine.refuse(status, detail: detail, date: server.dateLine)
  }

  /// The request of `exchange` is answered.
  func ended(_ exchange: HTTP1Exchange) {
    if self.exchange === exchange { self.exchange = nil }
    goOnSoon()
  }
}

extension HTTP1Connection: ChannelOwner {
  func channelOpened() {}

  func channelReadable() {
    _ = read()
    goOnSoon()
  }

  func channelWritable() {
    machine.drained()
    goOn(writing: true)
  }

  func channelFailed(_ failure: StreamFailure) {
    machine.peerGone()
    goOn()
  }
}

extension HTTP1Connection: DeadlineHandler {
  func deadlineReached() {
    timer.fired()
    if let patience = machine.deadlineReached(unacknowledged: channel.unacknowledged, now) {
      server.counters.timedOut(patience, of: peer.client)
    }
    goOn()
  }
}

extension HTTP1Connection: WakeHandler {
  func woken() {
    goesOnInNextTurn = false
    machine.turned()
    goOn()
  }
}

extension HTTP1Connection: BatchHandler {
  func batchEnded() {
    goesOnAtEndOfBatch = false
    machine.turned()
    // Output of this batch is due. Without any, the input is processed now, and its output is due after that.
    goOn(writing: machine.unsent > 0)
  }
}

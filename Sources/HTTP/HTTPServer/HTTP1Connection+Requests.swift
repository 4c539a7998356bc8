// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// From bytes to answers.
extension HTTP1Connection {
  /// What came of looking for a request in the read buffer.
  private enum Found {
    case incomplete
    case answered
    case later(Exchange, HTTP1Exchange)
    case malformed(HeadFault)
  }

  /// How much is answered before it is written.
  private static let outputATurn = 64 * 1024

  /// Whether there may be a complete request in the read buffer that nobody has looked at.
  var mayHoldRequest: Bool { phase == .head && input.count > 0 && !isHeadIncomplete }

  /// Answers every complete request in the read buffer, until one needs time or there is output
  /// enough for a turn. `settle` writes it, and sees to it that the rest is not forgotten.
  func parseRequests() {
    while mayHoldRequest && !isBlocked && outgoing.isEmpty
      && output.count < HTTP1Connection.outputATurn
    {
      switch nextRequest(in: &input, &server.slots) {
      case .incomplete:
        isHeadIncomplete = true
        wait(for: .head)
      case .answered: requestAnswered()
      case .later(let exchange, let stream): handOver(exchange, to: stream)
      case .malformed(let fault): refuse(fault.status, label: fault.label)
      }
    }
  }

  /// Parses one head and shows it, where it lies, to the handler.
  private func nextRequest(in input: inout ByteBuffer, _ slots: inout HeadSlots) -> Found {
    do throws(HeadFault) {
      guard let head = try parser.parse(input.span, into: &slots) else { return .incomplete }
      parser.reset()
      begin(head)
      let found = answer(head, input.span, slots.slots)
      input.consume(head.length)
      return found
    } catch {
      return .malformed(error)
    }
  }

  private func answer(
    _ head: RequestHead,
    _ bytes: Span<UInt8>,
    _ slots: Span<FieldSlot>
  ) -> Found {
    let view = RequestView(
      method: head.method,
      scheme: peer.scheme,
      version: head.version,
      authority: bytes.extracting(head.authority),
      target: bytes.extracting(head.target),
      fields: FieldsView(bytes: bytes, slots: slots)
    )
    switch server.handler.answer(view, from: peer) {
    case .ready(.prepared(let prepared)):
      keepOnlyIfDrainable(expectsContinue: head.expectsContinue)
      server.counters.answeredAtSight()
      append(prepared)
      return .answered
    case .ready(.response(let response, let content)):
      keepOnlyIfDrainable(expectsContinue: head.expectsContinue)
      server.counters.answeredAtSight()
      append(response, body: content)
      return .answered
    case .later(let handler):
      let stream = HTTP1Exchange(self, head)
      let exchange = Exchange(
        request: Request(copying: view),
        peer: peer,
        bodyLimit: server.limits.bodyBytes,
        stream: stream,
        handler: handler
      )
      return .later(exchange, stream)
    }
  }

  private func begin(_ head: RequestHead) {
    isPersistent =
      head.isPersistent && !server.isDraining
      && !deadline.isOld(server.limits.timeouts, server.core.now)
    answering = Answering(head)
    body = IncomingBody(head.framing, limits: server.limits.head)
    server.counters.requestReceived(head.version)
    setActive(true)
  }

  /// An answer that comes before the body was read ends the connection when the body may never
  /// come, or is not worth reading.
  func keepOnlyIfDrainable(expectsContinue: Bool) {
    guard !body.isComplete else { return }
    let isLong = body.remaining.map { $0 > server.limits.drainBytes } ?? false
    if expectsContinue || isLong { isPersistent = false }
  }

  private func handOver(_ waiting: Exchange, to stream: HTTP1Exchange) {
    phase = .handling
    exchange = stream
    if body.isComplete { waitForHandler() } else { wait(for: .body) }
    deadline.received(input.count, server.core.now)
    stream.start(waiting)
  }

  /// The answer is in the output: what follows is the next request, the rest of this one's body, or
  /// the end.
  func requestAnswered() {
    exchange = nil
    guard isPersistent else {
      phase = .closing
      return
    }
    if body.isComplete {
      phase = .head
      waitForRequest()
    } else {
      phase = .discarding
      discarded = 0
      wait(for: .body)
      discardBody()
    }
  }

  /// A server that is to stop waits for no more than what is on its way.
  private func waitForRequest() { wait(for: server.isDraining ? .goodbye : .request) }

  /// Reads the rest of a body that nobody wanted.
  func discardBody() {
    var waste = ByteBuffer()
    do throws(HeadFault) {
      while input.count > 0, !body.isComplete {
        let before = input.count
        try body.read(from: &input, into: &waste)
        discarded += before - input.count
        waste.removeAll()
        if discarded > server.limits.drainBytes {
          isPersistent = false
          break
        }
        if before == input.count { break }
      }
    } catch {
      isPersistent = false
    }
    if !isPersistent {
      phase = .closing
    } else if body.isComplete {
      phase = .head
      waitForRequest()
    }
  }

  /// Answers what is not a request that we take, and ends the connection: after it nobody can tell
  /// where the next request begins.
  func refuse(_ status: Status, label: StaticString) {
    server.counters.refused(label)
    isPersistent = false
    answering = Answering.unparsed
    body = .none
    append(Problems.response(status), body: Problems.body(status))
    phase = .closing
  }
}

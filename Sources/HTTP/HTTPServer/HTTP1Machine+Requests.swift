// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// Requests and their bodies.
extension HTTP1Machine {
  /// Number of bytes of answers that are gathered before they are written.
  private static let outputATurn = 64 * 1024

  /// Whether there may be a complete request in the read buffer that was not parsed yet.
  var mayHoldRequest: Bool { phase == .head && input.count > 0 && !isHeadIncomplete }

  /// The next complete request in the read buffer, unless there is output enough for a turn.
  mutating func nextRequest(_ slots: inout HeadSlots, _ now: Instant) -> Action? {
    guard mayTakeRequests, mayHoldRequest, !isBlocked, outgoing.isEmpty,
      output.count < HTTP1Machine.outputATurn
    else { return nil }
    do throws(HeadFault) {
      guard let head = try HTTP1Machine.head(of: input, &parser, &slots) else {
        isHeadIncomplete = true
        deadline.wait(for: .head, now)
        return nil
      }
      parser.reset()
      begin(head, now)
      return .show(head)
    } catch {
      return .refuse(error.status, label: error.label, detail: error.detail)
    }
  }

  private static func head(
    of input: borrowing ByteBuffer,
    _ parser: inout RequestParser,
    _ slots: inout HeadSlots
  ) throws(HeadFault) -> RequestHead? {
    try parser.parse(input.span, into: &slots)
  }

  private mutating func begin(_ head: RequestHead, _ now: Instant) {
    phase = .handling
    // Idle time begins anew behind every request, also one that is answered at once.
    deadline.wait(for: .handler, now)
    shownHead = head.length
    isPersistent =
      head.isPersistent && !isDraining && !deadline.isOld(limits.value.timeouts, now)
    answering = Answering(head)
    body = IncomingBody(head.framing, limits: limits.value.head)
    bodyFailure = nil
  }

  /// The handler has looked at the request.
  mutating func consumeHead() {
    input.consume(shownHead)
    shownHead = 0
  }

  /// The handler answers the request that was shown later.
  mutating func handOver(_ now: Instant) {
    consumeHead()
    if body.isComplete { waitForHandler(now) } else { deadline.wait(for: .body, now) }
    deadline.received(input.count, now)
  }

  // MARK: the request's body

  /// Moves what has come of the request's body to the back of `content`; `wakeReader` says when there may be
  /// more.
  mutating func readBody(
    into content: inout ByteBuffer,
    _ now: Instant
  ) throws(ExchangeError) -> BodyProgress {
    if let bodyFailure { throw bodyFailure }
    guard !body.isComplete else { return .end }
    askToContinue()
    let before = content.count
    do throws(HeadFault) {
      try body.read(from: &input, into: &content)
    } catch {
      failBody(.malformedBody, now)
      throw .malformedBody
    }
    if body.isComplete { waitForHandler(now) }
    if content.count > before { return .bytes }
    if !body.isComplete, inputEnded {
      guard body.endsWithConnection else {
        failBody(.disconnected, now)
        throw .disconnected
      }
      body.endConnection()
    }
    return body.isComplete ? .end : .nothing
  }

  private mutating func askToContinue() {
    guard answering.awaitsContinue, input.isEmpty, !hasBegunAnswer else { return }
    answering.awaitsContinue = false
    append(interim: Response(.continue))
  }

  /// The request's body will never be whole: the handler is told, and the connection ends.
  mutating func failBody(_ error: ExchangeError, _ now: Instant) {
    bodyFailure = bodyFailure ?? error
    isPersistent = false
    waitForHandler(now)
    due.insert(.wakeReader)
  }

  /// Discards the rest of a body that the handler did not read.
  mutating func discardBody(_ now: Instant) {
    var waste = ByteBuffer()
    do throws(HeadFault) {
      while input.count > 0, !body.isComplete {
        let before = input.count
        try body.read(from: &input, into: &waste)
        discarded += before - input.count
        waste.removeAll()
        if discarded > limits.value.drainBytes {
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
      awaitRequest(now)
    }
  }

  /// Waits for the next request; a server that is to stop, for no more than what is on its way.
  mutating func awaitRequest(_ now: Instant) {
    phase = .head
    deadline.wait(for: isDraining ? .goodbye : .request, now)
  }
}

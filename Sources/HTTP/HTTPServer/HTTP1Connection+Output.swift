// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// From answers to bytes.
extension HTTP1Connection: TurnHandler {
  /// What the answer under way must know of its request.
  struct Answering {
    let version: Version
    /// HEAD is answered with the head alone.
    let wantsContent: Bool
    let expectsContinue: Bool

    init(_ head: RequestHead) {
      version = head.version
      wantsContent = head.method != .head
      expectsContinue = head.expectsContinue
    }

    /// For what could not be read as a request.
    static let unparsed = Answering(version: .http11, wantsContent: true, expectsContinue: false)

    private init(version: Version, wantsContent: Bool, expectsContinue: Bool) {
      self.version = version
      self.wantsContent = wantsContent
      self.expectsContinue = expectsContinue
    }
  }

  /// Puts a whole prepared response behind the output.
  func append(_ prepared: PreparedResponse) {
    takeOutput()
    output.append(prepared.http1Head)
    endHead(hasDate: prepared.hasDate)
    append(content: prepared.body)
    server.counters.answered(prepared.status)
  }

  /// Puts a whole response behind the output.
  func append(_ response: Response, body: [UInt8]) {
    takeOutput()
    let length = response.status.forbidsContent ? nil : body.count
    ResponseWriter.appendHead(
      response,
      framing: length.map { .length($0) } ?? .none,
      to: &output
    )
    endHead(hasDate: response.fields.view.contains(.date))
    if !response.status.forbidsContent { append(content: body) }
    server.counters.answered(response.status)
  }

  /// Puts a response head whose body follows behind the output.
  func append(head response: Response, framing: BodyFraming) {
    takeOutput()
    ResponseWriter.appendHead(response, framing: framing, to: &output)
    endHead(hasDate: response.fields.view.contains(.date))
    server.counters.answered(response.status)
  }

  /// Puts an interim response behind the output.
  func append(interim response: Response) {
    takeOutput()
    ResponseWriter.appendHead(response, framing: .none, to: &output)
    output.append("\r\n")
  }

  /// Date where the response has none of its own, Connection where it differs from the version's habit, and the empty line.
  private func endHead(hasDate: Bool) {
    if !hasDate { server.appendDate(to: &output) }
    if !isPersistent {
      output.append("connection: close\r\n")
    } else if answering.version == .http10 {
      output.append("connection: keep-alive\r\n")
    }
    output.append("\r\n")
  }

  /// Small content goes into the output, large content stays where it is and is written from there.
  private func append(content: [UInt8]) {
    guard answering.wantsContent else { return }
    if content.count <= HTTP1Connection.copiedContent {
      output.append(content.span)
    } else {
      outgoing = content
      outgoingOffset = 0
    }
  }

  /// Up to here copying is cheaper than a second piece for the kernel.
  private static let copiedContent = 16 * 1024

  func takeOutput() {
    if output.capacity == 0 { output = server.outputs.take() }
  }

  /// Writes what there is, and ends the connection when that was the last of it.
  func flush() {
    guard phase != .closed else { return }
    if output.count > 0 || !outgoing.isEmpty {
      let before = output.count + outgoing.count - outgoingOffset
      let outcome =
        outgoing.isEmpty
        ? channel.write(&output)
        : channel.write(&output, then: outgoing.span, from: &outgoingOffset)
      let sent = before - (output.count + outgoing.count - outgoingOffset)
      server.counters.sent(sent)
      deadline.sent(sent)
      switch outcome {
      case .done:
        outgoing = []
        outgoingOffset = 0
        setBlocked(false)
      case .blocked:
        setBlocked(true)
        return
      case .failed:
        disconnected()
        return
      }
    }
    if output.capacity > 0 { server.outputs.recycle(&output) }
    if phase == .closing { beginLingering() }
  }

  private func setBlocked(_ isBlocked: Bool) {
    guard isBlocked != self.isBlocked else { return }
    self.isBlocked = isBlocked
    if isBlocked {
      deadline.beginSending(unacknowledged: channel.unacknowledged, server.core.now)
    } else {
      deadline.endSending(server.core.now)
      // Whatever wrote the rest, the end of a turn as well as the channel: who waits for it goes on.
      exchange?.outputDrained()
    }
  }

  /// Writes once at the end of the turn, however many pieces come in it.
  func flushSoon() {
    guard !flushesAtEndOfTurn else { return }
    flushesAtEndOfTurn = true
    server.core.atEndOfTurn(self)
  }

  func turnEnded() {
    flushesAtEndOfTurn = false
    goOn()
  }
}

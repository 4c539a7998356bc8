// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// The way back.
extension HTTP1ClientConnection {
  /// Parses the input that has been read and not parsed yet, if any.
  func take() {
    if phase == .head { takeHeads() }
    if phase == .body { takeBody() }
    if phase == .idle && input.count > 0 { close(.unexpected) }
    guard phase != .closed else { return }
    releaseInput()
    if let exchange {
      channel.setReading(!exchange.isReaderBehind)
      judgeFromNow(exchange)
    }
  }

  /// Reads interim responses and the head of the final one.
  private func takeHeads() {
    while phase == .head, input.count > 0, let exchange {
      do throws(HeadFault) {
        guard let message = try nextHead(in: &input, &pool.client.slots, exchange) else { return }
        take(message, exchange)
      } catch {
        let isTooLarge = error.status == .requestHeaderFieldsTooLarge || error.status == .uriTooLong
        fail(ClientError(isTooLarge ? .headTooLarge : .malformedHead, cause: error))
      }
    }
  }

  private func nextHead(
    in input: inout ByteBuffer,
    _ slots: inout HeadSlots,
    _ exchange: ClientExchange
  ) throws(HeadFault) -> (head: ResponseHead, response: Response)? {
    guard let head = try parser.parse(input.span, to: exchange.method, into: &slots) else {
      return nil
    }
    parser.reset()
    let fields = exchange.fields(copying: FieldsView(bytes: input.span, slots: slots.slots))
    input.consume(head.length)
    return (head, Response(head.status, fields: fields))
  }

  private func take(
    _ message: (head: ResponseHead, response: Response),
    _ exchange: ClientExchange
  ) {
    let (head, response) = message
    guard exchange.admitsHead(fields: response.fields.count, bytes: head.length) else {
      let detail = "\(response.fields.count) fields of \(head.length) bytes"
      fail(ClientError(.headTooLarge, detail))
      return
    }
    if head.status == .switchingProtocols {
      upgrade(head, response, exchange)
    } else if head.status.isInformational {
      guard exchange.received(interim: response) else {
        fail(ClientError(.tooManyInterim, "more than \(configuration.interimResponses)"))
        return
      }
      pace.startOver(at: core.now)
    } else {
      begin(head, response, exchange, head.framing)
    }
  }

  /// From here on the connection is what the caller and the server make of it, and ends with it.
  private func upgrade(_ head: ResponseHead, _ response: Response, _ exchange: ClientExchange) {
    guard let asked = exchange.options.upgrade,
      FieldMembers.contains(asked, of: .upgrade, in: response.fields.view)
    else {
      let seen = response.fields["upgrade"].map { "for \($0) " } ?? ""
      fail(ClientError(.unexpectedUpgrade, "101 \(seen)was not asked for"))
      return
    }
    isUpgraded = true
    upload = .upgraded
    pace.rest()
    begin(head, response, exchange, .untilClose)
  }

  private func begin(
    _ head: ResponseHead,
    _ response: Response,
    _ exchange: ClientExchange,
    _ framing: BodyFraming
  ) {
    if response.isEventStream { pace.expectEvents() }
    isPersistent = isPersistent && head.isPersistent
    if let seconds = head.idleSeconds { announced(idleSeconds: seconds) }
    body = ResponseBody(framing, limits: configuration.head)
    phase = .body
    let length: Int? =
      switch framing {
      case .none: 0
      case .length(let length): length
      case .chunked, .untilClose: nil
      }
    exchange.received(head: response, length: length, over: head.version)
  }

  private func takeBody() {
    guard let exchange else { return }
    do throws(HeadFault) {
      try exchange.withContent { content throws(HeadFault) in
        try body.read(from: &input, into: &content)
      }
    } catch {
      fail(ClientError(.malformedBody, cause: error))
      return
    }
    guard exchange.receivedContent() else {
      fail(ClientError(.bodyTooLarge, "more than \(exchange.options.responseBytes) bytes"))
      return
    }
    if body.isComplete {
      exchange.ended(trailers: body.trailers)
      finishIfComplete()
    }
  }

  /// Reads content that has nothing else in it to where its reader takes it, and what has come behind it
  /// as input. A server that fills a block gets a large one.
  func readContent() -> ReadOutcome {
    guard let exchange else { return .wait(.readable) }
    return exchange.withContent { content in
      makeRoom(in: &content)
      let outcome = channel.read(into: &content)
      guard case .bytes(let count) = outcome else {
        if content.isEmpty { core.recycle(&content) }
        return outcome
      }
      arrived(count)
      isFast = content.room == 0 || isFast && count > core.buffers.blockSize
      let surplus = body.placed(count)
      if surplus > 0 {
        input.append(content.span.extracting(last: surplus))
        content.truncate(to: content.count - surplus)
      }
      return outcome
    }
  }

  private func makeRoom(in content: inout ByteBuffer) {
    guard isFast, content.capacity < core.largeBuffers.blockSize else { return }
    var larger = core.largeBuffers.take()
    larger.append(from: &content)
    core.recycle(&content)
    content = larger
  }

  /// The server sends nothing more; `isClean` unless a security layer says that something is lacking.
  func inputEnded(isClean: Bool) {
    switch phase {
    case .idle: lost()
    case .head: fail(endOfConnection("the server closed before it answered"))
    case .body:
      if isClean, body.endsWithConnection {
        isPersistent = false
        body.endConnection()
        exchange?.ended(trailers: Fields())
        finishIfComplete()
      } else {
        fail(ClientError(.truncated, "the response ended after \(received) bytes"))
      }
    case .closed: return
    }
  }
}

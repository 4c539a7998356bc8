// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

/// From answers to bytes.
extension HTTP1Machine {
  /// The response in progress: the facts of its request that it needs, and its progress.
  struct Answering {
    /// Progress of the answer.
    enum Progress {
      case nothing
      case length(remaining: Int)
      /// So much is lacking of the chunk whose size is written.
      case chunked(remaining: Int)
      /// The body ends with the connection, as in HTTP/1.0 and after an upgrade.
      case untilClose
      /// To HEAD, and with a status that has no content: what is written goes nowhere.
      case suppressed
    }

    var progress = Progress.nothing
    let version: Version
    /// HEAD is answered with the head alone.
    let wantsContent: Bool
    /// Whether the client waits for a 100 before it sends the body.
    var awaitsContinue: Bool

    init(_ head: RequestHead) {
      version = head.version
      wantsContent = head.method != .head
      awaitsContinue = head.expectsContinue
    }

    /// For what could not be read as a request.
    static let unparsed = Answering()

    private init() { (version, wantsContent, awaitsContinue) = (.http11, true, false) }
  }

  /// Whether the head of the answer is written, which says already whether the connection goes on.
  var hasBegunAnswer: Bool { if case .nothing = answering.progress { false } else { true } }

  /// Answers the request with a whole prepared response. `date` is the Date field's line.
  mutating func answer(_ prepared: PreparedResponse, date: [UInt8], _ now: Instant) {
    beginAnswer()
    output.append(prepared.http1Head)
    endHead(date: prepared.hasDate ? nil : date)
    append(content: prepared.body)
    endAnswer(now)
  }

  /// Answers the request with a whole response.
  mutating func answer(_ response: Response, body: [UInt8], date: [UInt8], _ now: Instant) {
    beginAnswer()
    appendWhole(response, body: body, date: date)
    endAnswer(now)
  }

  /// Refuses bytes that are no acceptable request, and ends the connection: the start of the next
  /// request is unknown then.
  mutating func refuse(_ status: Status, detail: String?, date: [UInt8]) {
    isPersistent = false
    answering = .unparsed
    body = .none
    appendWhole(Problems.response(status), body: Problems.body(status, detail), date: date)
    phase = .closing
  }

  /// Begins an answer whose body follows; `length` when it is known.
  mutating func begin(_ response: Response, length: Int?, date: [UInt8]) {
    beginAnswer()
    let framing: BodyFraming
    if response.status.forbidsContent {
      (framing, answering.progress) = (.none, .suppressed)
    } else if let length {
      (framing, answering.progress) = (.length(length), .length(remaining: length))
    } else if answering.version == .http10 {
      (framing, answering.progress) = (.none, .untilClose)
      isPersistent = false
    } else {
      (framing, answering.progress) = (.chunked, .chunked(remaining: 0))
    }
    if !answering.wantsContent { answering.progress = .suppressed }
    append(head: response, framing, date)
  }

  /// Answers with a switch to another protocol, whose bytes follow in both directions.
  mutating func upgrade(_ response: Response, _ now: Instant) {
    beginAnswer()
    answering.progress = .untilClose
    isPersistent = false
    body = .upgraded
    append(interim: response)
    waitForHandler(now)
  }

  /// Way on which a piece of the answer's body is sent, and its length.
  enum Piece: Equatable {
    /// It was added to the output, or goes nowhere.
    case gathered(Int)
    /// It is written behind the output, from where it lies; then `took`.
    case direct(Int)
  }

  /// Takes a piece of the answer's body.
  mutating func take(body bytes: Span<UInt8>) throws(ExchangeError) -> Piece {
    var count = bytes.count
    switch answering.progress {
    case .nothing: throw .outOfOrder
    case .suppressed: return .gathered(count)
    case .untilClose: break
    case .length(let remaining): guard count <= remaining else { throw .lengthMismatch }
    case .chunked(0):
      ChunkWriter.appendSize(count, to: &output)
      answering.progress = .chunked(remaining: count)
    case .chunked(let remaining): count = min(count, remaining)
    }
    guard count <= HTTP1Machine.copiedContent, output.count + count < HTTP1Machine.gathered else {
      return .direct(count)
    }
    output.append(bytes.extracting(first: count))
    took(count)
    return .gathered(count)
  }

  /// So much of the answer's body is on its way.
  mutating func took(_ count: Int) {
    switch answering.progress {
    case .nothing, .suppressed, .untilClose: break
    case .length(let remaining): answering.progress = .length(remaining: remaining - count)
    case .chunked(let remaining):
      answering.progress = .chunked(remaining: remaining - count)
      if count == remaining { output.append("\r\n") }
    }
  }

  /// Number of output bytes that are gathered before they are written within a turn.
  private static let gathered = 64 * 1024

  /// Ends the answer's body.
  mutating func finish(trailers: Fields, _ now: Instant) throws(ExchangeError) {
    switch answering.progress {
    case .nothing: throw .outOfOrder
    case .length(let remaining) where remaining > 0: throw .lengthMismatch
    case .chunked(let remaining) where remaining > 0: throw .lengthMismatch
    case .chunked: ChunkWriter.appendEnd(trailers: trailers.view, to: &output)
    case .length, .untilClose, .suppressed: break
    }
    endAnswer(now)
  }

  /// Adds an interim response, which HTTP/1.0 does not know.
  mutating func append(interim response: Response) {
    guard answering.version >= .http11 else { return }
    ResponseWriter.appendHead(response, framing: .none, to: &output)
    output.append("\r\n")
  }

  /// An answer that comes before the body was read ends the connection when the body may never come,
  /// or is not worth reading.
  private mutating func beginAnswer() {
    consumeHead()
    if bodyFailure != nil { isPersistent = false }
    guard !body.isComplete else { return }
    let isLong = body.remaining.map { $0 > limits.value.drainBytes } ?? false
    if answering.awaitsContinue || isLong { isPersistent = false }
  }

  /// The answer is in the output: what follows is the next request, the rest of this one's body, or
  /// the end.
  private mutating func endAnswer(_ now: Instant) {
    if !isPersistent {
      phase = .closing
    } else if body.isComplete {
      awaitRequest(now)
    } else {
      phase = .discarding
      discarded = 0
      deadline.wait(for: .body, now)
      discardBody(now)
    }
  }

  private mutating func appendWhole(_ response: Response, body: [UInt8], date: [UInt8]) {
    let hasContent = !response.status.forbidsContent
    append(head: response, hasContent ? .length(body.count) : .none, date)
    if hasContent { append(content: body) }
  }

  private mutating func append(head response: Response, _ framing: BodyFraming, _ date: [UInt8]) {
    ResponseWriter.appendHead(response, framing: framing, to: &output)
    endHead(date: response.fields.view.contains(.date) ? nil : date)
  }

  /// Date where the response has none of its own, Connection where it differs from the version's
  /// habit, and the empty line.
  private mutating func endHead(date: [UInt8]?) {
    if let date { output.append(date) }
    if !isPersistent {
      output.append("connection: close\r\n")
    } else if answering.version == .http10 {
      output.append("connection: keep-alive\r\n")
    }
    output.append("\r\n")
  }

  /// Small content goes into the output, large content stays where it is and is written from there.
  private mutating func append(content: [UInt8]) {
    guard answering.wantsContent else { return }
    if content.count <= HTTP1Machine.copiedContent {
      output.append(content.span)
    } else {
      outgoing = content
      outgoingOffset = 0
    }
  }

  /// The most bytes of content that are copied behind the head: a second buffer for `writev` costs more than copying
  /// them.
  private static let copiedContent = 16 * 1024
}

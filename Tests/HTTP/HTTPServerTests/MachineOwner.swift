// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPValues
import Reactor

@testable import HTTPServer

/// The owner of a machine without a socket: the peer's bytes are handed in, what is written is kept,
/// and the clock stands where the test puts it.
final class MachineOwner {
  var machine: HTTP1Machine
  /// How many bytes the peer still takes.
  var room = Int.max
  /// Whether the network is broken.
  var isBroken = false
  /// Everything that the machine wanted, in order: `show /path`, `write`, `close`…
  private(set) var actions: [String] = []
  private(set) var written = ""
  private(set) var rest: HTTP1Machine.Rest?
  private(set) var now = Instant(nanoseconds: 0)
  private var slots: HeadSlots

  /// What the handler answers by path; a path that is not named here is answered later.
  private let answers: [String: PreparedResponse]

  init(_ answers: [String: String] = ["/a": "A", "/b": "B"], limits: ServerLimits = .init()) {
    self.answers = answers.mapValues { PreparedResponse(Response(.ok), body: Array($0.utf8)) }
    slots = HeadSlots(limits: limits.head)
    machine = HTTP1Machine(ByteBuffer(), SharedLimits(limits), isDraining: false, now)
  }

  /// The Date line that stands in every answer.
  static let date = Array("date: now\r\n".utf8)

  /// Output that is collected and not yet written.
  var output: String { machine.gatheredText }
  var isBlocked: Bool { machine.isBlocked }
  var unsent: Int { machine.unsent }

  /// The statuses that were written, in order.
  var statuses: [String] {
    written.ranges(of: "HTTP/1.1 ").map { range in
      String(written[range.upperBound...].prefix { $0 != "\r\n" })
    }
  }

  func receive(_ text: String) {
    machine.input.append(text)
    machine.received(text.utf8.count, now)
    run()
  }

  /// Tells the machine what happened.
  func tell(_ event: (inout HTTP1Machine, Instant) -> Void) {
    event(&machine, now)
    run()
  }

  /// Puts the clock forward and tells of the deadline, if it has come; says what was too slow.
  @discardableResult
  func wait(_ seconds: Int, unacknowledged: Int = 0) -> Patience? {
    now = now + .seconds(seconds)
    guard let rest, rest.nextLook <= now else { return nil }
    let patience = machine.deadlineReached(unacknowledged: unacknowledged, now)
    run()
    return patience
  }

  /// Reads the body of the request that is answered later.
  func readBody() throws -> (String, BodyProgress) {
    var body = ByteBuffer()
    defer { run() }
    let progress = try machine.readBody(into: &body, now)
    return (body.span.text, progress)
  }

  func answer(_ body: String = "L") {
    tell { $0.answer(Response(.ok), body: Array(body.utf8), date: Self.date, $1) }
  }

  private func run() {
    while true {
      switch machine.next(&slots, now) {
      case .show(let head): show(head)
      case .refuse(let status, let label, let detail):
        actions.append("refuse \(status.code) \(label)")
        machine.refuse(status, detail: detail, date: Self.date)
      case .wakeReader: actions.append("wake reader")
      case .wakeWriter: actions.append("wake writer")
      case .write: write()
      case .finishWriting: actions.append("finish writing")
      case .readOnceMore:
        actions.append("read once more")
        machine.timedOut()
      case .close(let abruptly): actions.append(abruptly ? "reset" : "close")
      case .rest(let rest):
        self.rest = rest
        return
      case .nothing:
        rest = nil
        return
      }
    }
  }

  private func show(_ head: RequestHead) {
    let path = machine.input.span.extracting(head.target).text
    actions.append("show \(path)")
    if let prepared = answers[path] {
      machine.answer(prepared, date: Self.date, now)
    } else {
      machine.handOver(now)
    }
  }

  private func write() {
    actions.append("write")
    guard !isBroken else { return machine.peerGone() }
    let before = machine.unsent
    let head = min(room, machine.output.count)
    written += machine.output.span.extracting(first: head).text
    machine.output.consume(head)
    let body = min(room - head, machine.outgoing.count - machine.outgoingOffset)
    machine.outgoingOffset += body
    written += String(repeating: "#", count: body)
    room -= head + body
    let isDone = machine.unsent == 0
    machine.wrote(before - machine.unsent, unacknowledged: isDone ? nil : 1_000_000, now)
  }
}

extension HTTP1Machine {
  fileprivate var gatheredText: String { output.span.text }
}

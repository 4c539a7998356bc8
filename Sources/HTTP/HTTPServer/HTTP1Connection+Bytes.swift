// SPDX-License-Identifier: Apache-2.0

import Bytes
import Reactor

/// Bytes read and written.
extension HTTP1Connection {
  /// Whether something came, or nothing more will.
  func read() -> Bool {
    if machine.input.capacity == 0 { machine.input = server.core.buffers.take() }
    switch channel.read(into: &machine.input) {
    case .bytes(let count):
      server.counters.received(count)
      machine.received(count, now)
    case .wait: return false
    case .end: machine.inputHasEnded(now)
    case .failed: machine.peerGone()
    }
    return true
  }

  func write() {
    let before = machine.unsent
    let outcome = machine.write(to: channel)
    wrote(before - machine.unsent, outcome)
  }

  /// Writes a piece of the answer's body, or as much of it as the peer takes now: a small one with what is
  /// gathered in this turn, a large one at once from where it lies. Answers how much was taken.
  func write(body bytes: Span<UInt8>) throws(ExchangeError) -> Int {
    guard !machine.isBlocked else { return 0 }
    lendOutput()
    defer { goOnSoon() }
    switch try machine.take(body: bytes) {
    case .gathered(let count): return count
    case .direct(let count):
      let before = machine.output.count
      var taken = 0
      let outcome = channel.write(
        &machine.output,
        then: bytes.extracting(first: count),
        from: &taken
      )
      wrote(before + taken - machine.output.count, outcome)
      machine.took(taken)
      if case .failed = outcome { throw .disconnected }
      return taken
    }
  }

  private func wrote(_ sent: Int, _ outcome: Channel.Flush) {
    server.counters.sent(sent)
    switch outcome {
    case .done:
      machine.wrote(sent, unacknowledged: nil, now)
      allWritten()
    case .blocked: machine.wrote(sent, unacknowledged: channel.unacknowledged, now)
    case .failed: machine.peerGone()
    }
  }

  /// Takes memory for output, where there is none.
  func lendOutput() {
    if machine.output.capacity == 0 { machine.output = server.outputs.take() }
  }
}

extension HTTP1Machine {
  /// Writes as much of what is unsent as the peer takes now.
  fileprivate mutating func write(to channel: Channel) -> Channel.Flush {
    guard !outgoing.isEmpty else { return channel.write(&output) }
    let body = outgoing
    return channel.write(&output, then: body.span, from: &outgoingOffset)
  }
}

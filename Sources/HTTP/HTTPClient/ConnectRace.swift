// SPDX-License-Identifier: Apache-2.0

// Happy eyeballs, RFC 8305: addresses of both families in turn, IPv6 first, each a head start of
// `delay` before the next one; a failure starts the next at once; the first to connect wins and the
// others are dropped.

import Reactor

/// Several addresses of one origin, tried until one answers.
final class ConnectRace: DeadlineHandler {
  private let core: LoopCore
  private let delay: Duration
  private let deadline: Instant
  private var remaining: ArraySlice<SocketAddress>
  private var attempts: [ConnectAttempt] = []
  private var timer: TimerID?
  private let waiter = Waiter()
  private var socket: Descriptor?
  private var failure: SystemError?
  private var isOver = false

  init(
    _ addresses: [SocketAddress],
    on core: LoopCore,
    delay: Duration,
    until deadline: Instant
  ) {
    self.core = core
    self.delay = delay
    self.deadline = deadline
    remaining = ConnectRace.interleaved(addresses)[...]
  }

  /// IPv6 and IPv4 in turn, each family in the order in which it came.
  static func interleaved(_ addresses: [SocketAddress]) -> [SocketAddress] {
    var first = addresses.filter { if case .v6 = $0.place { true } else { false } }[...]
    var second = addresses.filter { if case .v6 = $0.place { false } else { true } }[...]
    var order: [SocketAddress] = []
    while !first.isEmpty || !second.isEmpty {
      if let address = first.popFirst() { order.append(address) }
      if let address = second.popFirst() { order.append(address) }
    }
    return order
  }

  func winner() async throws(ClientError) -> Descriptor {
    tryNext()
    if !isOver { await waiter.wait() }
    if let socket = socket.take() { return socket }
    let error = failure ?? SystemError("connect: there is no address", code: 0)
    throw ClientError(
      core.now >= deadline ? .connectTimeout : .connect,
      cause: error,
      wasNeverSent: true
    )
  }

  func deadlineReached() {
    timer = nil
    tryNext()
  }

  private func tryNext() {
    guard !isOver else { return }
    guard let address = remaining.popFirst() else {
      if attempts.isEmpty { finish() }
      return
    }
    var own: ConnectAttempt?
    let attempt = ConnectAttempt(to: address, on: core, deadline: deadline) {
      [weak self] outcome in
      self?.attemptEnded(own, outcome)
      own = nil
    }
    own = attempt
    attempts.append(attempt)
    if !remaining.isEmpty { timer = core.schedule(self, at: core.now + delay) }
  }

  private func attemptEnded(
    _ attempt: ConnectAttempt?,
    _ outcome: consuming ConnectAttempt.Connected
  ) {
    attempts.removeAll { $0 === attempt }
    switch consume outcome {
    case .socket(let connected):
      guard !isOver else { return }
      socket = consume connected
      finish()
    case .failed(let error):
      failure = error
      if let timer { core.cancel(timer) }
      timer = nil
      tryNext()
    }
  }

  private func finish() {
    guard !isOver else { return }
    isOver = true
    if let timer { core.cancel(timer) }
    timer = nil
    for attempt in attempts { attempt.cancel() }
    attempts = []
    waiter.wake()
  }
}

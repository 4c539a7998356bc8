// SPDX-License-Identifier: Apache-2.0

import HTTP2
import HTTPValues
import Reactor

extension HTTP2ClientConnection: DeadlineHandler {
  /// Period in which calls are looked at while some are under way.
  private static let inspection = Duration.seconds(1)
  /// Time in which a server that speaks HTTP/2 says so.
  private static let trial = Duration.seconds(2)
  /// Content of our pings, which the acknowledgement repeats.
  private static let opaque: UInt64 = 0x706F_7274_6963_6F21

  /// With calls under way each is looked at every second, and when its own deadline passes.
  func updateTimer() {
    guard !isClosed else { return }
    let look = liveness.nextLook(isIdle: streams.isEmpty)
    guard !streams.isEmpty else {
      if isOnTrial { timer.arm(opened + HTTP2ClientConnection.trial, on: core, self) }
      timer.arm(min(look, idleSince + configuration.keepAlive), on: core, self)
      return
    }
    var instant = min(look, core.now + HTTP2ClientConnection.inspection)
    for stream in streams.values { instant = min(instant, stream.exchange.deadline) }
    timer.arm(instant, on: core, self)
  }

  /// Looks no later than a call that begins needs it.
  func armTimer(for exchange: ClientExchange) {
    timer.arm(min(core.now + HTTP2ClientConnection.inspection, exchange.deadline), on: core, self)
  }

  func deadlineReached() {
    timer.fired()
    guard !isClosed else { return }
    if isOnTrial, core.now >= opened + HTTP2ClientConnection.trial { return close(.noHTTP2) }
    session.now = core.seconds
    if streams.isEmpty, core.now >= idleSince + configuration.keepAlive { return leave() }
    for stream in Array(streams.values) { judge(stream) }
    switch liveness.judge(at: core.now, isIdle: streams.isEmpty) {
    case .alive: break
    case .ask: session.ping(HTTP2ClientConnection.opaque)
    case .gone: return giveUp()
    }
    flush()
    settle()
    updateTimer()
  }

  private func leave() {
    session.shutDown()
    flush()
    close(.idle)
  }

  private func judge(_ stream: HTTP2ClientStream) {
    if core.now >= stream.exchange.deadline {
      stream.fail(ClientError(.timeout, "the call's deadline has passed"))
    } else if stream.isTooSlow(at: core.now) {
      stream.fail(ClientError(.tooSlow, "\(stream.exchange.received) bytes came in time"))
    }
  }

  private func giveUp() {
    let detail = "no answer to a ping within \(configuration.liveness.patience)"
    close(.unresponsive, ClientError(.unresponsive, detail))
  }
}

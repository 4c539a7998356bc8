// SPDX-License-Identifier: Apache-2.0

import HTTP2
import HTTPValues
import Reactor

extension HTTP2ClientConnection: DeadlineHandler {
  /// How often calls are looked at while some are under way.
  private static let inspection = Duration.seconds(1)
  /// What our pings carry; the answer says it again.
  private static let opaque: UInt64 = 0x706F_7274_6963_6F21

  /// With calls under way each is looked at every second, and when its own deadline passes.
  func updateTimer() {
    guard !isClosed else { return }
    guard !streams.isEmpty else {
      timer.arm(idleSince + configuration.keepAlive, on: core, self)
      return
    }
    var instant = core.now + HTTP2ClientConnection.inspection
    for stream in streams.values { instant = min(instant, stream.exchange.deadline) }
    timer.arm(instant, on: core, self)
  }

  func deadlineReached() {
    timer.fired()
    guard !isClosed else { return }
    session.now = core.seconds
    if streams.isEmpty {
      if core.now >= idleSince + configuration.keepAlive { return leave() }
    } else {
      for stream in Array(streams.values) { judge(stream) }
      guard isAlive() else { return close(.fault) }
    }
    flush()
    settle()
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

  /// Whether the server can be believed to be there still; asks it when it has been silent.
  private func isAlive() -> Bool {
    if let pinged {
      guard heard >= pinged else {
        return core.now < pinged + configuration.pingTimeout
      }
      self.pinged = nil
    }
    if core.now >= heard + configuration.pingAfter {
      pinged = core.now
      session.ping(HTTP2ClientConnection.opaque)
    }
    return true
  }
}

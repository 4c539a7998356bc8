// SPDX-License-Identifier: Apache-2.0

package import Reactor
package import Signals

/// Sends the events of a log to a syslog server, on a loop that serves no requests.
package final class SyslogSink: Sendable {
  /// The longest time that `close` waits for the server.
  package static let patience = Duration.seconds(5)

  private let loop: EventLoop
  private let sender: LoopConfined<SyslogSender>
  private let losses: EventLosses

  /// Starts sending.
  ///
  /// - Parameters:
  ///   - host: the name of this machine in the messages.
  ///   - process: its number in the messages.
  ///   - report: called on any thread with messages for operators.
  package init(
    to target: SyslogTarget,
    _ log: EventLog,
    _ sampling: EventSampling,
    _ registry: SignalRegistry,
    host: String?,
    process: Int,
    resolver: Resolver,
    limits: EventQueue.Limits = EventQueue.Limits(),
    on loop: EventLoop,
    report: @escaping @Sendable (SinkReport) -> Void
  ) async throws {
    let losses = try EventLosses(registry, of: .syslog) { report(.lost($0)) }
    self.losses = losses
    self.loop = loop
    sender = try await loop.perform { core in
      let feed = EventFeed(
        log,
        sampling,
        limits: limits,
        losses: losses,
        signals: try SendingSignals(registry, of: .syslog),
        on: core
      )
      let format = SyslogMessage(target, host: host, process: process)
      let sender = SyslogSender(
        to: target,
        format,
        feed,
        resolver: resolver,
        on: core,
        report: report
      )
      sender.start()
      return LoopConfined(sender, to: core.loop.number)
    }
  }

  /// Sends everything that was recorded and waits until that is done; what the server does not
  /// accept in time is lost.
  package func close() async {
    await withCheckedContinuation { continuation in
      loop.execute { [sender] in
        sender.value.close(within: SyslogSink.patience) { continuation.resume() }
      }
    }
    losses.reportRest()
  }
}

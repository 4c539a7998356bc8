// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The signals of the process as events of one loop. A process has one.
package final class ProcessSignals: ReadyHandler {
  /// Request of an operator or a service manager.
  package enum Request: Sendable {
    /// SIGTERM or SIGINT: finish and end.
    case stop
    /// SIGHUP: read certificates and configuration again.
    case reload
    /// SIGUSR1: open log files again, which another program has moved.
    case reopen

    fileprivate init?(signal: Int32) {
      switch signal {
      case SIGTERM, SIGINT: self = .stop
      case SIGHUP: self = .reload
      case SIGUSR1: self = .reopen
      default: return nil
      }
    }
  }

  private static let stopping: [Int32] = [SIGTERM, SIGINT]
  private static let watched = stopping + [SIGHUP, SIGUSR1]

  private let core: LoopCore
  private let descriptor: Descriptor
  private let received: (Request) -> Void
  private var watch: WatchID?

  /// Keeps a write to a peer that has gone from ending the process: it is an error like others.
  package static func ignoreBrokenPipes() { clinux_ignore_broken_pipes() }

  /// Calls `received` for every signal, on the loop.
  package init(on core: LoopCore, received: @escaping (Request) -> Void) throws(SystemError) {
    // Safe: the array lives through the call.
    let number = unsafe clinux_watch_signals(
      ProcessSignals.watched,
      Int32(ProcessSignals.watched.count)
    )
    guard number >= 0 else { throw .last("pipe for signals") }
    descriptor = Descriptor(owning: number)
    self.core = core
    self.received = received
    watch = try core.watch(number, for: .readable, self)
  }

  package func ready(_ events: ReadyEvents) {
    while case let signal = clinux_next_signal(descriptor.number), signal != 0 {
      if let request = Request(signal: signal) { received(request) }
    }
  }

  /// From now on SIGTERM and SIGINT end the process at once, and the others have no effect.
  package func close() {
    guard let watch else { return }
    core.unwatch(watch, descriptor.number)
    self.watch = nil
    // Safe: the array lives through the call.
    unsafe clinux_unwatch_signals(ProcessSignals.stopping, Int32(ProcessSignals.stopping.count))
  }
}

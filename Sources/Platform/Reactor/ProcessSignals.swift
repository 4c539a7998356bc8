// SPDX-License-Identifier: Apache-2.0

import CLinux
import Glibc

/// The signals of the process as events of one loop.
package final class ProcessSignals: ReadyHandler {
  /// What an operator or a service manager asks for.
  package enum Request: Int32, Sendable, CaseIterable {
    /// SIGTERM or SIGINT: finish and end.
    case stop
    /// SIGHUP: read certificates and configuration again.
    case reload

    fileprivate init?(signal: Int32) {
      switch signal {
      case SIGTERM, SIGINT: self = .stop
      case SIGHUP: self = .reload
      default: return nil
      }
    }
  }

  private static let watched: [Int32] = [SIGTERM, SIGINT, SIGHUP]

  private let core: LoopCore
  private let descriptor: Descriptor
  private let received: (Request) -> Void
  private var watch: WatchID?

  /// Keeps the watched signals from ending the process, and broken pipes from raising one. Call it
  /// on the main thread before any other thread starts: threads inherit the mask.
  package static func prepareProcess() {
    clinux_ignore_broken_pipes()
    for signal in watched { _ = clinux_block_signal(signal) }
  }

  /// Calls `received` for every signal, on the loop.
  package init(on core: LoopCore, received: @escaping (Request) -> Void) throws(SystemError) {
    // Safe: the array lives through the call.
    let number = unsafe clinux_signal_descriptor(
      ProcessSignals.watched,
      Int32(ProcessSignals.watched.count)
    )
    guard number >= 0 else { throw .last("signalfd") }
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

  package func close() {
    if let watch { core.unwatch(watch, descriptor.number) }
    watch = nil
  }
}

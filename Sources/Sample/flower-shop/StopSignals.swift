// SPDX-License-Identifier: Apache-2.0

import Reactor

/// Waits for SIGTERM or SIGINT on one loop.
final class StopSignals {
  private var signals: ProcessSignals?
  private var isStopping = false
  private var whenStopped: (() -> Void)?

  init(on core: LoopCore) throws(SystemError) {
    signals = try ProcessSignals(on: core) { [unowned self] request in
      if request == .stop { stop() }
    }
  }

  /// Calls `body` once one has come; at once when it has.
  func onStop(_ body: @escaping () -> Void) {
    if isStopping { body() } else { whenStopped = body }
  }

  private func stop() {
    isStopping = true
    // Who asks twice does not want to wait: the second signal ends the process.
    signals?.close()
    signals = nil
    let body = whenStopped
    whenStopped = nil
    body?()
  }
}

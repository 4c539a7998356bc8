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

  /// Calls `body` on the first signal, or at once if it has come.
  func onStop(_ body: @escaping () -> Void) {
    if isStopping { body() } else { whenStopped = body }
  }

  private func stop() {
    isStopping = true
    // A second signal ends the process at once.
    signals?.close()
    signals = nil
    let body = whenStopped
    whenStopped = nil
    body?()
  }
}

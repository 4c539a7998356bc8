// SPDX-License-Identifier: Apache-2.0

import CSQLite

/// Interrupts a statement that takes more steps than its limit.
final class StepMeter {
  private let limit: Int
  private var taken = 0

  /// The steps between two calls of the progress handler.
  private static let stride: Int32 = 1_000

  init(limit: Int) { self.limit = limit }

  func start() { taken = 0 }

  /// Installs the progress handler; the connection must not outlive the meter.
  func watch(_ connection: OpaquePointer) {
    // Safe: the database keeps the meter as long as the connection; the reference is not owned.
    unsafe sqlite3_progress_handler(
      connection,
      StepMeter.stride,
      { meter in
        guard let meter = unsafe meter else { return 0 }
        return unsafe Unmanaged<StepMeter>.fromOpaque(meter).takeUnretainedValue().isOver ? 1 : 0
      },
      Unmanaged.passUnretained(self).toOpaque()
    )
  }

  private var isOver: Bool {
    taken += Int(StepMeter.stride)
    return taken > limit
  }
}

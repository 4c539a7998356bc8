// SPDX-License-Identifier: Apache-2.0

import Synchronization

/// A value that is computed from the history once for each of its samples, which come each second, and shared
/// by all who ask meanwhile.
package final class OncePerSample<Key: Equatable & Sendable, Value: Sendable>: Sendable {
  private struct Sampled {
    let sample: Double
    let key: Key
    let value: Value
  }

  private let kept = Mutex<Sampled?>(nil)

  package init() {}

  /// Returns the value of the newest sample; who asks while it is computed waits for it.
  ///
  /// - Parameter key: what the value depends on besides the history.
  package func value(of history: SignalHistory, _ key: Key, _ compute: () -> Value) -> Value {
    guard let sample = history.newest else { return compute() }
    return kept.withLock { kept in
      if let kept, kept.sample == sample, kept.key == key { return kept.value }
      let value = compute()
      kept = Sampled(sample: sample, key: key, value: value)
      return value
    }
  }
}

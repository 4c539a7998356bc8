// SPDX-License-Identifier: Apache-2.0

/// What a signal counts or measures.
///
/// Recording takes integers, which are exact and cheap; reading gives the base units that
/// Prometheus asks for.
package enum SignalUnit: Sendable, Hashable {
  /// Things: requests, connections, entries.
  case none
  /// Recorded in nanoseconds, read in seconds.
  case seconds
  case bytes

  /// What a name must end in, before `_total` where that stands; `nil` when nothing is asked.
  package var suffix: String? {
    switch self {
    case .none: nil
    case .seconds: "_seconds"
    case .bytes: "_bytes"
    }
  }

  /// How many recorded units make one base unit.
  package var recordedPerBase: Double {
    switch self {
    case .none, .bytes: 1
    case .seconds: 1_000_000_000
    }
  }
}

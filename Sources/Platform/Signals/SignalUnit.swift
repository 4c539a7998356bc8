// SPDX-License-Identifier: Apache-2.0

/// The unit of a signal.
///
/// Recording takes integers, which are exact and cheap; reading converts to Prometheus' base units.
package enum SignalUnit: Sendable, Hashable {
  /// Things: requests, connections, entries.
  case none
  /// Recorded in nanoseconds, read in seconds.
  case seconds
  case bytes
  /// Recorded in millionths.
  case ratio

  /// The suffix that a name must have, before `_total`; `nil` when there is none.
  package var suffix: String? {
    switch self {
    case .none: nil
    case .seconds: "_seconds"
    case .bytes: "_bytes"
    case .ratio: "_ratio"
    }
  }

  /// The recorded units in one base unit.
  package var recordedPerBase: Double {
    switch self {
    case .none, .bytes: 1
    case .ratio: 1_000_000
    case .seconds: 1_000_000_000
    }
  }
}

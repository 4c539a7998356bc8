// SPDX-License-Identifier: Apache-2.0

/// What a signal does over time.
package enum SignalKind: Sendable, Hashable {
  /// Only grows.
  case counter
  /// Goes up and down; the shards' levels are added.
  case gauge
  /// Counts values by their size.
  case histogram
}

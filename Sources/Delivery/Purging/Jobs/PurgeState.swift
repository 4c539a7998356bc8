// SPDX-License-Identifier: Apache-2.0

/// The state of a purge, as a whole and at one edge.
package enum PurgeState: String, Sendable, Hashable, CaseIterable {
  /// Nothing has been sent.
  case queued
  case sending
  /// All requests succeeded, and the public URLs are probed.
  case verifying
  case done
  case failed

  package var isOver: Bool {
    switch self {
    case .queued, .sending, .verifying: false
    case .done, .failed: true
    }
  }
}

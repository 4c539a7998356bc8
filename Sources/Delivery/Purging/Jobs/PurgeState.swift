// SPDX-License-Identifier: Apache-2.0

/// How far a purge has come, as a whole and at one edge.
package enum PurgeState: String, Sendable, Hashable, CaseIterable {
  /// Nothing was sent yet.
  case queued
  case sending
  /// Everything was taken, and the public URLs are looked at.
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

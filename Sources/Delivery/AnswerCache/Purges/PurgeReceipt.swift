// SPDX-License-Identifier: Apache-2.0

/// What is known of a purge when it is done.
package struct PurgeReceipt: Sendable, Equatable {
  package let epoch: PurgeEpoch
  /// How many entries it hit; unknown for paths, which are compared when somebody asks.
  package let entries: Int?
}

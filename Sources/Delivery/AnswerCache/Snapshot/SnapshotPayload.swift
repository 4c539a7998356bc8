// SPDX-License-Identifier: Apache-2.0

/// A payload that can be written down and made again.
package protocol SnapshotPayload: CachePayload {
  /// Appends what the payload can be made of again.
  func write(to bytes: inout [UInt8])
}

// SPDX-License-Identifier: Apache-2.0

/// Identifies an endpoint for as long as it is in its backend's list.
///
/// The slot is an index that is reused; the generation distinguishes its successive endpoints, so
/// that the outcome of a call to one that has left does not reach its successor.
package struct EndpointID: Sendable, Hashable {
  let slot: Int
  let generation: UInt32
}

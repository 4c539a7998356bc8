// SPDX-License-Identifier: Apache-2.0

/// Names an endpoint for as long as it is in its backend's list.
///
/// The slot is a place in a table and is used again; the generation tells its owners apart, so that
/// news of an endpoint that has left the list does not reach its successor.
package struct EndpointID: Sendable, Hashable {
  let slot: Int
  let generation: UInt32
}

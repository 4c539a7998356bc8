// SPDX-License-Identifier: Apache-2.0

/// One step of a query (RFC 9535 section 2.5): selectors for the children of a node, or for the
/// children of it and of all its descendants.
struct Segment: Sendable, Equatable {
  let isDescendant: Bool
  let selectors: [Selector]
}

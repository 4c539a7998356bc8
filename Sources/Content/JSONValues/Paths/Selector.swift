// SPDX-License-Identifier: Apache-2.0

/// Which children of a node are selected (RFC 9535 section 2.3).
enum Selector: Sendable, Equatable {
  case name([UInt8])
  case wildcard
  case index(Int)
  case slice(SliceBounds)
  case filter(Condition)
}

// SPDX-License-Identifier: Apache-2.0

/// A query in a filter, relative to the current node or to the root.
struct Query: Sendable, Equatable {
  enum Start: Sendable, Equatable {
    case root
    case current
  }

  let start: Start
  let segments: [Segment]
  /// The query as a singular one, if it is.
  let singular: SingularPath?

  init(from start: Start, segments: [Segment]) {
    self.start = start
    self.segments = segments
    singular = SingularPath(segments)
  }
}

/// One segment of a query (RFC 9535 section 2.5): its selectors apply to the children of a node,
/// and in a descendant segment also to those of its descendants.
struct Segment: Sendable, Equatable {
  let isDescendant: Bool
  let selectors: [Selector]
}

/// A selector of children (RFC 9535 section 2.3).
enum Selector: Sendable, Equatable {
  case name([UInt8])
  case wildcard
  case index(Int)
  case slice(SliceBounds)
  case filter(Condition)
}

/// A slice selector, `start:end:step` (RFC 9535 section 2.3.4).
struct SliceBounds: Sendable, Equatable {
  var start: Int?
  var end: Int?
  var step = 1

  /// Returns the selected indices of an array with `count` elements.
  func indices(in count: Int) -> StrideTo<Int> {
    func place(_ index: Int) -> Int { index < 0 ? count + index : index }
    guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
    if step > 0 {
      let lower = min(max(place(start ?? 0), 0), count)
      let upper = min(max(place(end ?? count), 0), count)
      return stride(from: lower, to: upper, by: step)
    }
    let upper = min(max(place(start ?? count - 1), -1), count - 1)
    let lower = end.map { min(max(place($0), -1), count - 1) } ?? -1
    return stride(from: upper, to: lower, by: step)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A query in a filter: it starts at the node that is looked at, or at the root.
struct Query: Sendable, Equatable {
  enum Start: Sendable, Equatable {
    case root
    case current
  }

  let start: Start
  let segments: [Segment]
  /// The way it goes when there is but one.
  let singular: SingularPath?

  init(from start: Start, segments: [Segment]) {
    self.start = start
    self.segments = segments
    singular = SingularPath(segments)
  }
}

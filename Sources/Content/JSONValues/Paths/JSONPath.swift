// SPDX-License-Identifier: Apache-2.0

/// A query of RFC 9535, read and checked once, to be evaluated on any number of documents.
///
/// The whole of the standard: all selectors, descendants, filters with the five functions, well
/// typed or refused. Where it leaves a choice, members stand in the order of the text, and a
/// descendant segment visits a node before all that is in it.
package struct JSONPath: Sendable {
  /// One reference, so that a query is passed on for the price of one count.
  private final class Contents: Sendable {
    let text: String
    let segments: [Segment]
    let singular: SingularPath?

    init(_ text: String, _ segments: [Segment]) {
      self.text = text
      self.segments = segments
      singular = SingularPath(segments)
    }
  }

  private let contents: Contents

  package init(
    _ text: String,
    limits: JSONPathLimits = JSONPathLimits()
  ) throws(JSONPathFault) {
    var reader = try PathReader(text, limits: limits)
    contents = Contents(text, try reader.readPath())
  }

  /// The query as it was written.
  package var text: String { contents.text }

  /// Whether the query is made of names and indices only, so that it selects one node or none.
  package var isSingular: Bool { contents.singular != nil }

  var segments: [Segment] { contents.segments }
  var singular: SingularPath? { contents.singular }
}

extension JSONPath: Hashable {
  package static func == (one: JSONPath, other: JSONPath) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSONPath: CustomStringConvertible {
  package var description: String { text }
}

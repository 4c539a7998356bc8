// SPDX-License-Identifier: Apache-2.0

/// A query of RFC 9535, read and checked once, to be evaluated on any number of documents.
///
/// The whole of the standard: all selectors, descendants, filters with the five functions, well
/// typed or refused. Where it leaves a choice, members stand in the order of the text, and a
/// descendant segment visits a node before all that is in it.
package struct JSONPath: Sendable {
  /// The query as it was written.
  package let text: String
  let segments: [Segment]
  let singular: SingularPath?

  package init(
    _ text: String,
    limits: JSONPathLimits = JSONPathLimits()
  ) throws(JSONPathFault) {
    var reader = try PathReader(text, limits: limits)
    self.text = text
    segments = try reader.readPath()
    singular = SingularPath(segments)
  }

  /// Whether the query is made of names and indices only, so that it selects one node or none.
  package var isSingular: Bool { singular != nil }
}

extension JSONPath: Hashable {
  package static func == (one: JSONPath, other: JSONPath) -> Bool { one.text == other.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension JSONPath: CustomStringConvertible {
  package var description: String { text }
}

// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// A JSONPath query (RFC 9535), parsed and type-checked once, evaluated on any number of documents.
///
/// The whole standard is supported: all selectors, descendants, and filters with the five
/// functions. Where it leaves a choice, members are visited in document order, and a descendant
/// segment visits a node before its descendants.
package struct JSONPath: Sendable {
  /// One reference, so that copying a query costs one retain.
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
  ) throws(TextFault) {
    var reader = try PathReader(text, limits: limits)
    contents = Contents(text, try reader.readPath())
  }

  /// The query as it was written.
  package var text: String { contents.text }

  /// Whether the query consists of names and indices only, so that it selects at most one node.
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

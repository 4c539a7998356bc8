// SPDX-License-Identifier: Apache-2.0

/// A singular query of names and indices, such as `$.items[0].price`, which selects at most one
/// node.
///
/// All names are in one array, so following the path touches no reference count but the document's.
struct SingularPath: Sendable, Equatable {
  private struct Step: BitwiseCopyable, Sendable, Equatable {
    let isName: Bool
    /// The index, or the offset of the name.
    let first: Int
    let end: Int
  }

  private var names: [UInt8] = []
  private var steps: [Step] = []

  /// Returns `nil` when a segment may select more than one node.
  init?(_ segments: [Segment]) {
    for segment in segments {
      guard !segment.isDescendant, segment.selectors.count == 1 else { return nil }
      switch segment.selectors[0] {
      case .name(let name):
        steps.append(Step(isName: true, first: names.count, end: names.count + name.count))
        names += name
      case .index(let index):
        steps.append(Step(isName: false, first: index, end: 0))
      case .wildcard, .slice, .filter:
        return nil
      }
    }
  }

  func node(from start: JSONNode, in document: JSONDocument) -> JSONNode? {
    var node = start
    for step in steps {
      guard let next = next(step, from: node, in: document) else { return nil }
      node = next
    }
    return node
  }

  /// Follows the path, and reports to `work` how many nodes each step may have visited.
  func node<E: Error>(
    from start: JSONNode,
    in document: JSONDocument,
    work: (Int) throws(E) -> Void
  ) throws(E) -> JSONNode? {
    var node = start
    for step in steps {
      try work(document.count(of: node))
      guard let next = next(step, from: node, in: document) else { return nil }
      node = next
    }
    return node
  }

  @inline(__always)
  private func next(_ step: Step, from node: JSONNode, in document: JSONDocument) -> JSONNode? {
    if step.isName {
      return document.member(names.span.extracting(step.first..<step.end), of: node)
    }
    return document.element(step.first, of: node)
  }
}

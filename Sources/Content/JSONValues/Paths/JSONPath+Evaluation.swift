// SPDX-License-Identifier: Apache-2.0

package import Bytes

extension JSONPath {
  /// The default budget of an evaluation in nodes and states: some tens of milliseconds.
  package static let usualBudget = 1_000_000

  /// Returns the selected nodes in the order of RFC 9535, duplicates included.
  ///
  /// `$` is the root of the document, or `start` if given.
  package func nodes(
    in document: JSONDocument,
    from start: JSONNode? = nil,
    budget: Int = JSONPath.usualBudget
  ) throws(TextFault) -> [JSONNode] {
    var nodes: [JSONNode] = []
    try addNodes(in: document, from: start, budget: budget, to: &nodes)
    return nodes
  }

  /// Adds the selected nodes behind those that are there; where it throws, perhaps only some of them.
  package func addNodes(
    in document: JSONDocument,
    from start: JSONNode? = nil,
    budget: Int = JSONPath.usualBudget,
    to nodes: inout [JSONNode]
  ) throws(TextFault) {
    let root = start ?? document.root
    if let singular {
      if let node = singular.node(from: root, in: document) { nodes.append(node) }
      return
    }
    // Moved to and fro, so that the memory of the array is used again.
    var found = Found.all
    swap(&found.nodes, &nodes)
    defer { swap(&found.nodes, &nodes) }
    var evaluation = Evaluation(of: document, from: root, budget: budget)
    try evaluation.select(segments, of: root, into: &found)
  }

  /// Returns the first selected node. A singular query allocates nothing and cannot fail.
  package func firstNode(
    in document: JSONDocument,
    from start: JSONNode? = nil,
    budget: Int = JSONPath.usualBudget
  ) throws(TextFault) -> JSONNode? {
    let root = start ?? document.root
    if let singular { return singular.node(from: root, in: document) }
    var found = Found(most: 1)
    var evaluation = Evaluation(of: document, from: root, budget: budget)
    try evaluation.select(segments, of: root, into: &found)
    return found.nodes.first
  }
}

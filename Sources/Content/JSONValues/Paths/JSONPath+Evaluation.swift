// SPDX-License-Identifier: Apache-2.0

extension JSONPath {
  /// How many nodes and states an evaluation may look at, unless it is told otherwise: some tens of
  /// milliseconds.
  package static let usualBudget = 1_000_000

  /// The nodes that the query selects, in the order of RFC 9535; a node that is selected twice is
  /// there twice.
  ///
  /// `$` is the root of the document, or the node that is given as `start`.
  package func nodes(
    in document: JSONDocument,
    from start: JSONNode? = nil,
    budget: Int = JSONPath.usualBudget
  ) throws(JSONPathFault) -> [JSONNode] {
    let root = start ?? document.root
    if let singular {
      return singular.node(from: root, in: document).map { [$0] } ?? []
    }
    var found = Found.all
    var evaluation = Evaluation(of: document, from: root, budget: budget)
    try evaluation.select(segments, of: root, into: &found)
    return found.nodes
  }

  /// The first node that the query selects. For a singular query there is no list, no allocation
  /// and no fault.
  package func firstNode(
    in document: JSONDocument,
    from start: JSONNode? = nil,
    budget: Int = JSONPath.usualBudget
  ) throws(JSONPathFault) -> JSONNode? {
    let root = start ?? document.root
    if let singular { return singular.node(from: root, in: document) }
    var found = Found(most: 1)
    var evaluation = Evaluation(of: document, from: root, budget: budget)
    try evaluation.select(segments, of: root, into: &found)
    return found.nodes.first
  }
}

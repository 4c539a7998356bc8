// SPDX-License-Identifier: Apache-2.0

/// The nodes selected so far, or their number.
struct Found {
  var nodes: [JSONNode] = []
  private(set) var count = 0
  /// The number of nodes after which the evaluation stops.
  private let most: Int
  private let keepsNodes: Bool

  /// Collects all nodes.
  static var all: Found { Found(most: .max, keepsNodes: true) }
  /// Counts all nodes.
  static var number: Found { Found(most: .max, keepsNodes: false) }

  init(most: Int, keepsNodes: Bool = true) {
    self.most = most
    self.keepsNodes = keepsNodes
  }

  var isEnough: Bool { count >= most }

  mutating func add(_ node: JSONNode) {
    count += 1
    if keepsNodes { nodes.append(node) }
  }
}

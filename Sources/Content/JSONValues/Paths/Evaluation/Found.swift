// SPDX-License-Identifier: Apache-2.0

/// The nodes that a query has selected so far, or how many they are.
struct Found {
  private(set) var nodes: [JSONNode] = []
  private(set) var count = 0
  /// As many as need to be known.
  private let most: Int
  private let keepsNodes: Bool

  /// All nodes.
  static var all: Found { Found(most: .max, keepsNodes: true) }
  /// How many they are.
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

// SPDX-License-Identifier: Apache-2.0

extension JSONDocument {
  /// Returns the value of a number that is whole and fits: 12, -0, 1.0 and 5e2 are whole. `nil`
  /// otherwise.
  package func integer(of node: JSONNode) -> Int? {
    guard entries[node.position].isNumber else { return nil }
    return WrittenNumber(source(of: node)).integer
  }

  /// Returns the double nearest to the number; `nil` on overflow and for other values.
  package func double(of node: JSONNode) -> Double? {
    guard entries[node.position].isNumber else { return nil }
    let value = WrittenNumber(source(of: node)).double
    return value.isFinite ? value : nil
  }
}

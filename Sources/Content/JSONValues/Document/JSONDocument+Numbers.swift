// SPDX-License-Identifier: Apache-2.0

extension JSONDocument {
  /// The value of a number that is whole and has room: 12, -0, 1.0 and 5e2 are whole. `nil` for
  /// all else.
  package func integer(of node: JSONNode) -> Int? {
    guard entries[node.position].isNumber else { return nil }
    return WrittenNumber(source(of: node)).integer
  }

  /// The double next to the number as it is written; `nil` for one past the largest, and for all
  /// that is no number.
  package func double(of node: JSONNode) -> Double? {
    guard entries[node.position].isNumber else { return nil }
    let value = WrittenNumber(source(of: node)).double
    return value.isFinite ? value : nil
  }
}

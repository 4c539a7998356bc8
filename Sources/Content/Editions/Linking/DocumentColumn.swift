// SPDX-License-Identifier: Apache-2.0

/// A value for each document in the order of their numbers. Many have the same, so each different value is
/// kept once.
struct DocumentColumn<Value: Hashable> {
  private(set) var values: [Value] = []
  private(set) var numberOfDocument: [UInt32] = []
  private var numbers: [Value: UInt32] = [:]

  init(capacity: Int) { numberOfDocument.reserveCapacity(capacity) }

  subscript(document: Int) -> Value { values[Int(numberOfDocument[document])] }

  /// Says the value of the next document.
  mutating func append(_ value: Value) { numberOfDocument.append(number(of: value)) }

  /// Says another value of a document.
  mutating func update(_ document: Int, _ value: Value) {
    numberOfDocument[document] = number(of: value)
  }

  /// The same documents with what another value follows from theirs.
  func mapValues<Other: Hashable>(_ transform: (Value) -> Other) -> DocumentColumn<Other> {
    var column = DocumentColumn<Other>(capacity: 0)
    let others = values.map { column.number(of: transform($0)) }
    column.numberOfDocument = numberOfDocument.map { others[Int($0)] }
    return column
  }

  /// The number that a value has among the different ones.
  mutating func number(of value: Value) -> UInt32 {
    if let last = numberOfDocument.last, values[Int(last)] == value { return last }
    if let known = numbers[value] { return known }
    let number = UInt32(values.count)
    numbers[value] = number
    values.append(value)
    return number
  }
}

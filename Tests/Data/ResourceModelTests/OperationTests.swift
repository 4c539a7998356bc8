// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import SeededTesting
import Testing

@Suite struct `Attribute operations` {
  private func result(
    _ code: AttributeOperation.Code,
    _ present: DataValue?,
    _ value: DataValue = .null,
    at index: Int = 0
  ) throws -> DataValue? {
    try AttributeOperation("x", code, value, at: index).applied(to: present, at: Samples.now)
  }

  @Test(
    arguments: [
      ("set", 1, 2, 2), ("inc", 1, 2, 3), ("inc", .null, 2, 2), ("inc", 1.5, 2, 3.5),
      ("mul", 3, 4, 12), ("mul", .null, 4, 0), ("min", 3, 4, 3), ("min", 5, 4, 4),
      ("min", .null, 4, 4), ("max", 3, 4, 4), ("max", .null, 4, 4), ("max", 5, 4.5, 5),
      (
        "max", "2026-11-23T03:00:00.000Z", "2026-11-24T00:00:00.000Z", "2026-11-24T00:00:00.000Z"
      ),
      ("append", [1], [2, 3], [1, 2, 3]), ("append", .null, 2, [2]),
      ("prepend", [1], [2, 3], [2, 3, 1]),
      ("addUnique", [1, 2], [2, 3, 3], [1, 2, 3]), ("addUnique", [1], 1.0, [1]),
      ("remove", [1, 2, 1], 1, [2]), ("remove", [["a": 1]], [["a": 1]], []),
    ] as [(String, DataValue, DataValue, DataValue)]
  )
  func `An attribute operation changes a value as its name says`(
    code: String,
    present: DataValue,
    value: DataValue,
    expected: DataValue
  ) throws {
    let code = try #require(AttributeOperation.Code(rawValue: code))
    #expect(try result(code, present.isNull ? nil : present, value) == expected)
  }

  @Test func `The operation unset removes, serverTime sets the instant, insertAt inserts`() throws {
    #expect(try result(.unset, 1) == nil)
    #expect(try result(.serverTime, nil) == "2026-11-23T03:00:00.123Z")
    #expect(try result(.insertAt, [1, 3], 2, at: 1) == [1, 2, 3])
    #expect(try result(.remove, nil, 1) == nil)
  }

  @Test(
    arguments: [
      ("inc", "a", 1), ("inc", 1, "a"), ("inc", .integer(.max), 1), ("mul", .integer(.min), -1),
      ("mul", 1e300, 1e300), ("min", "a", "b"), ("max", true, 1), ("append", 1, 2),
      ("addUnique", "a", "b"), ("insertAt", 1, 1),
    ] as [(String, DataValue, DataValue)]
  )
  func `An attribute operation that the value cannot take is an error`(
    code: String,
    present: DataValue,
    value: DataValue
  ) throws {
    let code = try #require(AttributeOperation.Code(rawValue: code))
    #expect(throws: ValidationError.self) { try result(code, present, value) }
  }

  @Test(arguments: [-1, 3])
  func `The operation insertAt with an index outside of the list is an error`(index: Int) {
    #expect(throws: ValidationError.self) { try result(.insertAt, [1, 2], 3, at: index) }
  }

  @Test(arguments: 0..<200) func `Attribute operations on random values keep their algebraic laws`(
    seed: UInt64
  ) throws {
    var numbers = SeededNumbers(seed)
    func integer() -> DataValue { .integer(.random(in: -9...9, using: &numbers)) }
    func list() -> DataValue {
      .list((0..<Int.random(in: 0...5, using: &numbers)).map { _ in integer() })
    }
    let (a, b, c) = (integer(), integer(), integer())
    for code in [AttributeOperation.Code.inc, .mul, .min, .max] {
      #expect(try result(code, result(code, a, b), c) == result(code, result(code, a, c), b))
    }
    for code in [AttributeOperation.Code.min, .max] {
      #expect(try result(code, result(code, a, b), b) == result(code, a, b))
    }
    let (present, operand) = (list(), list())
    let added = try #require(try result(.addUnique, present, operand))
    #expect(try result(.addUnique, added, operand) == added)
    #expect(added.elements?.starts(with: present.elements ?? []) == true)
    let removed = try #require(try result(.remove, added, operand)?.elements)
    #expect(removed.allSatisfy { operand.elements?.contains($0) == false })
    let joined = try #require(try result(.append, present, operand)?.elements)
    let before = try #require(try result(.prepend, operand, present)?.elements)
    #expect(joined == before)
    #expect(joined.count == (present.elements?.count ?? 0) + (operand.elements?.count ?? 0))
  }

  @Test func `A patch of operations changes its attributes alone and names every error`() throws {
    let patch = try ResourcePatch(operations: [
      "attrs": [
        ["name": "likes", "op": "inc", "value": 1], ["name": "old", "op": "unset"],
        ["name": "tags", "op": "insertAt", "index": 0, "value": "new"],
      ]
    ])
    let record: DataDictionary = ["likes": 1, "old": true, "name": "Rose"]
    let changed = try patch.applied(to: record, at: Samples.now)
    #expect(changed == ["likes": 2, "name": "Rose", "tags": ["new"]])
    let thrown = #expect(throws: ValidationErrors.self) {
      try patch.applied(to: ["likes": "many", "tags": 1], at: Samples.now)
    }
    #expect(thrown?.errors.map(\.attribute) == ["likes", "tags"])
  }

  @Test(
    arguments: [
      ([:], "attrs: is no list of at most 1000 operations"),
      (["attrs": 1], "attrs: is no list of at most 1000 operations"),
      (["attrs": [1]], "attrs[0]: has an op that is missing; expected set, unset, inc, mul, min"),
      (
        ["attrs": [["name": "a", "op": "grow", "value": 1]]],
        "attrs[0]: has an op that is grow; expected set, unset, inc, mul, min"
      ),
      (["attrs": [["name": "a", "op": "inc"]]], "attrs[0]: has no value, which inc needs"),
      (
        ["attrs": [["op": "inc", "value": 1]]],
        "attrs[0]: has a name that is missing; expected that of an attribute"
      ),
      (
        ["attrs": [["name": "_version", "op": "set", "value": 1]]],
        "attrs[0]: has a name that is _version; expected that of an attribute"
      ),
      (["attrs": [["name": "a", "op": "insertAt", "value": 1]]], "attrs[0]: has no index"),
    ] as [(DataValue, String)]
  )
  func `A body that is no list of attribute operations is refused with what is wrong`(
    body: DataValue,
    fault: String
  ) {
    let error = #expect(throws: ValidationErrors.self) { try ResourcePatch(operations: body) }
    #expect(error?.description.hasPrefix(fault) == true, "\(error?.description ?? "")")
  }
}

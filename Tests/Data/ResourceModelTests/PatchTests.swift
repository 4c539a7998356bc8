// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import ResourceModel
import Testing

@Suite struct `JSON patches` {
  private func patched(_ value: DataValue, _ patch: DataValue) throws -> DataValue {
    let dictionary = try #require(value.dictionary)
    let patch = try ResourcePatch(jsonPatch: patch)
    return DataValue(.dictionary(try patch.applied(to: dictionary, at: Samples.now)))
  }

  @Test(
    arguments: [
      // The examples of RFC 6902, appendix A.
      (
        ["foo": "bar"], [["op": "add", "path": "/baz", "value": "qux"]],
        ["foo": "bar", "baz": "qux"]
      ),
      (
        ["foo": ["bar", "baz"]], [["op": "add", "path": "/foo/1", "value": "qux"]],
        ["foo": ["bar", "qux", "baz"]]
      ),
      (["baz": "qux", "foo": "bar"], [["op": "remove", "path": "/baz"]], ["foo": "bar"]),
      (
        ["foo": ["bar", "qux", "baz"]], [["op": "remove", "path": "/foo/1"]],
        ["foo": ["bar", "baz"]]
      ),
      (
        ["baz": "qux", "foo": "bar"], [["op": "replace", "path": "/baz", "value": "boo"]],
        ["baz": "boo", "foo": "bar"]
      ),
      (
        ["foo": ["bar": "baz", "waldo": "fred"], "qux": ["corge": "grault"]],
        [["op": "move", "from": "/foo/waldo", "path": "/qux/thud"]],
        ["foo": ["bar": "baz"], "qux": ["corge": "grault", "thud": "fred"]]
      ),
      (
        ["foo": ["all", "grass", "cows", "eat"]],
        [["op": "move", "from": "/foo/1", "path": "/foo/3"]],
        ["foo": ["all", "cows", "eat", "grass"]]
      ),
      (
        ["baz": "qux", "foo": ["a", 2, "c"]],
        [
          ["op": "test", "path": "/baz", "value": "qux"],
          ["op": "test", "path": "/foo/1", "value": 2],
        ], ["baz": "qux", "foo": ["a", 2, "c"]]
      ),
      (
        ["foo": ["bar"]], [["op": "add", "path": "/foo/-", "value": ["abc", "def"]]],
        ["foo": ["bar", ["abc", "def"]]]
      ),
      (["/": 9, "~1": 10], [["op": "test", "path": "/~01", "value": 10]], ["/": 9, "~1": 10]),
      (["a": 1], [["op": "copy", "from": "/a", "path": "/b"]], ["a": 1, "b": 1]),
    ] as [(DataValue, DataValue, DataValue)]
  )
  func `A JSON patch changes a value as RFC 6902 shows`(
    value: DataValue,
    patch: DataValue,
    expected: DataValue
  ) throws {
    #expect(try patched(value, patch) == expected)
  }

  @Test(
    arguments: [
      (["baz": "qux"], [["op": "test", "path": "/baz", "value": "bar"]]),
      (["foo": "bar"], [["op": "add", "path": "/baz/bat", "value": "qux"]]),
      (["foo": "bar"], [["op": "remove", "path": "/baz"]]),
      (["foo": "bar"], [["op": "replace", "path": "/baz", "value": 1]]),
      (["foo": [1]], [["op": "add", "path": "/foo/3", "value": 1]]),
      (["foo": [1, 2]], [["op": "remove", "path": "/foo/01"]]),
      (["a": ["b": 1]], [["op": "move", "from": "/a", "path": "/a/b"]]),
      (["a": 1], [["op": "add", "path": "", "value": 1]]),
      (["a": 1], [["op": "remove", "path": ""]]),
    ] as [(DataValue, DataValue)]
  )
  func `A JSON patch that cannot be applied is an error`(value: DataValue, patch: DataValue) {
    #expect(throws: ValidationErrors.self) { try patched(value, patch) }
  }

  @Test(
    arguments: [
      [["op": "add", "path": "baz", "value": 1]], [["op": "add", "path": "/a"]],
      [["op": "move", "path": "/a"]], [["op": "grow", "path": "/a"]],
      [["op": "remove", "path": "/a~2"]], [["op": "remove", "path": "/a~"]], ["op": "add"],
    ] as [DataValue]
  )
  func `A body that is no JSON patch is refused`(patch: DataValue) {
    #expect(throws: ValidationErrors.self) { try ResourcePatch(jsonPatch: patch) }
  }

  @Test func `A merge patch replaces, adds and removes members`() throws {
    let patch = ResourcePatch.merge(["a": .null, "b": ["c": .null, "d": 1], "e": 2])
    let changed = try patch.applied(to: ["a": 1, "b": ["c": 1], "f": 3], at: Samples.now)
    #expect(changed == ["b": ["d": 1], "f": 3, "e": 2])
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Merge patches` {
  private func read(_ text: String) throws -> DataValue {
    try DataValue(reading: Array(text.utf8).span, as: .json5)
  }

  /// The table of RFC 7396, appendix A.
  @Test(arguments: [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, #"null"#, #"null"#),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"e":null,"a":1}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
  ])
  func `A merge patch changes what the examples of RFC 7396 say`(
    original: String,
    patch: String,
    result: String
  ) throws {
    #expect(try read(original).patched(with: read(patch)) == read(result))
  }

  @Test func `A merge patch of fifty members changes a dictionary of a hundred`() throws {
    let members = (0..<100).map { "k\($0): \($0)" }.joined(separator: ",")
    let changes = (50..<100).map { "k\($0): null" }.joined(separator: ",")
    let patched = try read("{\(members)}").patched(with: read("{\(changes), k7: 'x', new: 1}"))
    let left = (0..<50).map { $0 == 7 ? "k7: 'x'" : "k\($0): \($0)" }.joined(separator: ",")
    #expect(try patched == read("{\(left), new: 1}"))
  }

  @Test func `Values keep their own positions in a merge patch`() throws {
    let patched = try read("{\n a: 1, b: 2 }").patched(with: read("{\n\n  b: 3 }"))
    #expect(patched["a"]?.position == SourcePosition(line: 2, column: 5))
    #expect(patched["b"]?.position == SourcePosition(line: 3, column: 6))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import Foundation
import JSONValues
import Testing

@Suite struct `Writing JSON strings` {
  @Test(arguments: [
    "", "plain", "exactly8", "with \"quotes\" and \\", "\u{8}\t\n\u{C}\r", "\u{0}\u{1}\u{1F}\u{7F}",
    "é€😀", "long text without anything in it, and then one \n near its end", "12345678\"", "é\"é\n",
    "/ \u{2028}\u{2029}", "\"", "\\\\\\\\\\\\\\\\\\",
  ])
  func `A JSON string is written with the escapes that it needs and no others`(text: String) throws
  {
    var bytes: [UInt8] = []
    bytes.appendJSON(text)
    let read = try JSONDocument(bytes)
    #expect(read.string(of: read.root) == text)
    let other = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    #expect(other as? String == text)
    let escapes = text.utf8.count { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    #expect(bytes.count { $0 == 0x5C } >= escapes)
    if escapes == 0 { #expect(bytes.count == text.utf8.count + 2) }
  }

  @Test func `A value copied from a JSON document is the same byte for byte`() throws {
    let source = try document(#"{"a": { "x" :[1.50e0, "\u0041\/" ] },"b":"\ud800","c":-0}"#)
    let values = source.children(of: source.root).map { node in
      String(decoding: source.source(of: node).array, as: UTF8.self)
    }
    #expect(values == [#"{ "x" :[1.50e0, "\u0041\/" ] }"#, #""\ud800""#, "-0"])
  }
}

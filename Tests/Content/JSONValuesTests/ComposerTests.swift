// SPDX-License-Identifier: Apache-2.0

import Foundation
import JSONValues
import Testing

@Suite struct `A composer` {
  @Test func `writes what it is told, with the commas`() throws {
    let price: JSONName = "price"
    var composer = JSONComposer()
    composer.beginObject()
    composer.name(price)
    composer.integer(12)
    composer.name("list")
    composer.beginArray()
    composer.string("a")
    composer.beginObject()
    composer.endObject()
    composer.beginArray()
    composer.endArray()
    composer.boolean(true)
    composer.boolean(false)
    composer.null()
    composer.endArray()
    composer.name(price)
    composer.beginObject()
    composer.name(JSONName("a\"b"))
    composer.value(json: Array("{\"x\": 1}".utf8).span)
    composer.endObject()
    composer.name(String("n\n"))
    composer.integer(.min)
    composer.endObject()
    let text = String(decoding: composer.finish(), as: UTF8.self)
    #expect(
      text
        == #"{"price":12,"list":["a",{},[],true,false,null],"price":{"a\"b":{"x": 1}},"#
        + #""n\n":-9223372036854775808}"#
    )
    _ = try document(text)
  }

  @Test func `copies nodes byte for byte`() throws {
    let source = try document(#"{"a": { "x" :[1.50e0, "\u0041\/" ] },"b":"\ud800","c":-0}"#)
    var composer = JSONComposer()
    composer.beginArray()
    for node in source.children(of: source.root) { composer.value(node, of: source) }
    composer.endArray()
    let text = String(decoding: composer.finish(), as: UTF8.self)
    #expect(text == #"[{ "x" :[1.50e0, "\u0041\/" ] },"\ud800",-0]"#)
  }

  @Test(arguments: [
    "", "plain", "exactly8", "with \"quotes\" and \\", "\u{8}\t\n\u{C}\r", "\u{0}\u{1}\u{1F}\u{7F}",
    "é€😀", "long text without anything in it, and then one \n near its end", "12345678\"", "é\"é\n",
    "/ \u{2028}\u{2029}", "\"", "\\\\\\\\\\\\\\\\\\",
  ])
  func `escapes what must be, and nothing else`(text: String) throws {
    var composer = JSONComposer()
    composer.string(text)
    let bytes = composer.finish()
    let read = try JSONDocument(bytes)
    #expect(read.string(of: read.root) == text)
    let other = try JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
    #expect(other as? String == text)
    let escapes = text.utf8.count { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }
    #expect(bytes.count { $0 == 0x5C } >= escapes)
    if escapes == 0 { #expect(bytes.count == text.utf8.count + 2) }
  }

  @Test(arguments: [0, 7, -7, 10, 100, 1_234_567_890, Int.max, Int.min])
  func `writes integers`(value: Int) {
    var composer = JSONComposer()
    composer.integer(value)
    #expect(String(decoding: composer.finish(), as: UTF8.self) == "\(value)")
  }

  @Test func `refuses what would not be well formed`() async {
    await #expect(processExitsWith: .failure) {
      var composer = JSONComposer()
      composer.beginObject()
      composer.integer(1)
    }
    await #expect(processExitsWith: .failure) {
      var composer = JSONComposer()
      composer.beginArray()
      composer.name("a")
    }
    await #expect(processExitsWith: .failure) {
      var composer = JSONComposer()
      composer.beginObject()
      composer.name("a")
      composer.endObject()
    }
    await #expect(processExitsWith: .failure) {
      var composer = JSONComposer()
      composer.integer(1)
      composer.integer(2)
    }
    await #expect(processExitsWith: .failure) {
      var composer = JSONComposer()
      composer.beginArray()
      _ = composer.finish()
    }
  }
}

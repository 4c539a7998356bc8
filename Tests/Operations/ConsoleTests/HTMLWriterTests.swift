// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import Console

@Suite struct `The HTML of the console` {
  private func html(_ write: (inout HTMLWriter) -> Void) -> String {
    var writer = HTMLWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ("a & b", "a &amp; b"), ("\"'>", "&quot;&#39;&gt;"), ("a\u{0}b\u{1B}", "a\u{FFFD}b\u{FFFD}"),
    ("日本", "日本"), ("a\u{9B}31m\u{202E}b\u{2066}", "a\\u009b31m\\u202eb\\u2066"),
    ("\u{200F}\u{61C}\u{2028}👩‍👩‍👧", "\\u200f\\u061c\\u2028👩‍👩‍👧"),
  ])
  func `The HTML writer escapes every text and every attribute value`(text: String, escaped: String)
  {
    #expect(
      html { $0.element("td", [.title(text)], text) } == "<td title=\"\(escaped)\">\(escaped)</td>"
    )
  }

  @Test func `A form gives a text back as it was`() {
    let text = "a\u{202E}b"
    #expect(html { $0.void("input", [.value(text)]) } == "<input value=\"\(text)\">")
    let area = html { $0.element("textarea", []) { $0.editedText(text) } }
    #expect(area == "<textarea>\(text)</textarea>")
  }

  @Test(arguments: [
    ("//evil.example/x", "/evil.example/x"), ("javascript:alert(1)", "/javascript:alert(1)"),
    ("/\\evil.example", "/evil.example"), ("/log/a b\"<", "/log/a%20b%22%3C"),
    ("/log/\n", "/log/%0A"),
  ])
  func `A link of the console leads to its own listener, whatever the path contains`(
    path: String,
    written: String
  ) {
    #expect(html { $0.link(Address(asked: path), "x") } == "<a href=\"\(written)\">x</a>")
  }

  @Test func `A link of the console encodes its parameters so that none begins another`() {
    let address = Address(asked: "/log", ["q": "status >= 500 & \"x\"=1#"])
    #expect(address.text == "/log?q=status%20%3E%3D%20500%20%26%20%22x%22%3D1%23")
    #expect(Address(reading: address.text) == address)
  }

  @Test(arguments: ["https://evil.example/", "//evil.example/", "/\\evil.example", "log", ""])
  func `The console reads no address of another host`(text: String) {
    #expect(Address(reading: text) == nil)
  }
}

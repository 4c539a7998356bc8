// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Reading XML` {
  /// All events, one after the other, in a short form.
  private func events(_ text: String, limits: DataLimits = DataLimits()) throws -> [String] {
    let bytes = Array(text.utf8)
    var reader = try XMLReader(bytes.span, limits: limits)
    var events: [String] = []
    while let event = try reader.next() {
      switch event {
      case .start(let tag):
        let attributes = tag.attributes.map { " \($0.name)=\($0.value)" }.joined()
        events.append("<\(tag.name)\(attributes)>")
      case .end(let name, at: _): events.append("</\(name)>")
      case .text(let text, at: _): events.append(text)
      }
    }
    return events
  }

  private func failure(_ text: String, limits: DataLimits = DataLimits()) -> DataFileError? {
    do {
      _ = try events(text, limits: limits)
      return nil
    } catch {
      return error as? DataFileError
    }
  }

  @Test(arguments: [
    ("<a/>", ["<a>", "</a>"]),
    (
      "\u{FEFF}<?xml version=\"1.0\" encoding='utf-8' standalone=\"yes\" ?>\n<a></a >\n",
      ["<a>", "</a>"]
    ),
    ("<?xml version='1.1'?><!-- - x --><?pi a?b?><a\n/><!----><?p?>", ["<a>", "</a>"]),
    ("<!DOCTYPE plist PUBLIC \"-//A//B\" 'http://x'><a/>", ["<a>", "</a>"]),
    ("<!DOCTYPE a SYSTEM 'x.dtd' ><a/>", ["<a>", "</a>"]), ("<!DOCTYPE a><a/>", ["<a>", "</a>"]),
    ("<x:a y:b='1' c = \"it's\"/>", ["<x:a y:b=1 c=it's>", "</x:a>"]),
    ("<é·_-.:1/>", ["<é·_-.:1>", "</é·_-.:1>"]),
    ("<a>&amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;&#10;</a>", ["<a>", "&<>\"'A😀\n", "</a>"]),
    ("<a>1<!-- c -->2<![CDATA[<&]]]]>3<?p ?>4</a>", ["<a>", "12<&]]34", "</a>"]),
    ("<a>1\r\n2\r3\n<![CDATA[\r\n\r]]></a>", ["<a>", "1\n2\n3\n\n\n", "</a>"]),
    ("<a b='1\r\n2\r3\n4\t5&#10;6&#x9;'/>", ["<a b=1 2 3 4 5\n6\t>", "</a>"]),
    ("<a> <b>x</b>\n</a>", ["<a>", " ", "<b>", "x", "</b>", "\n", "</a>"]),
    ("<a><![CDATA[]]><!----></a>", ["<a>", "</a>"]),
    ("<a>]] > \u{FFFD} \u{EFFF}]</a>", ["<a>", "]] > \u{FFFD} \u{EFFF}]", "</a>"]),
    ("<a b='>]]>'/>", ["<a b=>]]>>", "</a>"]),
  ])
  func `XML is read to its elements, attributes and text`(text: String, expected: [String]) throws {
    #expect(try events(text) == expected)
  }

  @Test(arguments: [
    ("", "1:1", DataFileError.Kind.endOfFile), ("x", "1:1", .syntax), ("<a/>x", "1:5", .syntax),
    ("<a/><b/>", "1:5", .syntax), ("<a>", "1:4", .endOfFile), ("<a>x", "1:5", .endOfFile),
    ("<a></b>", "1:4", .syntax), ("<a></a", "1:7", .endOfFile), ("</a>", "1:2", .syntax),
    ("< a/>", "1:2", .syntax), ("<1/>", "1:2", .syntax), ("<a b/>", "1:5", .syntax),
    ("<a b=1/>", "1:6", .syntax), ("<a b='1/>", "1:6", .endOfFile), ("<a b='<'/>", "1:7", .syntax),
    ("<a b='1' b='2'/>", "1:10", .duplicateKey), ("<a / >", "1:5", .syntax),
    ("<a>&nbsp;</a>", "1:4", .unsupported), ("<a>& </a>", "1:4", .unsupported),
    ("<a>&#0;</a>", "1:4", .encoding), ("<a>&#xD800;</a>", "1:4", .encoding),
    ("<a>&#x110000;</a>", "1:4", .encoding), ("<a>&#99999999999999;</a>", "1:13", .syntax),
    ("<a>&#xFFFE;</a>", "1:4", .encoding), ("<a>&#X41;</a>", "1:6", .syntax),
    ("<a>&#;</a>", "1:6", .syntax), ("<a>&#65</a>", "1:8", .syntax),
    ("<a>]]></a>", "1:4", .syntax), ("<a>\u{1}</a>", "1:4", .syntax),
    ("<a>\u{FFFF}</a>", "1:4", .syntax), ("<a b='\u{0}'/>", "1:7", .syntax),
    ("<a><!-- -- --></a>", "1:11", .syntax), ("<a><!-- </a>", "1:4", .endOfFile),
    ("<a><!-- \u{2} --></a>", "1:9", .syntax), ("<a><![CDATA[ </a>", "1:13", .endOfFile),
    ("<a><!DOCTYPE a></a>", "1:4", .syntax), ("<a/><!DOCTYPE a>", "1:5", .syntax),
    ("<!DOCTYPE a><!DOCTYPE a><a/>", "1:13", .syntax),
    ("<!DOCTYPE a [<!ENTITY b 'c'>]><a/>", "1:13", .unsupported),
    ("<!DOCTYPE a SYSTEM 'x' [ ]><a/>", "1:24", .unsupported),
    ("<!DOCTYPEa><a/>", "1:10", .syntax), ("<!ELEMENT a ANY><a/>", "1:2", .syntax),
    ("<![CDATA[x]]><a/>", "1:2", .syntax), (" <?xml version='1.0'?><a/>", "1:2", .syntax),
    ("<a><?xml version='1.0'?></a>", "1:4", .syntax), ("<?XML x?><a/>", "1:1", .syntax),
    ("<?xml encoding='utf-8'?><a/>", "1:7", .syntax), ("<?xml version='2.0'?><a/>", "1:7", .syntax),
    ("<?xml version='1.0' encoding='latin-1'?><a/>", "1:21", .encoding),
    ("<?xml version='1.0' encoding='utf-16'?><a/>", "1:21", .encoding),
    ("<a>\n <b>é</c></a>", "2:6", .syntax),
  ])
  func `Malformed XML is refused with its position and kind of error`(
    text: String,
    position: String,
    kind: DataFileError.Kind
  ) {
    let error = failure(text)
    #expect(error?.kind == kind)
    #expect(error?.position.description == position)
  }

  @Test func `XML beyond a limit is refused`() {
    var limits = DataLimits()
    limits.depth = 3
    limits.textBytes = 8
    limits.values = 10
    #expect(failure("<a><a><a/></a></a>", limits: limits) == nil)
    #expect(failure("<a><a><a><a/></a></a></a>", limits: limits)?.kind == .limit)
    #expect(failure("<a>12345678</a>", limits: limits) == nil)
    #expect(failure("<a>123456789</a>", limits: limits)?.kind == .limit)
    #expect(failure("<a>1234<!-- -->56789</a>", limits: limits)?.kind == .limit)
    #expect(failure("<a b='123456789'/>", limits: limits)?.kind == .limit)
    #expect(failure("<a><![CDATA[123456789]]></a>", limits: limits)?.kind == .limit)
    #expect(failure("<a234567890/>", limits: limits)?.kind == .limit)
    #expect(failure("<a>\(String(repeating: "<b/>", count: 9))</a>", limits: limits) == nil)
    #expect(
      failure("<a>\(String(repeating: "<b/>", count: 10))</a>", limits: limits)?.kind == .limit
    )
    let many = (0..<257).map { " a\($0)=''" }.joined()
    #expect(failure("<a\(many)/>")?.kind == .limit)
  }

  @Test func `XML is read to a tree with positions`() throws {
    let text = "<r v='1'>\n  <!-- c --><n:a>x<b/>y</n:a>\n  <b/></r>"
    let root = try XMLElement(reading: Array(text.utf8).span)
    #expect(root.name == "r" && root["v"] == "1" && root["w"] == nil)
    #expect(root.elements.map(\.name) == ["n:a", "b"])
    #expect(root.elements.map(\.position.description) == ["2:13", "3:3"])
    #expect(root.elements(named: "n:a").first?.text == "xy")
    #expect(root.tag.attributes[0].position.description == "1:4")
    let inner = try #require(root.elements.first)
    #expect(inner.children.count == 3)
    #expect(inner.children[2] == .text("y", at: SourcePosition(line: 2, column: 23)))
  }

  @Test(arguments: [false, true])
  func `XML in UTF-16 with a byte order mark is read`(isBigEndian: Bool) throws {
    let text = "\u{FEFF}<?xml version='1.0' encoding='UTF-16'?><a>é😀</a>"
    let root = try XMLElement(reading: utf16(text, isBigEndian: isBigEndian).span)
    #expect(root.text == "é😀")
  }
}

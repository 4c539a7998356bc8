// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Plans
import Testing

@Suite struct `An answer in XML` {
  private func json(_ xml: String, _ change: (inout XMLRules) -> Void = { _ in }) throws -> String {
    var rules = XMLRules()
    change(&rules)
    return String(decoding: try XMLAnswer.json(of: Array(xml.utf8), by: rules), as: UTF8.self)
  }

  @Test(arguments: [
    ("<a/>", #"{"a":""}"#), ("<a> x é </a>", #"{"a":"x é"}"#),
    ("<a b='1'/>", #"{"a":{"@b":"1"}}"#),
    ("<a b='1'>x</a>", ##"{"a":{"@b":"1","#text":"x"}}"##),
    ("<a><b>1</b><c/></a>", #"{"a":{"b":"1","c":""}}"#),
    ("<a><b>1</b><c/><b>2</b></a>", #"{"a":{"b":["1","2"],"c":""}}"#),
    ("<a>x<b/>y</a>", ##"{"a":{"#text":"xy","b":""}}"##),
    (
      "<?xml version='1.0'?><s:E xmlns:s='u'><s:B t:k='&lt;'/></s:E>",
      #"{"E":{"B":{"@k":"<"}}}"#
    ),
    ("<a><![CDATA[<b>]]>&#x41;&amp;</a>", #"{"a":"<b>A&"}"#),
    ("<!DOCTYPE a SYSTEM 'http://x/y'><a>1</a>", #"{"a":"1"}"#),
  ])
  func `is read as a tree of attributes, texts and elements`(xml: String, tree: String) throws {
    #expect(try json(xml) == tree)
  }

  @Test func `has lists and numbers where they are declared`() throws {
    let xml = "<r><item p='2'>a</item><price>1.50</price><stock>many</stock><n>007</n></r>"
    let tree = try json(xml) {
      $0.repeated = ["item", "price"]
      $0.numbers = ["p", "price", "stock", "n"]
    }
    #expect(
      tree
        == ##"{"r":{"item":[{"@p":2,"#text":"a"}],"price":[1.50],"stock":"many","n":"007"}}"##
    )
  }

  @Test(arguments: [
    "<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "<a>&b;</a>", "<a>", "{}", "", "<a/><b/>",
    String(repeating: "<a>", count: XMLAnswer.depth + 1)
      + String(repeating: "</a>", count: XMLAnswer.depth + 1),
    "<a>" + String(repeating: "<b/>", count: XMLAnswer.values) + "</a>",
    "<a>" + String(repeating: "x", count: XMLAnswer.textBytes + 1) + "</a>",
  ])
  func `beyond its limits, or with entities of its own, is refused`(xml: String) {
    #expect(throws: DataFileError.self) { try json(xml) }
  }

  @Test func `may be as deep and as large as its limits`() throws {
    let depth = XMLAnswer.depth
    let deep = String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)
    #expect(try json(deep).hasPrefix(#"{"a":{"a":"#))
    let wide = "<a>" + String(repeating: "<b/>", count: XMLAnswer.values - 1) + "</a>"
    #expect(try json(wide).count > XMLAnswer.values)
  }
}

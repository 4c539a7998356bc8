// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Reading XML property lists` {
  private func list(_ inner: String) -> String { "<plist version=\"1.0\">\(inner)</plist>" }

  @Test(arguments: [
    ("<dict/>", "{}"), ("<array></array>", "[]"), ("<string/>", "\"\""), ("<true/>", "true"),
    ("<false></false>", "false"),
    (
      "<dict>\n <key>a &amp; b</key> <string> x </string><key/><array><true/></array></dict>",
      #"{"a & b":" x ","":[true]}"#
    ),
    (
      "<array><integer>1</integer><integer> -2\n</integer><integer>+007</integer></array>",
      "[1,-2,7]"
    ),
    (
      "<array><integer>0x1F</integer><integer>-0Xff</integer><integer>-0</integer></array>",
      "[31,-255,0]"
    ),
    (
      "<array><integer>9223372036854775807</integer><integer>-9223372036854775808</integer></array>",
      "[9223372036854775807,-9223372036854775808]"
    ),
    ("<integer>9223372036854775808</integer>", "9223372036854775808"),
    ("<integer>-0123456789012345678901234567890</integer>", "-123456789012345678901234567890"),
    (
      "<array><real>12.90</real><real> 2 </real><real>-0</real><real>1e3</real></array>",
      "[12.90,2.0,-0.0,1e3]"
    ),
    (
      "<array><real>+.5</real><real>5.</real><real>0.10000000000000000001</real></array>",
      "[0.5,5.0,0.10000000000000000001]"
    ),
    ("<real>123456789012345678901</real>", "123456789012345678901.0"),
    ("<date>2026-05-31T08:00:00Z</date>", "\"2026-05-31T08:00:00Z\""),
    ("<data>\n\tAQL/\n\t</data>", "\"AQL/\""), ("<data></data>", "\"\""),
    ("<string>a<!-- x --><![CDATA[<b>]]></string>", #""a<b>""#),
    ("<!-- a --><string>x</string><!-- b -->", #""x""#),
  ])
  func `An XML property list is read to its value`(inner: String, expected: String) throws {
    #expect(try json(read(list(inner), as: .xmlPropertyList)) == expected)
  }

  @Test(arguments: [
    ("", "1:1"), ("x", "1:22"), ("<true/><true/>", "1:29"), ("<true/>x", "1:29"),
    ("<null/>", "1:22"),
    ("<dict><string/></dict>", "1:28"), ("<dict><key>a</key></dict>", "1:28"),
    ("<dict><key>a</key><key>b</key></dict>", "1:40"), ("<dict>x</dict>", "1:28"),
    ("<dict><key><b/></key><true/></dict>", "1:33"), ("<string><b/></string>", "1:30"),
    ("<true>x</true>", "1:22"), ("<integer/>", "1:22"), ("<integer>1.0</integer>", "1:22"),
    ("<integer>1 2</integer>", "1:22"), ("<integer>0x</integer>", "1:22"),
    ("<integer>0x-1</integer>", "1:22"), ("<integer>0x10000000000000000</integer>", "1:22"),
    ("<real/>", "1:22"), ("<real>1,5</real>", "1:22"), ("<real>0x1p3</real>", "1:22"),
    ("<real>1e999</real>", "1:22"), ("<real>1 </real ><real>", "1:38"),
    ("<date>2026-05-31</date>", "1:22"), ("<date>2026-02-30T08:00:00Z</date>", "1:22"),
    ("<data>A</data>", "1:22"), ("<data>!!!!</data>", "1:22"), ("<string a='b'/>", "1:22"),
    ("<dict><key b=''>a</key><true/></dict>", "1:28"),
  ])
  func `A malformed value in an XML property list is refused with its position`(
    inner: String,
    position: String
  ) {
    let error = failure(list(inner), as: .xmlPropertyList)
    #expect(error?.kind == .syntax)
    #expect(error?.position.description == position)
  }

  @Test(arguments: [
    ("<dict/>", DataFileError.Kind.syntax), ("<plist a=''><true/></plist>", .syntax),
    ("<plist version='2.0'><true/></plist>", .unsupported), ("<plist><true/>", .endOfFile),
    ("<plist><true/></plist><plist/>", .syntax), ("", .endOfFile),
    ("<!DOCTYPE plist [<!ENTITY a 'b'>]><plist><string>&a;</string></plist>", .unsupported),
  ])
  func `An XML file that is no property list of version 1.0 is refused`(
    text: String,
    kind: DataFileError.Kind
  ) {
    #expect(failure(text, as: .xmlPropertyList)?.kind == kind)
  }

  @Test func `A repeated key in an XML property list is refused with both positions`() {
    let error = failure(
      list("<dict><key>a</key><true/>\n<key>a</key><true/></dict>"),
      as: .xmlPropertyList
    )
    #expect(error?.kind == .duplicateKey)
    #expect(error?.position.description == "2:1" && error?.other?.description == "1:28")
  }

  @Test func `NaN and infinity are read in an XML property list unless the rules refuse them`()
    throws
  {
    let text = list("<array><real>nan</real><real>+infinity</real><real>-Infinity</real></array>")
    let expected = try read("[NaN, Infinity, -Infinity]")
    #expect(try read(text, as: .xmlPropertyList) == expected)
    #expect(failure(text, as: .xmlPropertyList, rules: .documents)?.kind == .unsupported)
  }

  @Test func `Carriage returns in XML are read as line feeds unless written as references`() throws
  {
    let text = list("<string>a\r\nb\rc&#13;d</string>")
    let value = try read(text, as: .xmlPropertyList)
    #expect(value == DataValue(.string("a\nb\nc\rd")))
    var bytes: [UInt8] = []
    XMLPropertyListWriter().write(value, to: &bytes)
    #expect(try read(bytes, as: .xmlPropertyList) == value)
  }

  @Test func `Each value and key in an XML property list has its position`() throws {
    let value = try read(
      list("<dict>\n <key>a</key>\n  <array><true/></array></dict>"),
      as: .xmlPropertyList
    )
    guard case .dictionary(let dictionary) = value.content else { return #expect(Bool(false)) }
    #expect(value.position.description == "1:22")
    #expect(dictionary.members[0].keyPosition.description == "2:2")
    guard case .array(let elements)? = value["a"]?.content else { return #expect(Bool(false)) }
    #expect(elements[0].position.description == "3:10")
  }

  @Test func `An XML property list beyond a limit is refused`() {
    var rules = ReadingRules()
    rules.limits.depth = 3
    rules.limits.members = 2
    let two = "<array><true/><true/></array>"
    #expect(failure(list(two), as: .xmlPropertyList, rules: rules) == nil)
    let three = "<array><true/><true/><true/></array>"
    #expect(failure(list(three), as: .xmlPropertyList, rules: rules)?.kind == .limit)
    let deep = "<array><array><array/></array></array>"
    #expect(failure(list(deep), as: .xmlPropertyList, rules: rules)?.kind == .limit)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Commands
import Testing

@Suite struct `A body as it is shown` {
  private func lines(_ json: String) -> [String] { IndentedText(json: Array(json.utf8)).lines }

  @Test func `JSON has a line for each value, and its strings as they are`() {
    #expect(
      lines(#"{"a":{"b":[1,"x, {y}: \" [z]"],"c":{},"d":[]},"e":null}"#) == [
        "{", #"  "a": {"#, #"    "b": ["#, "      1,", #"      "x, {y}: \" [z]""#, "    ],",
        #"    "c": {},"#, #"    "d": []"#, "  },", #"  "e": null"#, "}",
      ]
    )
    #expect(lines(" { } ") == ["{", "}"] && lines("7") == ["7"] && lines("") == [])
  }

  @Test func `A property list has a line for each element`() {
    let text =
      #"<?xml version="1.0"?><plist version="1.0"><dict><key>a</key><array><string>b &lt;</string>"#
      + "<true/></array></dict></plist>\n"
    #expect(
      IndentedText(propertyList: Array(text.utf8)).lines == [
        #"<?xml version="1.0"?>"#, #"<plist version="1.0">"#, "  <dict>", "    <key>a</key>",
        "    <array>", "      <string>b &lt;</string>", "      <true/>", "    </array>",
        "  </dict>",
        "</plist>",
      ]
    )
  }

  @Test func `A body beyond its limits is cut, and says so`() {
    let values = Array("[\(Array(repeating: "1", count: 2_000).joined(separator: ","))]".utf8)
    let many = IndentedText(json: values)
    #expect(many.isCut && many.lines.count == IndentedText.limits.lines)
    let long = IndentedText(json: Array("\"\(String(repeating: "x", count: 70_000))\"".utf8))
    #expect(long.isCut && long.lines.first?.utf8.count == IndentedText.limits.bytes)
    #expect(!IndentedText(json: Array("[1]".utf8)).isCut)
  }
}

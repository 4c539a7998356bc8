// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Detection of data formats` {
  @Test(arguments: [
    ("bplist00", "json", DataFormat.binaryPropertyList),
    ("<?xml version='1.0'?>", "", .xmlPropertyList),
    ("\u{FEFF} <plist>", "json5", .xmlPropertyList),
    ("<!DOCTYPE plist>", "strings", .xmlPropertyList), ("<!-- a -->", "plist", .xmlPropertyList),
    ("{}", "json", .json), ("{}", "JSON5", .json5), ("{ a: 1 }", "plist", .openStepPropertyList),
    ("{}", "strings", .strings), ("{}", "xcstrings", .json), ("", "", .json5),
    ("{ a: 1 }", "", .json5), ("{ a = 1; }", "", .openStepPropertyList), ("{}", "txt", .json5),
    ("// a = b;\n{ /* = */ \"a=\" : 1 }", "", .json5),
    ("{ 'a\\'' = 1; }", "", .openStepPropertyList),
    ("(a)", "", .openStepPropertyList), ("<00>", "", .openStepPropertyList), ("[1]", "", .json5),
    ("/* a */ \"a\" = \"b\";", "", .strings), ("a = b;", "", .strings), ("\"a\"", "", .json5),
    ("true", "", .json5), ("/*", "", .json5), ("{\"", "", .json5), ("{\"\\", "", .json5),
  ])
  func `The format of a data file is detected from its content and extension`(
    text: String,
    fileExtension: String,
    expected: DataFormat
  ) throws {
    let bytes = Array(text.utf8)
    #expect(DataFormat(of: bytes.span, fileExtension: fileExtension) == expected)
    guard expected != .binaryPropertyList else { return }
    let marked = text.hasPrefix("\u{FEFF}") ? text : "\u{FEFF}" + text
    let wide = utf16(marked, isBigEndian: false)
    #expect(DataFormat(of: wide.span, fileExtension: fileExtension) == expected)
  }

  @Test func `A data file is read in its detected format`() throws {
    let text = Array("{ a = 1; }".utf8)
    let value = try DataValue(reading: text.span, fileExtension: "plist")
    #expect(try json(value) == #"{"a":"1"}"#)
  }
}

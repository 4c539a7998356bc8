// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Damaged data files` {
  private static let samples: [(String, DataFormat)] = [
    ("// c\n{a:[1,-2.5e3,'\\u00e9\\\n',null,],\"b\":{é:0x1F,},/**/c:Infinity}", .json5),
    ("{\"a\":[1,-2.5e3,\"\\u00e9\\ud83d\\ude00\"],\"b\":{\"c\":true}}", .json),
    ("{a=(b,'c\\U00e9\\101',<00ff>,);/* */\"d e\"={f=g;};h;}", .openStepPropertyList),
    (
      "<?xml version='1.0'?><!DOCTYPE plist><plist><!-- c --><dict><key>a&#65;</key><array>"
        + "<integer>1</integer><real>2.5</real><data>AQL/</data><date>2026-05-31T08:00:00Z</date>"
        + "<string>é<![CDATA[<]]></string><true/></array></dict></plist>", .xmlPropertyList
    ),
  ]

  @Test(arguments: samples)
  func `A data file with any one byte changed is read or refused with a position`(
    text: String,
    format: DataFormat
  ) {
    let bytes = Array(text.utf8)
    #expect(failure(bytes, as: format) == nil)
    let others = Array("\0\n \"'\\/*<>&;:,=(){}[]!?-+.e0#xU\u{7F}".utf8) + [0x80, 0xC3, 0xE2, 0xFF]
    for index in bytes.indices {
      for other in others {
        var changed = bytes
        changed[index] = other
        guard let error = failure(changed, as: format) else { continue }
        #expect(error.position.line <= 6 && error.position.column <= bytes.count + 1)
        #expect(!error.seen.isEmpty && !error.expected.isEmpty)
      }
    }
  }

  @Test(arguments: samples)
  func `A data file cut off at any byte is refused`(text: String, format: DataFormat) {
    let bytes = Array(text.utf8)
    for count in 1..<bytes.count { #expect(failure(Array(bytes.prefix(count)), as: format) != nil) }
  }
}

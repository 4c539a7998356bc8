// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import Testing

@Suite struct `The key in Cache-Status` {
  private static func member(_ key: String) -> String {
    CacheStatus("portico", .hit, key: Array(key.utf8)).member
  }

  @Test(arguments: 1...20)
  func `A key is written as a string with escapes, or left out where no string can hold it`(
    length: Int
  ) {
    let plain = String("/en.ca/items/0101;json~".prefix(length))
    #expect(Self.member(plain) == "portico;hit;key=\"\(plain)\"")
    for place in 0..<length {
      let (before, after) = (plain.prefix(place), plain.dropFirst(place + 1))
      for escaped in ["\"", "\\"] {
        #expect(
          Self.member("\(before)\(escaped)\(after)")
            == "portico;hit;key=\"\(before)\\\(escaped)\(after)\""
        )
        #expect(Self.member("\(before)\(escaped)\(after)\u{7F}") == "portico;hit")
      }
      for impossible in ["\u{7F}", "\u{1F}", "\t", "é"] {
        #expect(Self.member("\(before)\(impossible)\(after)") == "portico;hit", "at \(place)")
      }
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import Testing

@Suite struct `Case-insensitive comparison` {
  /// Lengths on both sides of the words that are compared at once.
  private static let lengths = [1, 7, 8, 9, 17]

  private func matches(_ one: [UInt8], _ other: [UInt8]) -> Bool {
    one.span.matches(ignoringCase: other.span)
  }

  private func matches(_ one: [UInt8], lowercase text: StaticString) -> Bool {
    one.span.matches(lowercase: text)
  }

  @Test(arguments: lengths)
  func `Case-insensitive comparison ignores case in ASCII letters and no other difference`(
    length: Int
  ) {
    var mistakes: [(Int, UInt8, UInt8)] = []
    for place in Set([0, length / 2, length - 1]) {
      for a in UInt8.min...UInt8.max {
        for b in UInt8.min...UInt8.max {
          var one = [UInt8](repeating: UInt8(ascii: "-"), count: length)
          var other = one
          one[place] = a
          other[place] = b
          let same = a.lowercased == b.lowercased
          if matches(one, other) != same { mistakes.append((place, a, b)) }
        }
      }
    }
    #expect(mistakes.isEmpty)
  }

  @Test func `Case-insensitive comparison is false for texts of different lengths`() {
    #expect(!matches(Array("close".utf8), Array("closed".utf8)))
    #expect(!matches([], [0]))
    #expect(matches([], []))
  }

  @Test(arguments: ["close", "Content-Length", "CONTENT-LENGTH", "X", "keep-Alive"])
  func `Case-insensitive comparison with a lowercase text matches any case of it`(name: String) {
    let bytes = Array(name.utf8)
    #expect(matches(bytes, lowercase: "close") == (name == "close"))
    #expect(matches(bytes, lowercase: "content-length") == (bytes.count == 14))
    #expect(matches(bytes, lowercase: "keep-alive") == (name == "keep-Alive"))
  }

  @Test
  func `Case-insensitive comparison with a lowercase text never matches if that has capitals`() {
    let bytes = Array("Content-Length".utf8)
    #expect(!matches(bytes, lowercase: "Content-Length"))
    #expect(!matches(bytes, lowercase: "content-lengtH"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Serving
import Testing

@testable import Administration

@Suite struct `The log of refusals` {
  @Test func `Refusals are logged once in ten seconds with the number of the others`() {
    var log = RefusalLog()
    #expect(log.note(at: 100) == 0)
    for second in [100, 101, 109] as [Int64] { #expect(log.note(at: second) == nil) }
    #expect(log.note(at: 110) == 3)
    #expect(log.note(at: 119) == nil)
    #expect(log.note(at: 500) == 1)
    // A clock that is set back silences nobody.
    #expect(log.note(at: 400) == 0)
  }

  @Test func `A client's text in the log has no control characters and a limited length`() {
    #expect(LogText.escaped("/a%0Ab\u{E9}") == "/a%0Ab\u{E9}")
    #expect(
      LogText.escaped("a\nb\r\u{1B}[2J\u{9B}\u{2028}") == #"a\u{a}b\u{d}\u{1b}[2J\u{9b}\u{2028}"#
    )
    #expect(LogText.escaped("\u{202E}a") == #"\u{202e}a"#)
    #expect(LogText.escaped(String(repeating: "a", count: 200)).count == 200)
    #expect(
      LogText.escaped(String(repeating: "a", count: 201)) == String(repeating: "a", count: 200)
        + "…"
    )
  }
}

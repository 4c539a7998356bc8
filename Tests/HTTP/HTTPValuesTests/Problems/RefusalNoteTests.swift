// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `The note of a refusal` {
  @Test func `A sentence is divided into what was seen and what was expected`() {
    let whole = RefusalNote("version", "version is 3; expected 2; expected it", expected: "another")
    #expect(whole.seen == "version is 3" && whole.expected == "2; expected it")
    #expect(whole.context == "version is 3; expected 2; expected it")
    let half = RefusalNote("version", "another version", expected: "that of the request")
    #expect(half.seen == "another version" && half.expected == "that of the request")
  }

  @Test func `A long text is cut`() {
    let long = String(repeating: "日", count: 10_000)
    let note = RefusalNote("a", long, expected: long)
    #expect(note.seen == String(repeating: "日", count: 400) + "…" && note.expected == note.seen)
  }
}

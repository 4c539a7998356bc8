// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Testing

@Suite struct `The note of a refusal` {
  private static func read(_ note: RefusalNote) -> RefusalNote? {
    var fields = Fields()
    note.write(to: &fields)
    #expect(fields[RefusalNote.field]?.utf8.allSatisfy { (0x20...0x7E).contains($0) } == true)
    return RefusalNote(in: fields)
  }

  @Test(arguments: ["version is 3; expected 2", "größe: \"viel\"\r\nX: 1; expected 5 日", ""])
  func `A note is read from a field as it was written`(sentence: String) {
    var note = RefusalNote("version", sentence, expected: "another")
    #expect(Self.read(note) == note)
    note.entity = "flowers/f-1; a"
    #expect(Self.read(note) == note)
  }

  @Test func `A sentence is divided into what was seen and what was expected`() {
    let whole = RefusalNote("version", "version is 3; expected 2; expected it", expected: "another")
    #expect(whole.seen == "version is 3" && whole.expected == "2; expected it")
    #expect(whole.context == "version is 3; expected 2; expected it")
    let half = RefusalNote("version", "another version", expected: "that of the request")
    #expect(half.seen == "another version" && half.expected == "that of the request")
  }

  @Test func `A long text is cut`() throws {
    let long = String(repeating: "日", count: 10_000)
    let note = try #require(Self.read(RefusalNote("a", long, expected: long)))
    #expect(note.seen == String(repeating: "日", count: 400) + "…" && note.expected == note.seen)
  }

  @Test(arguments: ["", "rights", #""rights""#, #""rights";seen="a";expected="b""#, "\u{FF}"])
  func `A field of another form is no note`(text: String) {
    #expect(RefusalNote(in: ["portico-refusal": text]) == nil)
    #expect(RefusalNote(in: [:]) == nil)
  }
}

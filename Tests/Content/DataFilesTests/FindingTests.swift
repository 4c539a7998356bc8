// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Testing

@Suite struct `Findings of a check` {
  private let place = FilePlace("Content/home.json5", SourcePosition(line: 3, column: 7))

  @Test func `A finding is written in the format of compiler messages`() {
    let finding = Finding(
      .error,
      FindingRule("unknown-key"),
      at: place,
      "\"tilte\" is no key of a document",
      suggestion: "title",
      parties: [Finding.Party(FilePlace("Content/site.json5"), "the schema is here")]
    )
    #expect(
      finding.description == """
        Content/home.json5:3:7: error: "tilte" is no key of a document (did you mean title?) \
        [unknown-key]
          Content/site.json5:1:1: note: the schema is here
        """
    )
  }

  @Test(arguments: [
    ("staleIferror", "staleIfError"), ("varaints", "variants"), ("tll", "ttl"),
    ("contineURL", "continueURL"),
  ])
  func `A misspelled key is reported with the nearest known key`(written: String, meant: String) {
    let known = ["ttl", "tags", "staleIfError", "variants", "continueURL", "cancelURL"]
    #expect(Suggestion.nearest(to: written, among: known) == meant)
  }

  @Test(arguments: ["", "price", "x", String(repeating: "t", count: 65)])
  func `No key is suggested for one that is far from all known keys`(written: String) {
    #expect(Suggestion.nearest(to: written, among: ["ttl", "variants"]) == nil)
  }

  @Test func `The suggested key does not depend on the order of the known keys`() {
    #expect(Suggestion.nearest(to: "tag", among: ["tab", "tax"]) == "tab")
    #expect(Suggestion.nearest(to: "tag", among: ["tax", "tab"]) == "tab")
  }
}

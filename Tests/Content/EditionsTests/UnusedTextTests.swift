// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import FileShapes
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of unused texts` {
  private static let files = [
    "home": #"{ datatype: "a", body: { title: { $t: "used" } } }"#,
    "Locales/fr.json": #"{ "used": "b", "far.one": "c" }"#,
    "Locales/en.json": """
    { "used": "b",
     "app.one": "x", "far.one": "c", "closed.message": "x" }
    """,
  ]

  private func findings(_ settings: String = "", _ more: [String: String] = [:]) -> [Finding] {
    let settings = """
      {
        languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"],
        apps: { shop: { versions: ["1.0"], update: { minimum: "1.0", storeURL: "https://a.example",
          message: "far.one" } } },
        \(settings)
      }
      """
    return MemorySite(Self.files.merging(more) { $1 }, settings: settings).compiled().findings
  }

  @Test func `A text that no document uses is reported at its source`() {
    let found = findings()
    #expect(found.map(\.rule) == [.unusedText], "\(found)")
    #expect(found.first?.severity == .warning)
    #expect(found.first?.place == FilePlace("Locales/en.json", SourcePosition(line: 2, column: 2)))
    #expect(found.first?.message == #"no document uses the text "app.one""#)
  }

  @Test func `A text declared as unused by documents is not reported`() {
    #expect(findings(#"texts: { unused: ["app.*"] },"#).isEmpty)
    #expect(findings(#"texts: { unused: "app.one" },"#).isEmpty)
    #expect(findings(#"texts: { unused: ["app.two"] },"#).count == 1)
    #expect(findings("texts: { unused: 7 },").contains { $0.rule == .wrongKind })
    #expect(findings("texts: { used: [] },").contains { $0.rule == .unknownKey })
  }

  @Test func `Thousands of unused texts are one finding with the first ten of them`() throws {
    let names = (0..<3_000).map { "\n\"t\(1_000 + $0)\": \"x\"" }.joined(separator: ",")
    let found = findings("", ["Locales/en/more.json": "{\(names)}"])
    let finding = try #require(found.first)
    #expect(found.count == 1)
    #expect(
      finding.message
        == "no document uses 3001 of the texts, of which the first 10 are named here"
    )
    #expect(finding.parties.count == 10)
    #expect(finding.parties[0].place.file == "Locales/en.json")
    #expect(finding.parties[1].role == #"the text "t1000""#)
    #expect(finding.parties[1].place.position.line == 2)
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import SiteTesting
import Testing

@Suite struct `Codes of countries among languages` {
  @Test(arguments: [("jp", "ja"), ("CZ", "cs"), ("ua", "uk")])
  func `The code of a country is told with the language that is meant`(
    code: String,
    language: String
  ) throws {
    let site = MemorySite(
      ["home": #"{ datatype: "x", body: { a: 1 } }"#],
      settings: """
        { languages: { published: ["en", "\(code)"], source: "en", default: "en" }, roots: ["*"] }
        """
    )
    let finding = try #require(site.compiled().findings.first)
    #expect(
      finding.message == "\"\(code.lowercased())\" is the code of a country and of no language"
    )
    #expect(finding.suggestion == language)
    #expect(finding.place.position == SourcePosition(line: 1, column: 34))
  }

  @Test func `Languages that have the code of a country, too, are not told`() {
    let site = MemorySite(
      ["home": #"{ datatype: "x", body: { a: 1 } }"#],
      settings: #"{ languages: { published: ["sv", "se", "ca"], source: "sv" }, roots: ["*"] }"#
    )
    #expect(site.compiled().findings.isEmpty)
  }
}

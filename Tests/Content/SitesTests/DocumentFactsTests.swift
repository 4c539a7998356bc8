// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import SiteTesting
import Testing

@testable import Sites

@Suite struct `Shared facts of documents` {
  private let pool = FactsPool()

  private func draft(_ file: String, at path: String = "a") throws -> DocumentDraft {
    let bytes = Array(file.utf8)
    var findings = Findings()
    var settings = SiteSettings()
    settings.experiments = [
      Experiment(
        name: "checkout",
        salt: "",
        share: Experiment.placeCount,
        arms: [Experiment.Arm(name: "a", weight: 1)]
      )
    ]
    let draft = DocumentReader(settings, pool: pool).draft(
      try DataValue(reading: bytes.span, as: .json5),
      file: "Content/\(path).json5",
      path: path,
      &findings
    )
    #expect(findings.all.isEmpty, "\(findings.all)")
    return try #require(draft)
  }

  @Test func `Documents that differ only in texts, links, tags and positions share their facts`()
    throws
  {
    for number in [7, 123, 45_678] {
      let draft = try draft(
        """
        { datatype: "product", tags: ["tag-\(number)"],
          body: { price: \(number), title: { $t: "title.\(number)" }, rows: [
            { text: { $t: "call.\(number)" }, device: "phone" }, { $ref: "items/\(number)" } ] },
          variants: [ { when: { country: "DE" }, patch: { more: { $ref: "more/\(number)" } } } ] }
        """
      )
      #expect(draft.tags == ["tag-\(number)"])
      #expect(draft.texts.map(\.key) == ["title.\(number)", "call.\(number)"])
      #expect(draft.links.map(\.path) == ["items/\(number)", "more/\(number)"])
      let own = try #require(draft.variants.last)
      #expect(draft.links(of: own).map(\.path) == ["items/\(number)"])
    }
    #expect(pool.count == 1)
  }

  @Test func `Documents with different facts have different hashes of them`() throws {
    let bodies = [
      "a: 1", #"a: { $t: "x" }"#, #"a: { $t: "x" }, b: { $t: "y" }"#, #"a: { $ref: "x" }"#,
      #"a: { $number: 1 }"#, #"a: [ { b: 1, device: "tv" } ]"#,
      #"a: [ { b: 1, device: "phone" } ]"#, #"a: [ { b: 1, when: { country: "DE" } } ]"#,
      #"a: [ { datatype: "row" } ]"#,
    ]
    let conditions = [
      #"country: "DE""#, #"country: ["DE", "FR"]"#, #"device: "tv""#, #"app: ">=2""#, #"app: "<2""#,
      #"app: "1.*""#, "build: 7", "build: \">7\"", #"from: "2026-01-01T00:00Z""#,
      #"until: "2026-01-01T00:00Z""#, #"cohort: "checkout/a""#,
    ]
    let heads = [
      #"datatype: "b""#, #"datatype: "a", ttl: 7"#, #"datatype: "a", staleIfError: 7"#,
      #"datatype: "a", fallback: "refuse""#, #"datatype: "a", light: []"#,
      #"datatype: "a", light: ["d"]"#, #"datatype: "a", log: { capture: ["d"] }"#,
      #"datatype: "a", log: { slow: "1s" }"#,
      #"datatype: "a", precedence: ["device", "country"]"#,
    ]
    let variants =
      conditions.map { "{ when: { \($0) }, patch: {} }" }
      + [#"{ id: "x", when: { device: "tv" }, patch: {} }"#]
      + [#"{ priority: 1, when: { device: "tv" }, patch: {} }"#]
    let files =
      bodies.map { #"{ datatype: "a", body: { \#($0) } }"# }
      + variants.map { #"{ datatype: "a", body: { c: 1 }, variants: [ \#($0) ] }"# }
      + heads.map { "{ \($0), body: { d: 1 }, variants: [ \(variants[0]) ] }" }
    let hashes = Set(try files.map { try draft($0).facts.hashValue })
    #expect(hashes.count == files.count)
    #expect(pool.count == files.count)
  }
}

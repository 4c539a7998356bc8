// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import FileShapes
import SiteTesting
import Sites
import Testing

@Suite struct `Traffic models` {
  private static func compilation(_ model: String, _ more: String = "") -> Compilation {
    let site = MemorySite(
      ["home": #"{ datatype: "a", body: {} }"#],
      settings: """
        {
          languages: { published: ["en"], source: "en" },
          backends: { shop: { addresses: "http://127.0.0.1:9000" } },
          passes: { "/orders": { backend: "shop", methods: ["POST"] } },
          roots: ["home"],\(more)
          model: { \(model) },
        }
        """
    )
    var compiler = SiteCompiler(site, .common)
    return compiler.compile()
  }

  private static let rates = "steady: 1, peak: 2"

  @Test func `A valid traffic model causes no finding, and gives the rates of its routes`() throws {
    let compilation = Self.compilation(
      """
      volume: { month: 2629746, peakHour: 2, peakMonth: 3, peakDay: 5, doublings: 1 },
      flows: { start: { share: 0.5, calls: { "GET /home": 4 } } },
      routes: { "POST /orders": { \(Self.rates), calls: { shop: 1 }, class: "critical" } },
      backends: { shop: { capacity: 9 } },
      """
    )
    #expect(compilation.findings == [])
    let model = try #require(compilation.edition?.site.model)
    // A visit a second, twice as many in the busiest hour; then three times five times two as many.
    let home = try #require(model.rates(of: .init(method: "GET", path: "/home")))
    #expect(home.steady == 4)
    #expect(home.peak == 120)
    #expect(model.allRoutes.map { "\($0.name.value)" } == ["POST /orders", "GET /home"])
    #expect(model.rates(of: .init(method: "GET", path: "/config")) == nil)
  }

  @Test func `A traffic model may name the path of the site's records`() {
    let model = #"routes: { "GET /v1": { steady: 1, peak: 2, calls: { resources: 1 } } }"#
    #expect(Self.compilation(model, #" resources: { at: "/v1" },"#).findings == [])
  }

  @Test(arguments: [
    (
      #"routes: { "GET /hom": { RATES } }"#,
      #"unknown-name there is no document and no pass "/hom""#, 6, 22
    ),
    (
      #"routes: { "POST /home": { RATES } }"#,
      #"bad-value the document "home" refuses POST; expected GET or QUERY"#, 6, 22
    ),
    (
      #"routes: { "GET /orders": { RATES } }"#,
      #"bad-value the pass "/orders" refuses GET; expected POST"#, 6, 22
    ),
    (
      #"routes: { "GET /home": { RATES, calls: { shpo: 1 } } }"#,
      #"unknown-name there is no backend "shpo""#, 6, 66
    ),
    (
      #"backends: { shops: { capacity: 1 } }"#,
      #"unknown-name there is no backend "shops""#, 6, 24
    ),
    (
      #"routes: { "GET /home": { hits: 1 } }"#,
      #"missing-key the route "GET /home" has no rate of requests"#, 6, 22
    ),
    (
      #"routes: { "GET /home": { steady: 3, peak: 2 } }"#,
      #"bad-value "peak" of the route "GET /home" is 2.0; expected at least its "steady""#, 6, 54
    ),
    (
      #"flows: { start: { calls: { "GET /home": 1 } } }"#,
      #"missing-key the model has flows but no "volume""#, 6, 19
    ),
  ])
  func `An invalid traffic model is reported with its place`(
    model: String,
    message: String,
    line: Int,
    column: Int
  ) throws {
    let findings = Self.compilation(model.replacing("RATES", with: Self.rates)).findings
    let finding = try #require(findings.first)
    #expect("\(finding.rule) \(finding.message)".hasPrefix(message))
    #expect(finding.place.description == "Content/site.json5:\(line):\(column)")
  }

  @Test func `A traffic model changes no answer`() {
    let site = MemorySite([:])
    var compiler = SiteCompiler(site, .common)
    var settings = compiler.compile().edition?.site ?? SiteSettings()
    let shown = settings.shownInDocuments
    settings.model = TrafficModel()
    #expect(settings.shownInDocuments == shown)
  }
}

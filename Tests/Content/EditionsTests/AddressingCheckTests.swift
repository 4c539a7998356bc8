// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of redirects, errors, fields, origins and rate limits` {
  private static func findings(_ settings: String) -> [String] {
    let site = MemorySite(
      [
        "home": #"{ datatype: "a", body: {} }"#, "items/{id}": item,
        "lost": #"{ datatype: "a", body: {} }"#,
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en" },
          backends: { shop: { addresses: "http://127.0.0.1:9000" } },
          roots: ["home", "items/*"],
          errors: { notFound: "lost" },
          \(settings)
        }
        """
    )
    var compiler = SiteCompiler(site, .common)
    return compiler.compile().findings.map { "\($0.rule) \($0.message)" }
  }

  private static let item = """
    { datatype: "a", calls: { item: { backend: "shop", path: "/items/{id}" } },
      body: { name: { $pick: "$.item.name" } } }
    """

  @Test func `Valid redirects, fields and origins cause no finding`() {
    let findings = Self.findings(
      """
      redirects: { "old/{id}": "items/{id}", "help": { to: "https://a.example/", status: 302 } },
      fields: { "*": { "x-frame-options": "DENY" } },
      cors: { origins: ["https://app.example.com"], credentials: true },
      """
    )
    #expect(findings == [])
  }

  @Test(arguments: [
    (#"redirects: { home: "items/1" }"#, #"bad-path the redirect of "home" is never used"#),
    (#"redirects: { old: "homes" }"#, #"broken-link the redirect of "old" leads to "homes""#),
    (
      #"redirects: { "old/{id}": "items/{ids}" }"#,
      #"unknown-name the path "old/{id}" has no "{ids}""#
    ),
    (
      #"redirects: { a: "b", b: "home" }"#,
      #"bad-path the redirect of "a" leads to another redirect"#
    ),
    (
      #"redirects: { a: { to: "home", status: 200 } }"#,
      #"bad-value "status" is no status of a redirect"#
    ),
    (
      #"fields: { "*": { "set-cookie": "a=b" } }"#,
      "bad-value \"set-cookie\" is no name of a field that a site can set; expected another one"
    ),
    (#"fields: { "*": { "x-a": "b\nc" } }"#, "bad-value"),
    (
      #"cors: { origins: "*", credentials: true }"#,
      #"bad-value "credentials" is true for any origin"#
    ),
    (#"cors: { origins: ["app.example.com"] }"#, #"bad-value "app.example.com" is no origin"#),
    (#"cors: { origins: [] }"#, #"bad-value "origins" has 0 elements"#),
  ])
  func `An invalid redirect, field or origin is reported`(
    settings: String,
    message: String
  ) {
    let findings = Self.findings(settings + ",")
    #expect(findings.contains { $0.hasPrefix(message) }, "\(findings)")
  }

  @Test(arguments: [
    ("items/{id}", "calls services, which may have caused the error"),
    ("nothing", "there is no such document"),
  ])
  func `An error document that calls services or does not exist is reported`(
    path: String,
    message: String
  ) {
    let site = MemorySite(
      ["home": #"{ datatype: "a", body: {} }"#, "items/{id}": Self.item],
      settings: """
        {
          languages: { published: ["en"], source: "en" },
          backends: { shop: { addresses: "http://127.0.0.1:9000" } },
          roots: "*", errors: { failed: "\(path)" },
        }
        """
    )
    var compiler = SiteCompiler(site, .common)
    let findings = compiler.compile().findings
    #expect(findings.contains { $0.message.contains(message) }, "\(findings)")
  }
}

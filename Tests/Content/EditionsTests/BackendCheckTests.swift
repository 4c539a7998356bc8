// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import HTTPValues
import Services
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of backends` {
  /// What is wrong stands in the fourth line.
  private func compiled(_ backends: String) -> Compilation {
    MemorySite(
      ["home": #"{ datatype: "x", body: { a: 1 } }"#],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: {
        \(backends)
          },
        }
        """
    ).compiled()
  }

  @Test func `A backend is read with its addresses, weights and mirror`() throws {
    let compilation = compiled(
      """
      shop: { addresses: ["http://a", { address: "https://b:1", weight: 5 },
        { address: "http://c", weight: 0 }], mirror: { backend: "next", share: 0.25 } },
      next: { addresses: { address: "http://d" } },
      """
    )
    #expect(compilation.findings.map(\.message) == [])
    let backends = try #require(compilation.edition).site.backends
    try #require(backends.count == 2)
    #expect(backends[0].addresses.map(\.weight) == [100, 5, 0])
    #expect(backends[0].addresses.map(\.origin.port) == [80, 1, 80])
    #expect(backends[0].mirror == MirrorDeclaration(backend: "next", percent: 0.25))
    #expect(backends[0].mirror?.share == 25)
    #expect(backends[1].addresses.map(\.weight) == [100] && backends[1].mirror == nil)
  }

  @Test func `A backend is read with Unix sockets beside other addresses, by weight`() throws {
    let compilation = compiled(
      """
      shop: { addresses: ["unix:/run/a.sock", { address: "unix:/run/b.sock", weight: 5 },
        "http://c"] },
      """
    )
    #expect(compilation.findings.map(\.message) == [])
    let addresses = try #require(compilation.edition).site.backends[0].addresses
    #expect(addresses.map(\.origin.socketPath) == ["/run/a.sock", "/run/b.sock", nil])
    #expect(addresses.map(\.weight) == [100, 5, 100])
  }

  @Test func `A backend is read with addresses of the environment and a path behind each`() throws {
    let compilation = compiled(
      """
      shop: { addresses: ["http://a/v2/", { $env: "B", otherwise: "http://b:1/v2", weight: 5 },
        { $env: "C" }] },
      """
    )
    #expect(compilation.findings.map(\.message) == [])
    let shop = try #require(compilation.edition).site.backends[0]
    #expect(shop.addresses.map(\.path) == ["/v2", "/v2", ""])
    #expect(shop.addresses.map(\.variable) == [nil, "B", "C"])
    var placed = shop
    #expect(placed.place(in: ["C": "https://c.example.com/v2"]) == nil)
    #expect(
      placed.addresses.map(\.text) == [
        "http://a:80/v2", "http://b:1/v2", "https://c.example.com:443/v2",
      ]
    )
    #expect(placed.addresses.map(\.weight) == [100, 5, 100] && placed.path == "/v2")
    for (value, reason) in [
      (nil, "the environment has no C"), ("", "the environment has no C"),
      ("c:80", "C of the environment is no address of a service"),
      ("http://c", "the addresses of the environment have several paths"),
    ] {
      var placed = shop
      #expect(placed.place(in: ["C": value].compactMapValues(\.self)) == reason)
    }
  }

  @Test func `A backend is read with what its requests are sent with, which is not shown`() throws {
    let compilation = compiled(
      """
      shop: { addresses: "http://a", send: {
        fields: { authorization: { $env: "KEY", before: "Bearer " }, "x-part": "fixed text" },
        query: { key: { $file: "/run/key" } }, host: true },
        token: { at: { $env: "AT" }, client: "c-1", secret: { $env: "S" }, scope: "read",
          parameters: { audience: "https://a" }, authenticate: "body", timeout: "2s" } },
      """
    )
    #expect(compilation.findings.map(\.message) == [])
    let site = try #require(compilation.edition).site
    let shop = site.backends[0]
    #expect(shop.sent.fields.map(\.name) == ["authorization", "x-part"])
    #expect(shop.sent.fields[0].value.source == .environment("KEY"))
    #expect(shop.sent.fields[0].value.prefix == "Bearer " && shop.sent.host == .address)
    #expect(shop.sent.query.map(\.value.source) == [.file("/run/key")])
    let token = try #require(shop.token)
    #expect(token.address.variable == "AT" && token.authentication == .body)
    #expect(token.scope == "read" && token.parameters.map(\.name) == ["audience"])
    var bytes: [UInt8] = []
    try JSONWriter().write(site.written, to: &bytes)
    let written = String(decoding: bytes, as: UTF8.self)
    #expect(written.contains("/run/key") && !written.contains("fixed text"), "\(written)")
  }

  @Test func `A secret in the site's file is warned of`() throws {
    let compilation = compiled(
      """
      shop: { addresses: "http://a", send: { fields: { "x-api-key": "k-1", "x-part": "a" } } },
      """
    )
    #expect(compilation.edition != nil)
    #expect(compilation.findings.map { "\($0.rule)" } == ["secret-in-file"])
    let message = compilation.findings.first?.message ?? ""
    #expect(message.contains("$env") && !message.contains("k-1"))
  }

  @Test func `A backend is read with its retries, hedging percentage and concurrency`() throws {
    let compilation = compiled(
      """
      shop: { addresses: "http://a", retries: 0, hedge: 5, concurrency: 20 },
      usual: { addresses: "http://a" },
      """
    )
    let backends = try #require(compilation.edition).site.backends
    #expect(backends.map(\.retries) == [0, 2])
    #expect(backends.map(\.hedge) == [5, 0])
    #expect(backends.map(\.concurrency) == [20, 1_000])
  }

  @Test(arguments: [
    (
      #"a: { addresses: "http://a", retries: 6 }"#,
      #"bad-value 4: "retries" is 6; expected 0 to 5"#
    ),
    (#"a: { addresses: "http://a", hedge: 21 }"#, #"bad-value 4: "hedge" is 21; expected 0 to 20"#),
    (
      #"a: { addresses: "http://a", concurrency: 0 }"#,
      #"bad-value 4: "concurrency" is 0; expected 1 to 10000"#
    ),
    (#"a: { addresses: "ftp://a" }"#, #"bad-value 4: "ftp://a" is no address"#),
    (
      #"a: { addresses: "unix:run/a.sock" }"#,
      #"bad-value 4: "unix:run/a.sock" is no address of a service; expected unix: and an "#
        + "absolute path of at most 107 visible ASCII characters, without .."
    ),
    (
      #"a: { addresses: "unix:/run/a.sock", tls: {} }"#,
      #"bad-value 4: "tls" of the backend "a" is never used"#
    ),
    (#"a: { addresses: [1] }"#, "wrong-kind 4: an element of \"addresses\" is"),
    (
      #"a: { addresses: { weight: 1 } }"#,
      #"missing-key 4: "addresses" has neither "address" nor "$env""#
    ),
    (
      #"a: { addresses: ["http://a/v1", "http://b/v2"] }"#,
      #"bad-value 4: the addresses of the backend "a" have different paths"#
    ),
    (#"a: { addresses: "http://a/v1?key=1" }"#, #"bad-value 4: "http://a/v1?key=1" is no address"#),
    (#"a: { addresses: "http://a/../b" }"#, #"bad-value 4: "http://a/../b" is no address"#),
    (
      #"a: { addresses: "http://a", send: { fields: { host: "b" } } }"#,
      #"bad-value 4: "host" is no name of a field that can be sent; expected another one"#
    ),
    (
      #"a: { addresses: "http://a", send: { fields: { k: { $env: "S3cret value!" } } } }"#,
      "bad-value 4: this is no name of a variable of the environment"
    ),
    (
      #"a: { addresses: "http://a", send: { fields: { k: { $file: "secrets/k" } } } }"#,
      "bad-value 4: this is no path of a file; expected an absolute path"
    ),
    (
      #"a: { addresses: "http://a", send: { fields: { k: { $env: "K", $file: "/k" } } } }"#,
      #"bad-value 4: the field "k" has both "$env" and "$file"; expected one"#
    ),
    (
      #"a: { addresses: "http://a", send: { query: { k: { before: "x" } } } }"#,
      #"missing-key 4: the parameter "k" has neither "$env" nor "$file"; expected one"#
    ),
    (
      #"a: { addresses: "http://a", send: { host: "a/b" } }"#,
      #"bad-value 4: "a/b" is no host; expected one such as api.example.com"#
    ),
    (
      #"a: { addresses: "http://a", token: { at: "http://a/t", client: "c" } }"#,
      #"missing-key 4: "token" has no "secret""#
    ),
    (
      #"a: { addresses: { address: "http://a", weight: 10001 } }"#,
      #"bad-value 4: "weight" is 10001; expected 0 to 10000"#
    ),
    (
      #"a: { addresses: { address: "http://a", share: 1 } }"#,
      #"unknown-key 4: "addresses" has no key "share""#
    ),
    (
      #"a: { addresses: [{ address: "http://a", weight: 0 }] }"#,
      #"bad-value 4: no address of the backend "a" gets any calls"#
    ),
    (
      #"a: { addresses: "http://a", mirror: { backend: "a", share: 5 } }"#,
      #"bad-value 4: "a" would be compared with itself"#
    ),
    (
      #"a: { addresses: "http://a", mirror: { backend: "b", share: 5 } }"#,
      #"unknown-name 4: there is no backend "b""#
    ),
    (
      #"a: { addresses: "http://a", mirror: { backend: "b" } }"#,
      #"missing-key 4: "mirror" has no "share""#
    ),
  ])
  func `An invalid backend is reported with its line`(_ backends: String, _ finding: String) {
    let compilation = compiled(backends)
    #expect(compilation.edition == nil)
    let findings = compilation.findings.map {
      "\($0.rule) \($0.place.position.line): \($0.message)"
    }
    #expect(findings.contains { $0.hasPrefix(finding) }, "\(findings)")
  }
}

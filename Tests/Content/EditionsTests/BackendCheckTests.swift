// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import HTTPValues
import Plans
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
    (#"a: { addresses: { weight: 1 } }"#, #"missing-key 4: "addresses" has no "address""#),
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

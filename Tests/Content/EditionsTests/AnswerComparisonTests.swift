// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `A comparison of the answers of two editions` {
  private static let now = UnixTime(seconds: 1_800_000_000)

  private func comparison() throws -> AnswerComparison {
    func edition(_ number: Int) throws -> Edition {
      let site = MemorySite([
        "home":
          #"{ datatype: "a", body: { a: \#(number) }, variants: [{ when: { country: "DE" }, body: {} }] }"#
      ])
      var compiler = SiteCompiler(site, .common)
      return try #require(compiler.compile().edition)
    }
    return AnswerComparison(of: try edition(1), and: try edition(2), at: Self.now)
  }

  private func differences(
    _ served: String,
    _ candidate: String,
    audiences: (served: String, candidate: String) = ("", "")
  ) throws -> [String] {
    var comparison = try comparison()
    comparison.add(
      2,
      for: "/home",
      of: "home",
      served: .init(status: 200, body: Array(served.utf8), audience: audiences.served),
      candidate: .init(status: 200, body: Array(candidate.utf8), audience: audiences.candidate)
    )
    #expect(comparison.compared == 2)
    #expect(comparison.changed == (comparison.differences.isEmpty ? 0 : 2))
    return comparison.differences.map { "\($0.field): \($0.served) -> \($0.candidate)" }
  }

  @Test(arguments: [
    (#"{"a":1,"b":{"c":[1,2]}}"#, #"{"b":{"c":[1,2]},"a":1}"#, []),
    (#"{"a":1}"#, #"{"a":"1"}"#, [#"a: 1 -> "1""#]),
    (#"{"b":{"c":1}}"#, #"{"b":{"c":2,"d":null}}"#, ["b.c: 1 -> 2", "b.d: - -> null"]),
    (
      #"{"l":[{"p":1},{"p":2}]}"#, #"{"l":[{"p":3},{"p":4},{"p":5}]}"#,
      ["l[]: 2 elements -> 3 elements", "l[].p: 1 -> 3"]
    ),
    (
      #"{"_expire":"1800000600"}"#, #"{"_expire":"1800000060"}"#,
      ["_expire: in 600 s -> in 60 s"]
    ),
    ("[1]", "no json", ["body: [1] -> -"]),
  ])
  func `names each field that differs once, with both values`(
    _ served: String,
    _ candidate: String,
    _ expected: [String]
  ) throws {
    #expect(try differences(served, candidate) == expected)
  }

  @Test func `takes links for the same that differ in the audience alone`() throws {
    #expect(
      try differences(
        #"{"token":"","next":"/home","far":"https://a.example/en/home?b=c"}"#,
        #"{"token":"en.de","next":"/en.de/home","far":"https://a.example/en.de/home?b=c"}"#,
        audiences: ("", "en.de")
      ) == []
    )
    #expect(
      try differences(#"{"next":"/en/home"}"#, #"{"next":"/en/terms"}"#)
        == [#"next: "/en/home" -> "/en/terms""#]
    )
  }

  @Test func `adds up requests by document, audience and field, the most frequent first`() throws {
    var comparison = try comparison()
    func add(_ requests: Double, _ audience: String, _ status: Int, _ value: Int) {
      comparison.add(
        requests,
        for: "/\(audience)/home",
        of: "home",
        served: .init(status: 200, body: Array(#"{"a":1}"#.utf8), audience: audience),
        candidate: .init(
          status: status,
          body: Array(#"{"a":\#(value)}"#.utf8),
          audience: audience
        )
      )
    }
    add(1, "en", 200, 2)
    add(2, "en", 200, 3)
    add(5, "en.de", 404, 1)
    add(4, "en.de", 200, 1)
    #expect(
      comparison.differences.map { "\($0.requests) \($0.audience) \($0.field) \($0.candidate)" }
        == ["5.0 en.de status 404", "3.0 en a 2"]
    )
    #expect(comparison.compared == 12 && comparison.changed == 8 && comparison.unlisted == 0)
  }

  @Test func `cuts long values, and counts differences that there is no room for`() throws {
    let long = String(repeating: "a", count: 1_000)
    let found = try differences(#"{"a":"\#(long)"}"#, #"{"a":"b"}"#)
    #expect(found.first?.count ?? 0 < 100 && found.count == 1)
    var comparison = try comparison()
    for number in 0...AnswerComparison.mostDifferences {
      comparison.add(
        1,
        for: "/a",
        of: "document \(number)",
        served: .init(status: 200, body: [], audience: ""),
        candidate: .init(status: 404, body: [], audience: "")
      )
    }
    #expect(comparison.differences.count == AnswerComparison.mostDifferences)
    #expect(comparison.unlisted == 1)
  }
}

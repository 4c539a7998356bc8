// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite struct `The counts of what a user asks for next` {
  private var counts = TransitionCounts()
  private let week: Int64 = 7 * 86_400

  private func shares(_ target: String, hints: [String: Double] = [:]) -> [String: Double] {
    Dictionary(uniqueKeysWithValues: counts.shares(after: target, hints: hints).map { ($0, $1) })
  }

  private mutating func walk(_ targets: [String], times: Int, from start: Int64 = 1_000_000) {
    for time in 0..<times {
      for (step, target) in targets.enumerated() {
        counts.visit(target, bytes: 100, at: start + Int64(time) * 1_000 + Int64(step) * 10)
      }
    }
  }

  @Test mutating func `A document follows another one if it is among the next four in a minute`() {
    walk(["/a", "/b", "/c", "/d", "/e", "/f"], times: 12)
    // Eleven of the twelve visits of /a are over; each counts one, the hint that there is none four.
    #expect(Set(shares("/a").keys) == ["/b", "/c", "/d", "/e"])
    #expect(shares("/a")["/b"] == 11.0 / 15)
    counts.visit("/f", bytes: 0, at: 2_000_000)
    counts.visit("/x", bytes: 0, at: 2_000_061)
    #expect(shares("/f")["/x"] == nil)
  }

  @Test mutating func `The gateway's hint counts as four visits, and less the more were counted`() {
    #expect(shares("/a", hints: ["/b": 0.75]) == ["/b": 0.75])
    walk(["/a"], times: 5)
    #expect(shares("/a", hints: ["/b": 0.75])["/b"] == 3.0 / 8)
    #expect(
      counts.shares(after: "/a", hints: ["/c": 0.1, "/b": 0.2]).map(\.target) == ["/b", "/c"]
    )
  }

  @Test mutating func `A document asked for again right behind itself is one visit`() {
    walk(["/a", "/a", "/b"], times: 5)
    #expect(shares("/a")["/b"] == 0.5)
    #expect(shares("/a")["/a"] == nil)
  }

  @Test mutating func `Counts are halved every week, and forgotten after some months`() {
    walk(["/a", "/b"], times: 9)
    counts.visit("/x", bytes: 0, at: 1_000_000 + week)
    #expect(shares("/a")["/b"] == (3.5) / (3.5 + 4))
    counts.visit("/x", bytes: 0, at: 1_000_000 + 60 * week)
    #expect(shares("/a").isEmpty)
    #expect(counts.bytes(of: "/a") == nil)
  }

  @Test mutating func `A record has all counts again, and is small however much is asked for`()
    throws
  {
    walk((0..<40).map { "/en/items/0101-2010-\($0)" }, times: 3)
    var again = TransitionCounts()
    again.add(try JSONValue(json: counts.json.json))
    #expect(again.json == counts.json)
    #expect(again.bytes(of: "/en/items/0101-2010-3") == 100)
    walk((0..<5_000).map { "/en/items/0101-2010-\($0)" }, times: 1)
    walk([String(repeating: "/long", count: 200)], times: 1)
    #expect(counts.json["addresses"]?.array?.count == 256)
    #expect(counts.json.json.count < 64 << 10)
  }

  @Test(arguments: [
    #"{}"#, #"{"halved":1,"addresses":["/a"],"counts":[[1]]}"#,
    #"{"halved":1,"addresses":["/a"],"counts":[["x",1,0,1]]}"#,
    #"{"halved":1,"addresses":["/a"],"counts":[[1,1,9,1]]}"#,
    #"{"halved":1,"addresses":["/a"],"counts":[[1,1,0]]}"#,
  ])
  func `A record that is broken counts nothing`(json: String) throws {
    var counts = TransitionCounts()
    counts.add(try JSONValue(json: json.utf8))
    #expect(counts.shares(after: "/a", hints: [:]).isEmpty)
  }

  @Test(arguments: [
    ("</fr.ca/screens/basket>; rel=prefetch; pr=0.62", ["/fr.ca/screens/basket": 0.62]),
    ("</a>; rel=prefetch; pr=0.62, </b>; rel=prefetch; pr=0.31", ["/a": 0.62, "/b": 0.31]),
    ("</a>;REL=\"next prefetch\" ; pr = 1", ["/a": 1]),
    ("</a>; title=\"x, y; z\"; rel=prefetch, </b>; rel=next", ["/a": 0.5]),
    ("</a,b>; rel=prefetch", ["/a,b": 0.5]),
    ("</a>; rel=prefetch; pr=x", ["/a": 0]), ("</a>; rel=next; rel=prefetch", [:]),
    ("</a>; rel=prefetch; pr=nan, </b>; rel=prefetch; pr=2, </c>; rel=prefetch; pr=-1", [:]),
    ("</a", [:]), ("", [:]), (", ,<>", [:]),
  ])
  func `The field Link names hints`(field: String, expected: [String: Double]) async throws {
    let service = ScriptedTransport()
    let url = try #require(WebAddress("https://shop.example/config"))
    let client = Client(Environment(name: "test", configURL: url), transport: service)
    let prefetcher = Prefetcher(client, leastShare: 0.3)
    for target in expected.keys { service.answer(target, [:], "{}") }
    service.answer("/home", ["Link": field], "{}")
    _ = try await client.launch("/home").answer
    await eventually { prefetcher.runningCount == 0 }
    let asked = service.requests.dropFirst().map(\.address.target)
    #expect(asked.sorted() == expected.filter { $0.value >= 0.3 }.keys.sorted())
  }
}

// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A purge of what a person copies from a browser` {
  private final class Counter: Sendable {
    let count = Mutex(0)

    func next() -> Int {
      count.withLock {
        $0 += 1
        return $0
      }
    }
  }

  /// A service whose every answer has another number.
  private static func service() throws -> ScriptedServer {
    let counter = Counter()
    return try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        let body = "{\"number\":\(counter.next())}"
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: max-age=600\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
        )
      }
    }
  }

  /// An edge that takes every purge.
  private static func edge(_ heads: Heads) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        heads.all.withLock { $0.append(head) }
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
  }

  private final class Heads: Sendable {
    let all = Mutex<[String]>([])
  }

  private static func site(
    _ service: ScriptedServer,
    edge: ScriptedServer? = nil
  ) throws -> CheckedSite {
    try CheckedSite(
      [
        "legal/terms": """
        { datatype: "text", ttl: 600, tags: ["rose"],
          calls: { text: { backend: "shop", path: "/terms", freshness: { ttl: 600 } } },
          body: { title: { $t: "title" }, number: { $pick: "$.text.number" } } }
        """,
        "items/{id}": """
        { datatype: "item", ttl: 600,
          calls: { item: { backend: "shop", path: "/items/{id}", freshness: { ttl: 600 } } },
          body: { number: { $pick: "$.item.number" } } }
        """,
        "Locales/en.json": #"{ "title": "Terms" }"#,
        "Locales/fr.json": #"{ "title": "Conditions" }"#,
      ],
      settings: CheckedSite.settings.replacing(
        "roots",
        with: """
          backends: { shop: { addresses: ["http://\(service.address)"] } },
          passes: { "/shop": { backend: "shop", cache: "standard" } },
          edges: { \(edge.map { "cache: { kind: \"varnish\", purge: { address: \"http://\($0.address)\" } }" } ?? "") },
          roots
          """
      )
    )
  }

  private func purge(_ words: [String], at admin: SocketAddress) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["purge", "--admin", "\(admin)"] + words, seconds: 60)
  }

  private static let spellings: [(path: String, words: [String])] =
    [
      "/fr/legal/terms", "/legal/terms", "legal/terms", "/fr/legal/terms.json", "/fr/legal/terms/",
      "/fr/legal/terms?view=light#top", "/fr/legal/t%65rms",
      "https://shop.example/fr/legal/terms.json?view=light",
    ].map { ("/fr/legal/terms", ["--path", $0]) } + [
      ("/fr/legal/terms", ["--url", "https://shop.example/fr/legal/terms"]),
      ("/fr/legal/terms", ["--document", "/fr/legal/terms"]),
      ("/fr/legal/terms", ["--prefix", "/fr/legal/"]), ("/fr/legal/terms", ["--prefix", "/fr/"]),
      ("/fr/legal/terms", ["--prefix", "https://shop.example/legal/te"]),
      ("/items/7", ["--path", "/items/7.json"]), ("/items/7", ["--prefix", "/items/"]),
      ("/shop/hours?day=1", ["--path", "/shop/hours"]),
      ("/shop/hours?day=1", ["--path", "https://shop.example/shop/h%6Furs?day=1"]),
    ]

  @Test func `Every spelling of an address purges what is kept, and its services are asked again`()
    async throws
  {
    let (service, heads) = (try Self.service(), Heads())
    let edge = try Self.edge(heads)
    let site = try Self.site(service, edge: edge)
    let command = try RunningCommand(["--site", site.folder] + RunningCommand.anywhere)
    let (visitors, operators) = try await command.addresses()
    func number(_ path: String) async throws -> Int? {
      // The service ends a connection that was idle for long, which may cross a call.
      for _ in 0..<3 {
        let answer = try await RunningCommand.ask("GET \(path)", at: visitors)
        if let match = answer.firstMatch(of: /"number":([0-9]+)/) { return Int(match.1) }
      }
      return nil
    }
    for (path, words) in Self.spellings {
      let before = try #require(try await number(path), "\(words)")
      #expect(try await number(path) == before, "\(words)")
      let outcome = try await purge(words + ["--hard", "--strict"], at: operators)
      #expect(outcome.status == 0, "\(words): \(outcome.errors)")
      #expect(
        outcome.output.contains(#/, [1-9][0-9]* kept answers?;/#),
        "\(words): \(outcome.output)"
      )
      #expect(try await number(path) == before + 1, "\(words)")
      let told = heads.all.withLock { heads in
        defer { heads = [] }
        return heads
      }
      if words.contains("https://shop.example/fr/legal/terms.json?view=light") {
        let targets = told.map { $0.split(separator: " ")[1] }
        #expect(
          targets == [
            "/fr/legal/terms.json?view=light", "/fr/legal/terms.json", "/legal/terms", "/",
          ]
        )
        #expect(told.last?.contains("document_3alegal_2fterms") == true, "\(told)")
      }
    }
    try await command.stop()
    service.stop()
    edge.stop()
  }

  @Test func `A purge that matches nothing says so with the likely meaning, and fails if strict`()
    async throws
  {
    let service = try Self.service()
    let site = try Self.site(service)
    let command = try RunningCommand(["--site", site.folder] + RunningCommand.anywhere)
    let operators = try await command.addresses().operators
    for (words, text) in [
      (
        ["--document", "legal/term"],
        #"there is no document "legal/term"; did you mean "legal/terms"?"#
      ),
      (["--tag", "rosse"], #"no document declares the tag "rosse"; did you mean "rose"?"#),
      (
        ["--path", "/legal/term"],
        #"no document and no pass answers at "/legal/term"; did you mean "/legal/terms"?"#
      ),
      (["--prefix", "/lega1/"], #"no document and no pass has a path that begins with "/lega1/""#),
    ] {
      let lenient = try await purge(words, at: operators)
      #expect(lenient.status == 0, "\(words): \(lenient.errors)")
      #expect(lenient.output.contains("\n  nothing matched: \(text)\n"), "\(lenient.output)")
      #expect(try await purge(words + ["--strict"], at: operators).status == 1, "\(words)")
    }
    // What the site has matches, whether or not any of it is kept.
    for words in [["--document", "legal/terms"], ["--tag", "rose"], ["--prefix", "/items/"]] {
      let known = try await purge(words + ["--strict"], at: operators)
      #expect(known.status == 0 && !known.output.contains("nothing"), "\(known.output)")
    }
    try await command.stop()
    service.stop()
  }
}

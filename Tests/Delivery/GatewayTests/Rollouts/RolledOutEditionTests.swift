// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Editions
import Gateway
import Learning
import Reactor
import Signals
import SiteTesting
import Sites
import Testing

/// Two editions of a site that are served beside each other.
@Suite(.timeLimit(.minutes(5))) struct `An edition that is rolled out` {
  private static let settings = """
    { languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"], rollout: {} }
    """

  private static func files(_ word: String) -> [String: String] {
    [
      "config": #"""
      { datatype: "config", body: { of: "\#(word)", home: { $ref: "home" } } }
      """#,
      "home": #"""
      { datatype: "screen", body: { of: "\#(word)", back: { $ref: "config" }, \#(word): 1 } }
      """#,
    ]
  }

  private let word = EditionWord(
    rolloutOf: "3b1f0c2a9d8e7f60",
    began: UnixTime(seconds: SiteServer.start)
  )
  private let mine = ["X-App": "installation=\"mine\""]

  private func serve(_ files: [String: String] = files("old")) async throws -> SiteServer {
    try await SiteServer(files, settings: Self.settings)
  }

  /// Offers an edition to a share of the installations, out of 10,000.
  private func offer(
    _ files: [String: String] = files("new"),
    settings: String = settings,
    to share: Int,
    on server: SiteServer,
    as word: EditionWord? = nil
  ) throws {
    let edition = try #require(MemorySite(files, settings: settings).compiled(.complete).edition)
    server.publisher.offer(
      edition,
      as: word ?? self.word,
      to: share,
      at: UnixTime(seconds: SiteServer.start)
    )
  }

  /// The path of a link in a body.
  private func link(_ name: String, in body: String) throws -> String {
    let found = try #require(body.firstMatch(of: try Regex("\"\(name)\":\"([^\"]*)\"")), "\(body)")
    return String(try #require(found.output[1].substring))
  }

  @Test func `An edition that is rolled out to all is given at the config URL and along its links`()
    async throws
  {
    let server = try await serve()
    try offer(to: 10_000, on: server)
    let config = try await server.get("/config", mine)
    #expect(config.body.contains(#""of":"new""#), "\(config.body)")
    #expect(config.fields["vary"]?.contains("X-App") == true)
    let home = try link("home", in: config.body)
    #expect(home.contains("\(word)"), "\(home)")
    // The URL alone decides, whoever asks, also of what is kept.
    for _ in 0..<3 {
      let answer = try await server.get(home)
      #expect(answer.body.contains(#""of":"new""#), "\(answer.body)")
      #expect(answer.fields["vary"] == "Accept, Accept-Encoding")
      #expect(answer.fields["cache-groups"]?.contains("rollout_3a3b1f0c2a9d8e7f60") == true)
      #expect(try link("back", in: answer.body).contains("\(word)"))
    }
    #expect(try await server.get("/home", mine).body.contains(#""of":"old""#))
  }

  @Test func `A visitor without an installation stays with the published edition`() async throws {
    let server = try await serve()
    try offer(to: 10_000, on: server)
    for fields in [[:], ["X-App": "name=\"com.example.shop\""], ["X-App": "installation=\"\""]] {
      let config = try await server.get("/config", fields)
      #expect(config.body.contains(#""of":"old""#), "\(config.body)")
      #expect(try link("home", in: config.body).hasSuffix("/home"))
      #expect(!config.body.contains("rollout"))
    }
  }

  @Test func `An installation with the new edition keeps it while the share rises`() async throws {
    let server = try await serve()
    var before: Set<Int> = []
    for share in [500, 2_000, 10_000] {
      try offer(to: share, on: server)
      var now: Set<Int> = []
      for number in 0..<200 {
        let config = try await server.get("/config", ["X-App": "installation=\"i\(number)\""])
        if config.body.contains(#""of":"new""#) { now.insert(number) }
      }
      #expect(before.isSubset(of: now))
      // Of 200, within four standard deviations.
      let expected = share / 50
      #expect(abs(now.count - expected) <= 24, "\(now.count) of \(expected)")
      before = now
    }
    #expect(before.count == 200)
  }

  @Test func `A rollout's word without its seal leads to the published edition`() async throws {
    let server = try await serve()
    try offer(to: 10_000, on: server)
    let home = try link("home", in: try await server.get("/config", mine).body)
    #expect(try await server.get(home).body.contains(#""of":"new""#))
    for path in ["/und.\(word)/home", home.replacing("und.", with: "en.")] {
      #expect(try await server.get(path).body.contains(#""of":"old""#), "\(path)")
    }
  }

  @Test func `A link of a rollout that is over leads to the published edition, by its URLs`()
    async throws
  {
    let server = try await serve()
    try offer(to: 10_000, on: server)
    let home = try link("home", in: try await server.get("/config", mine).body)
    #expect(try await server.get(home).body.contains(#""of":"new""#))
    server.publisher.withdrawCandidate()
    for _ in 0..<2 {
      let answer = try await server.get(home)
      #expect(answer.body.contains(#""of":"old""#), "\(answer.body)")
      #expect(!answer.body.contains("rollout"))
      #expect(answer.fields["content-location"] == "/home")
    }
    #expect(try await server.get("/config", mine).body.contains(#""of":"old""#))
    // A later rollout of the same edition has other URLs, so that what caches have of this one stays right.
    let later = EditionWord(
      rolloutOf: "3b1f0c2a9d8e7f60",
      began: UnixTime(seconds: SiteServer.start + 1)
    )
    try offer(to: 10_000, on: server, as: later)
    #expect(try await server.get(home).body.contains(#""of":"old""#))
    let other = try link("home", in: try await server.get("/config", mine).body)
    #expect(other != home)
    #expect(try await server.get(other).body.contains(#""of":"new""#))
  }

  @Test func `A document that only one of the editions has is found in that one alone`()
    async throws
  {
    let server = try await serve()
    var files = Self.files("new")
    files["extra"] = #"{ datatype: "screen", body: { of: "new" } }"#
    files["config"] = #"{ datatype: "config", body: { extra: { $ref: "extra" } } }"#
    try offer(files, to: 10_000, on: server)
    let extra = try link("extra", in: try await server.get("/config", mine).body)
    #expect(try await server.get(extra).status == 200)
    #expect(try await server.get("/extra").status == 404)
    server.publisher.withdrawCandidate()
    #expect(try await server.get(extra).status == 404)
  }

  @Test func `A service that only the new edition has is called for its answers`() async throws {
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose"}"#), to: "/rose")
    let server = try await serve()
    var files = Self.files("new")
    files["home"] = """
      { datatype: "screen", calls: { rose: { backend: "shop", path: "/rose" } },
        body: { title: { $pick: "$.rose.title" } } }
      """
    let backend = #"backends: { shop: { addresses: ["\#(service.address)"] } }, roots"#
    try offer(
      files,
      settings: Self.settings.replacing("roots", with: backend),
      to: 10_000,
      on: server
    )
    let home = try link("home", in: try await server.get("/config", mine).body)
    #expect(try await server.get(home).body.contains(#""title":"Rose""#))
    #expect(try await server.get(home).body.contains(#""title":"Rose""#))
    #expect(service.asked() == ["/rose"])
    #expect(try await server.get("/home").body.contains(#""of":"old""#))
    let evidence = RolloutEvidence(server.signals.snapshot())
    // The second answer was kept.
    #expect(evidence.candidate.counts.whole == 2)
    #expect(evidence.candidate.composing.count == 1)
    #expect(evidence.published.counts.whole == 1)
    service.says(.failure, to: "/rose")
    server.clock.advance(by: .seconds(400_000))
    #expect(try await server.get(home).status >= 500)
    service.says(nil, to: "/rose")
    server.clock.advance(by: .seconds(400_000))
    #expect(try await server.get(home).status == 404)
    #expect(try await server.get(home.replacing("home", with: "nowhere")).status == 404)
    #expect(try await server.get("/nowhere").status == 404)
    let later = RolloutEvidence(server.signals.snapshot())
    #expect(later.since(evidence).candidate.counts.failed == 1)
    #expect(later.since(evidence).candidate.counts.clientErrors == 2)
    #expect(later.since(evidence).published == RolloutEvidence.Arm())
  }

  /// Items of a service, along a path of it.
  private static func items(at path: String) -> [String: String] {
    var files = files("new")
    files["items/{id}"] = """
      { datatype: "item", calls: { item: { backend: "shop", path: "\(path)/{id}" } },
        body: { title: { $pick: "$.item.title" } } }
      """
    return files
  }

  private static func settings(_ service: SampleService) -> String {
    let backend = #"backends: { shop: { addresses: ["\#(service.address)"], retries: 0 } }, roots"#
    return settings.replacing("roots", with: backend)
  }

  @Test func `Failures of a new edition's calls open no circuit for the published edition`()
    async throws
  {
    let service = try await SampleService()
    for number in 0..<30 {
      service.says(.failure, to: "/broken/\(number)")
      service.says(.init(#"{"title":"Rose"}"#), to: "/good/\(number)")
    }
    let settings = Self.settings(service)
    let server = try await SiteServer(Self.items(at: "/good"), settings: settings)
    try offer(Self.items(at: "/broken"), settings: settings, to: 10_000, on: server)
    let home = try link("home", in: try await server.get("/config", mine).body)
    for number in 0..<30 {
      let broken = try await server.get(home.replacing("/home", with: "/items/\(number)"))
      #expect(broken.status >= 500)
      let good = try await server.get("/items/\(number)")
      #expect(good.status == 200, "the published item \(number) has \(good.status)")
    }
    #expect(service.asked().count { $0.hasPrefix("/good") } == 30)
    let circuits = server.signals.snapshot()["portico_backend_circuit_state"]?.series ?? []
    let open = circuits.filter { $0.labelValues.contains("open") }
    #expect(!open.isEmpty)
    for series in open { #expect(series.own == .gauge(0), "\(series)") }
  }

  @Test func `Neither edition of a rollout gets an answer of a service that the other has fetched`()
    async throws
  {
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose"}"#, cacheControl: "max-age=3600"), to: "/good/1")
    let settings = Self.settings(service)
    let server = try await SiteServer(Self.items(at: "/good"), settings: settings)
    try offer(Self.items(at: "/good"), settings: settings, to: 10_000, on: server)
    let home = try link("home", in: try await server.get("/config", mine).body)
    let path = home.replacing("/home", with: "/items/1")
    #expect(try await server.get("/items/1").body.contains("Rose"))
    service.says(.init(#"{"title":"Lily"}"#, cacheControl: "max-age=3600"), to: "/good/1")
    #expect(try await server.get(path).body.contains("Lily"))
    #expect(service.asked() == ["/good/1", "/good/1"])
    // A purge of the service's answers is one of both.
    service.says(.init(#"{"title":"Iris"}"#, cacheControl: "max-age=3600"), to: "/good/1")
    server.store.purge(.everything, .hard, at: server.clock.wallSeconds * 1_000)
    #expect(try await server.get("/items/1").body.contains("Iris"))
    #expect(try await server.get(path).body.contains("Iris"))
  }

  @Test func `An emergency holds over the new edition as over the published one`() async throws {
    let server = try await serve()
    try offer(to: 10_000, on: server)
    let home = try link("home", in: try await server.get("/config", mine).body)
    server.site.write(#"{ hide: ["home"] }"#, to: "Content/emergency.json5")
    server.publish()
    #expect(try await server.get(home).status == 404)
    #expect(try await server.get("/home").status == 404)
    server.site.write(#"{ maintenance: { message: "Closed" } }"#, to: "Content/emergency.json5")
    server.publish()
    #expect(try await server.get(home).status == 503)
    #expect(try await server.get("/config", mine).body.contains("Closed"))
    server.site.write(nil, to: "Content/emergency.json5")
    server.publish()
    #expect(try await server.get(home).body.contains(#""of":"new""#))
  }

  @Test func `A publication during a rollout changes the published edition alone`() async throws {
    let server = try await serve()
    try offer(to: 10_000, on: server)
    let home = try link("home", in: try await server.get("/config", mine).body)
    #expect(try await server.get("/home").body.contains(#""of":"old""#))
    server.site.write(
      #"{ datatype: "screen", body: { of: "third" } }"#,
      to: "Content/home.json5"
    )
    server.publish()
    #expect(try await server.get("/home").body.contains(#""of":"third""#))
    #expect(try await server.get(home).body.contains(#""of":"new""#))
  }
}

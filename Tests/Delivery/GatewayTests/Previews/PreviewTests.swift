// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Editions
import Gateway
import Measure
import Message
import Reactor
import Signals
import SiteTesting
import Testing

/// A site whose draft a preview shows beside the published edition.
struct PreviewedSite {
  static let id = DraftID("c0ffee123456")
  static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      roots: ["*"], errors: { notFound: "lost" },
    }
    """

  let server: SiteServer
  let draft: LiveDraft
  let files: MemorySite

  /// - Parameters:
  ///   - audience: whom the preview is for, in the words of tokens.
  ///   - lifetime: seconds until it ends.
  init(
    published: [String: String] = files("old"),
    draft: [String: String] = files("new"),
    settings: String = settings,
    audience: String = "",
    instant: Int64? = nil,
    lifetime: Int64 = 3_600,
    events: EventLog? = nil
  ) async throws {
    server = try await SiteServer(published, settings: settings, events: events)
    files = MemorySite(draft, settings: settings)
    let publisher = Publisher(files, .complete)
    _ = publisher.refresh(at: UnixTime(seconds: SiteServer.start))
    self.draft = LiveDraft(
      try #require(PreviewedSite.id),
      of: publisher,
      audience: audience,
      instant: instant.map { UnixTime(seconds: $0) },
      expires: UnixTime(seconds: SiteServer.start + lifetime),
      seal: SiteServer.seal,
      store: AnswerStore()
    )
    server.drafts.add(self.draft)
  }

  static func files(_ word: String) -> [String: String] {
    [
      "config": #"""
      {
        datatype: "config",
        body: { of: "\#(word)", home: { $ref: "home" } },
      }
      """#,
      "home": #"""
      {
        datatype: "screen",
        body: { of: "\#(word)", back: { $ref: "config" } },
        variants: [
          {
            id: "ca", when: { country: "CA" },
            body: { of: "\#(word) in Canada", back: { $ref: "config" } },
          },
          {
            id: "later", when: { from: "2027-02-01T00:00Z" },
            body: { of: "\#(word) later", back: { $ref: "config" } },
          },
        ],
      }
      """#,
      "lost": #"""
      { datatype: "error", body: { of: "\#(word)", title: "Lost" } }
      """#,
    ]
  }

  var link: String { "/\(draft.token)/config" }

  func get(_ path: String, _ fields: [String: String] = [:]) async throws -> SiteServer.Reply {
    try await server.get(path, fields)
  }

  /// A path of the draft with the token of its link.
  func path(_ rest: String) -> String { "/\(draft.token)/\(rest)" }

  /// The path of a link in a body.
  static func link(_ name: String, in body: String) throws -> String {
    let found = try #require(body.firstMatch(of: try Regex("\"\(name)\":\"([^\"]*)\"")), "\(body)")
    return String(try #require(found.output[1].substring))
  }

  /// Saves the draft and publishes it for the preview.
  func save(_ text: String, to path: String = "Content/config.json5") {
    files.write(text, to: path)
    _ = draft.publisher.refresh(at: UnixTime(seconds: server.clock.wallSeconds))
  }

  /// The metrics of the published site, but for those about previews.
  func metrics() -> String {
    String(decoding: MetricsFormat.text.bytes(of: server.signals.snapshot()), as: UTF8.self)
      .split(separator: "\n").filter { !$0.contains("portico_preview") }.joined(separator: "\n")
  }
}

@Suite(.timeLimit(.minutes(5))) struct `A preview` {
  @Test func `The link of a preview shows the draft and every link of it leads into the draft`()
    async throws
  {
    let site = try await PreviewedSite()
    let config = try await site.get(site.link)
    #expect(config.status == 200 && config.body.contains(#""of":"new""#), "\(config.body)")
    let home = try PreviewedSite.link("home", in: config.body)
    #expect(home.contains(".draft~c0ffee123456.~"), "\(home)")
    let answer = try await site.get(home)
    #expect(answer.body.contains(#""of":"new""#), "\(answer.body)")
    #expect(try PreviewedSite.link("back", in: answer.body).contains(".draft~c0ffee123456"))
    #expect(try await site.get("/config").body.contains(#""of":"old""#))
    #expect(try await site.get("/home").body.contains(#""of":"old""#))
  }

  @Test func `The config of a draft says of which edition it is and until when it is shown`()
    async throws
  {
    let site = try await PreviewedSite()
    let body = try await site.get(site.link).body
    let edition = try #require(site.draft.publisher.publication?.edition.name)
    let expires = SiteServer.start + 3_600
    #expect(
      body.contains(#""_draft":{"edition":"\#(edition)","expires":"\#(expires)"}"#),
      "\(body)"
    )
    #expect(try await site.get("/config").body.contains("_draft") == false)
  }

  @Test func `A preview for nobody in particular leaves the claims of whoever opens it in force`()
    async throws
  {
    let site = try await PreviewedSite()
    for country in ["CA", "DE"] {
      let config = try await site.get(site.link, ["X-App": "country=\(country)"])
      let home = try PreviewedSite.link("home", in: config.body)
      #expect(home.hasPrefix("/und.ca.") == (country == "CA"), "\(home)")
      let answer = try await site.get(home)
      #expect(answer.body.contains("in Canada") == (country == "CA"), "\(answer.body)")
    }
  }

  @Test func `A preview for an audience shows what that audience gets, whoever opens it`()
    async throws
  {
    let site = try await PreviewedSite(audience: "und.ca")
    let config = try await site.get(site.link, ["X-App": "country=DE"])
    let home = try PreviewedSite.link("home", in: config.body)
    #expect(try await site.get(home).body.contains("in Canada"))
  }

  @Test(arguments: ["", "und.ca"])
  func `A preview of an instant shows what will be then, along all links`(
    audience: String
  ) async throws {
    let site = try await PreviewedSite(audience: audience, instant: 1_802_000_000)
    let config = try await site.get(site.link)
    let home = try PreviewedSite.link("home", in: config.body)
    #expect(home.contains(".preview~1802000000.~"), "\(home)")
    #expect(try await site.get(home).body.contains("new later"))
    let now = try await PreviewedSite(audience: audience)
    let later = try PreviewedSite.link("home", in: try await now.get(now.link).body)
    #expect(try await now.get(later).body.contains("later") == false)
  }

  @Test func `A sealed token with an instant and no draft shows now`() async throws {
    let site = try await PreviewedSite()
    var token = AudienceToken(Audience())
    token.preview = UnixTime(seconds: 1_802_000_000)
    let edition = try #require(site.server.publisher.publication?.edition)
    let links = LinkWriter(seal: SiteServer.seal)
    let path = links.url(of: "home", for: token, in: edition)
    #expect(path.contains("preview~1802000000.~"), "\(path)")
    #expect(try await site.get(path).body.contains("later") == false)
  }

  @Test func `A preview that is over, revoked or unknown is gone, never the published edition`()
    async throws
  {
    let site = try await PreviewedSite(lifetime: 60)
    let home = try PreviewedSite.link("home", in: try await site.get(site.link).body)
    func isGone(_ path: String) async throws {
      let answer = try await site.get(path)
      #expect(answer.status == 410, "\(path): \(answer)")
      #expect(answer.body.contains("the preview is over"), "\(answer.body)")
      #expect(!answer.body.contains(#""of""#))
      #expect(answer.fields["cache-control"] == "private, no-store")
    }
    // A seal that is none, also spelled otherwise, and an unknown preview.
    try await isGone(site.link.replacing("c0ffee", with: "d0ffee"))
    try await isGone(String(site.link.replacing("/config", with: "x/config")))
    try await isGone("/und.draft~c0ffee123456/config")
    try await isGone("/und%2Edraft%7Ec0ffee123456/config")
    try await isGone("/./und.draft~c0ffee123456/config")
    let other = LiveDraft(
      try #require(DraftID("e0ffee123456")),
      of: site.draft.publisher,
      audience: "",
      instant: nil,
      expires: .distantFuture,
      seal: SiteServer.seal,
      store: AnswerStore()
    )
    try await isGone("/\(other.token)/config")
    site.server.clock.advance(by: .seconds(59))
    #expect(try await site.get(home).status == 200)
    site.server.clock.advance(by: .seconds(1))
    try await isGone(site.link)
    try await isGone(home)
    let revoked = try await PreviewedSite()
    #expect(try await revoked.get(revoked.link).status == 200)
    revoked.server.drafts.remove(revoked.draft.id)
    #expect(try await revoked.get(revoked.link).status == 410)
  }

  @Test func `No answer of a draft may be kept by a cache or found by a search`() async throws {
    let service = try await SampleService()
    service.says(.init(#"{"title":"Rose"}"#, cacheControl: "max-age=60"), to: "/items/7")
    var files = PreviewedSite.files("new")
    files["items/{id}"] = #"""
      {
        datatype: "item",
        calls: { item: { backend: "shop", path: "/items/{id}" } },
        body: { title: { $pick: "$.item.title" } },
      }
      """#
    let settings = """
      {
        languages: { published: ["en", "fr"], source: "en", default: "en" }, roots: ["*"],
        backends: { shop: { addresses: ["\(service.address)"] } }, errors: { notFound: "lost" },
        redirects: { "old": "home" },
        edges: { cdn: { peers: ["127.0.0.0/8"], kind: "fastly" } },
        passes: { "/account": { backend: "shop" } },
      }
      """
    let site = try await PreviewedSite(published: files, draft: files, settings: settings)
    let published = try await site.get("/home")
    #expect(published.fields["surrogate-key"] != nil, "\(published.fields)")
    let home = try PreviewedSite.link("home", in: try await site.get(site.link).body)
    var statuses: Set<Int> = []
    for (path, method, fields) in [
      (site.link, "GET", [:]), (home, "GET", [:]), (home, "HEAD", [:]), (home, "OPTIONS", [:]),
      (home, "POST", [:]), (home + ".plist", "GET", [:]), (home, "GET", ["Accept": "image/png"]),
      (home, "GET", ["Range": "bytes=0-3"]), (home, "GET", ["If-None-Match": "*"]),
      (home, "GET", ["If-Match": "\"no\""]),
      (site.path("items/7"), "GET", [:]), (site.path("items/7"), "GET", [:]),
      (site.path("items/8"), "GET", [:]), (site.path("nothing"), "GET", [:]),
      (site.path("old"), "GET", [:]), (site.path("account/x"), "GET", [:]),
    ] as [(String, String, [String: String])] {
      let answer = try await site.server.get(path, fields, method: method)
      statuses.insert(answer.status)
      #expect(answer.fields["cache-control"] == "private, no-store", "\(method) \(path): \(answer)")
      #expect(answer.fields["x-robots-tag"] == "noindex", "\(method) \(path)")
      #expect(answer.fields["referrer-policy"] == "no-referrer", "\(method) \(path)")
      for name in answer.fields.keys {
        #expect(
          !["cdn-", "surrogate", "cache-group", "cache-tag", "expires"].contains {
            name.contains($0)
          },
          "\(method) \(path): \(name)"
        )
      }
    }
    #expect(statuses.isSuperset(of: [200, 206, 304, 404, 405, 406, 412]), "\(statuses)")
    // The document for the error is the draft's, and leads into the draft.
    let lost = try await site.get(site.path("nothing"))
    #expect(lost.body.contains("Lost") && lost.body.contains(site.link), "\(lost.body)")
  }

  @Test func `The metrics of the site are the same byte for byte after requests for a draft`()
    async throws
  {
    let site = try await PreviewedSite()
    _ = try await site.get("/config")
    _ = try await site.get("/home")
    let before = site.metrics()
    let sketch = try await site.server.sketch()
    let home = try PreviewedSite.link("home", in: try await site.get(site.link).body)
    for _ in 0..<70 { _ = try await site.get(home) }
    _ = try await site.get(site.path("nothing"))
    #expect(site.metrics() == before)
    #expect(try await site.server.sketch() == sketch)
    let text = String(
      decoding: MetricsFormat.text.bytes(of: site.server.signals.snapshot()),
      as: UTF8.self
    )
    #expect(text.contains("\nportico_preview_requests_total 72\n"), "\(text.suffix(2_000))")
    #expect(text.contains("\nportico_previews 1\n"))
  }

  @Test func `The event of a request for a draft names the preview`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let site = try await PreviewedSite(events: log)
    _ = try await site.get(site.link)
    _ = try await site.get("/home")
    _ = try await site.get("/und.draft~d0ffee123456/home")
    let lines = try EventLines.of(log)
    #expect(lines.count == 3)
    #expect(lines.filter { $0.contains(#""preview":"c0ffee123456""#) }.count == 1, "\(lines)")
    #expect(lines.filter { $0.contains(#""preview":"d0ffee123456""#) }.count == 1, "\(lines)")
  }
}

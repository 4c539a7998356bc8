// SPDX-License-Identifier: Apache-2.0

import SiteTesting
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A site under operation` {
  private let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      apps: { "com.example.shop": { versions: ["1.0", "2.0"], update: {
        minimum: "2", recommended: "2.5", latest: "3", blockedBuilds: [77], message: "update",
        storeURL: "https://store.example.com/shop" } } },
      edges: { cdn: { peers: "127.0.0.0/8", country: "X-Country", device: "X-Device" } },
      roots: "*",
    }
    """
  private let files = [
    "home": """
    { datatype: "a", body: { x: { $t: "x" } },
      variants: [ { when: { country: "FR" }, patch: { y: 1 } },
        { when: { device: "tv" }, patch: { y: 2 } } ] }
    """,
    "Locales/en.json": #"{ "x": "X", "update": "Please update" }"#,
    "Locales/fr.json": #"{ "x": "Y", "update": "Mettez à jour" }"#,
  ]

  @Test(arguments: [
    ("version=\"1.9\"", "updateRequired"), ("version=2, build=77", "updateRequired"),
    ("version=2.4", "updateAvailable"), ("version=2.5", ""), ("version=nonsense", ""), ("", ""),
    ("app=\"com.example.other\", version=1", ""),
    ("app=\"com.example.shop\", version=1", "updateRequired"),
  ])
  func `An app of an old version is told that it must or may update`(
    claims: String,
    datatype: String
  ) async throws {
    let server = try await SiteServer(files, settings: settings)
    let config = try await server.get("/config", claims.isEmpty ? [:] : ["X-App": claims])
    #expect(config.body.contains("update") == !datatype.isEmpty)
    if !datatype.isEmpty { #expect(config.body.contains(#""update":{"datatype":"\#(datatype)""#)) }
    let goesOn = config.body.contains(#""cancelURL":"/config""#)
    #expect(goesOn == (datatype == "updateAvailable"))
  }

  @Test func `An app is told in the visitor's language where to update`() async throws {
    let server = try await SiteServer(files, settings: settings)
    let config = try await server.get("/config", ["X-App": "version=1", "Accept-Language": "fr"])
    #expect(config.body.contains(#""continueURL":"https://store.example.com/shop""#))
    #expect(config.body.contains(#""message":"Mettez à jour""#))
  }

  @Test func `A visitor's facts are believed from declared peers only`() async throws {
    let server = try await SiteServer(files, settings: settings)
    let reply = try await server.get("/home", ["X-Country": "FR"])
    #expect(reply.body.contains(#""y":1"#))
    #expect(reply.fields["vary"]?.contains("x-country") == true)
    #expect(try await server.get("/home", ["X-Device": "tv"]).body.contains(#""y":2"#))
    let strict = settings.replacing("127.0.0.0/8", with: "10.0.0.0/8")
    let other = try await SiteServer(files, settings: strict)
    #expect(try await !other.get("/home", ["X-Country": "FR"]).body.contains(#""y":1"#))
  }

  @Test func `A publication replaces the site as a whole, and a broken one does not`() async throws
  {
    let server = try await SiteServer(["home": #"{ datatype: "a", body: { x: 1 } }"#])
    #expect(try await server.get("/home").body.contains(#""x":1"#))
    server.site.write(#"{ datatype: "a", body: { x: 2 } }"#, to: "Content/home.json5")
    server.publish()
    #expect(try await server.get("/home").body.contains(#""x":2"#))
    server.site.write("{", to: "Content/home.json5")
    server.publish()
    #expect(try await server.get("/home").body.contains(#""x":2"#))
  }

  @Test func `The emergency file closes the site and reopens it at once`() async throws {
    let server = try await SiteServer(files, settings: settings)
    server.site.write(
      #"{ maintenance: { message: { en: "Closed", fr: "Fermé" }, retryAfter: 90 } }"#,
      to: Overlay.path
    )
    server.publish()
    let config = try await server.get("/config", ["Accept-Language": "fr"])
    #expect(config.status == 200 && config.fields["cache-control"] == "public, max-age=5")
    #expect(config.body.hasPrefix(#"{"datatype":"maintenance","message":"Fermé""#))
    let home = try await server.get("/en/home")
    #expect(home.status == 503 && home.fields["retry-after"] == "90")
    #expect(home.body.contains("Closed"))
    server.site.write(nil, to: Overlay.path)
    server.publish()
    #expect(try await server.get("/en/home").status == 200)
  }

  @Test func `The emergency file closes the site for one country only`() async throws {
    let server = try await SiteServer(files, settings: settings)
    server.site.write(
      #"{ maintenance: { when: { country: "FR" }, message: "Closed" } }"#,
      to: Overlay.path
    )
    server.publish()
    #expect(try await server.get("/config", ["X-App": "country=FR"]).body.contains("maintenance"))
    #expect(try await !server.get("/config", ["X-App": "country=DE"]).body.contains("maintenance"))
    #expect(try await server.get("/en.fr/home").status == 503)
    #expect(try await server.get("/en/home").status == 200)
  }

  @Test func `The emergency file hides documents and shows a banner`() async throws {
    let server = try await SiteServer(files, settings: settings)
    server.site.write(
      #"{ hide: ["ho*"], banner: { en: "Storm", fr: "Tempête" }, ttl: 3 }"#,
      to: Overlay.path
    )
    server.publish()
    #expect(try await server.get("/en/home").status == 404)
    let config = try await server.get("/config", ["Accept-Language": "fr"])
    #expect(config.body.contains(#""banner":"Tempête""#))
    let age = try #require(config.fields["cache-control"]?.firstMatch(of: /max-age=(\d+)/)?.1)
    #expect(try #require(Int(age)) <= 3)
  }

  @Test func `An experiment's arm is believed only from a sealed token`() async throws {
    let settings = MemorySite.settings
    let files = [
      "config": #"{ datatype: "config", body: { pay: { $ref: "pay" } } }"#,
      "pay": """
      { datatype: "a", body: { pages: 2 },
        variants: [ { when: { cohort: "checkout/b" }, patch: { pages: 1 } } ] }
      """,
    ]
    let server = try await SiteServer(files, settings: settings)
    var seen: Set<String> = []
    for number in 0..<20 {
      let config = try await server.get("/config", ["X-App": "installation=\"i\(number)\""])
      let link = try #require(config.body.firstMatch(of: /"pay":"([^"]*)"/)?.1)
      let pages = try await server.get(String(link)).body.contains(#""pages":1"#)
      #expect(pages == link.contains("checkout~b"))
      seen.insert(pages ? "one" : "two")
    }
    #expect(seen == ["one", "two"])
    #expect(try await server.get("/und.checkout~b/pay").body.contains(#""pages":2"#))
    #expect(
      try await server.get("/und.checkout~b.~aaaaaaaaaaaaaaaa/pay").body.contains(#""pages":2"#)
    )
  }

  @Test func `A site without an edition answers 503`() async throws {
    let server = try await SiteServer(["home": "{"])
    let reply = try await server.get("/home")
    #expect(reply.status == 503 && reply.fields["retry-after"] == "1")
  }
}

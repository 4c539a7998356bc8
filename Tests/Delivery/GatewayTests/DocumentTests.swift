// SPDX-License-Identifier: Apache-2.0

import Reactor
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Documents over HTTP` {
  private let files = [
    "config": """
    { datatype: "config", ttl: 100, body: { home: { $ref: "home" }, terms: { $ref: "terms" } } }
    """,
    "home": """
    { datatype: "screen", ttl: 600, staleWhileRevalidate: 30, staleIfError: 900,
      body: { title: { $t: "home" }, rows: [ { call: 1, device: "phone" } ] },
      light: ["title"],
      variants: [ { id: "dach", when: { country: "dach" }, patch: { currency: "EUR" } } ] }
    """,
    "terms": #"{ datatype: "terms", body: { number: 1 } }"#,
    "german": #"{ datatype: "a", fallback: "refuse", body: { x: { $t: "only" } } }"#,
    "tv":
      #"{ datatype: "a", fallback: "refuse", variants: [ { when: { device: "tv" }, body: {} } ] }"#,
    "Locales/en.json": #"{ "home": "Home" }"#, "Locales/fr.json": #"{ "home": "Accueil" }"#,
    "Locales/de.json": #"{ "home": "Heim", "only": "nur" }"#,
  ]

  @Test func `The config URL's links carry the visitor's audience, and each page its language`()
    async throws
  {
    let server = try await SiteServer(files)
    let config = try await server.get(
      "/config",
      ["Accept-Language": "fr-CA, de", "X-App": "device=phone, country=AT"]
    )
    #expect(config.status == 200)
    #expect(config.body.contains(#""home":"/fr-ca.dach.phone/home","terms":"/terms""#))
    #expect(config.fields["content-location"] == "/fr-ca.dach.phone/config")
    let home = try await server.get("/fr-ca.dach.phone/home")
    #expect(
      home.body.hasPrefix(
        #"{"datatype":"screen","title":"Accueil","rows":[{"call":1}],"currency":"EUR","_lang":"fr-CA""#
      )
    )
    #expect(home.fields["content-language"] == "fr-CA")
    #expect(home.fields["vary"] == "Accept, Accept-Encoding")
  }

  @Test func `An answer varies by the request fields that make a difference for it`() async throws {
    let server = try await SiteServer(files)
    #expect(try await server.get("/terms").fields["vary"] == "Accept, Accept-Encoding")
    #expect(
      try await server.get("/home").fields["vary"]
        == "Accept, Accept-Encoding, Accept-Language, User-Agent, X-App"
    )
    #expect(try await server.get("/terms.json").fields["vary"] == "Accept-Encoding")
  }

  @Test func `An answer's Cache-Control and _expire name the same instant`() async throws {
    let server = try await SiteServer(files)
    var expire: Int64 = 0
    for step in 0..<5 {
      let home = try await server.get("/home")
      let text = try #require(home.body.firstMatch(of: /"_expire":"(\d+)"/)?.1)
      let seconds = try #require(Int64(text))
      if step > 0, seconds != expire { #expect(server.clock.wallSeconds >= expire) }
      expire = seconds
      let control = try #require(home.fields["cache-control"])
      let left = seconds - server.clock.wallSeconds
      #expect(left > 0 && left <= 600)
      #expect(control == "public, max-age=\(left), stale-while-revalidate=30, stale-if-error=900")
      server.clock.advance(by: .seconds(199))
    }
  }

  @Test func `An answer with a known entity tag gets 304 until its window ends`() async throws {
    let server = try await SiteServer(files)
    let home = try await server.get("/en/home")
    let tag = try #require(home.fields["etag"])
    let again = try await server.get("/en/home", ["If-None-Match": tag])
    #expect(again.status == 304 && again.body.isEmpty && again.fields["etag"] == tag)
    #expect(again.fields["content-type"] == nil && again.fields["cache-control"] != nil)
    // A new window is a new body, which the client has not.
    server.clock.advance(by: .seconds(601))
    #expect(try await server.get("/en/home", ["If-None-Match": tag]).status == 200)
    #expect(try await server.get("/en/home", ["If-Match": "\"other\""]).status == 412)
  }

  @Test func `HEAD of a document gets the fields of GET without a body`() async throws {
    let server = try await SiteServer(files)
    let home = try await server.get("/en/home")
    let head = try await server.get("/en/home", method: "HEAD")
    #expect(head.status == 200 && head.body.isEmpty)
    #expect(head.fields["content-length"] == "\(home.bytes)")
    #expect(head.fields["etag"] == home.fields["etag"])
  }

  @Test func `A document has a light view, and single members can be asked for`() async throws {
    let server = try await SiteServer(files)
    let light = try await server.get("/en/home?view=light")
    #expect(light.body.hasPrefix(#"{"datatype":"screen","title":"Home","_lang":"en","_expire""#))
    let fields = try await server.get("/en/home?fields=rows,currency")
    #expect(fields.body.hasPrefix(#"{"datatype":"screen","rows":[],"_lang":"en","_expire""#))
  }

  @Test
  func `Languages, country, device and version in the query replace the visitor's`() async throws {
    let server = try await SiteServer(files)
    let home = try await server.get("/home?languages=de&country=ch&device=phone&version=2.0")
    #expect(home.fields["content-location"] == "/de.dach.phone/home")
  }

  @Test
  func `A document refused in a language or on a device names the languages it has`() async throws {
    let server = try await SiteServer(files)
    let refusal = try await server.get("/fr/german")
    #expect(refusal.status == 200)
    #expect(refusal.body.hasPrefix(#"{"datatype":"unavailableLanguage","languages":["de"]"#))
    #expect(try await server.get("/de/german").body.contains(#""x":"nur""#))
    #expect(try await server.get("/en.phone/tv").body.hasPrefix(#"{"datatype":"unavailable""#))
  }

  @Test func `Content-Location names the canonical address for any audience token`() async throws {
    let server = try await SiteServer(files)
    for token in ["FR.AT.phone", "fr.phone.de", "fr.ch.phone.9.9.b5.whatever"] {
      let home = try await server.get("/\(token)/home")
      #expect(home.fields["content-location"] == "/fr.dach.phone/home")
    }
    #expect(try await server.get("/fr.phone/terms").fields["content-location"] == "/terms")
  }

  @Test func `The root of the host redirects to the config URL`() async throws {
    let server = try await SiteServer(files)
    for target in ["/", "/?a=b"] {
      let root = try await server.get(target)
      #expect(root.status == 307 && root.fields["location"] == "/config")
      #expect(root.body == #"{"datatype":"link","url":"/config"}"#)
      #expect(root.fields["cache-control"] == "public, max-age=60")
    }
    #expect(try await server.get("/", method: "HEAD").fields["location"] == "/config")
    #expect(try await server.get("/", method: "POST").status == 405)
    let elsewhere = try await SiteServer(
      files,
      settings: MemorySite.settings.replacing("roots:", with: #"baseURL: "/shop", roots:"#)
    )
    #expect(try await elsewhere.get("/").fields["location"] == "/shop/config")
  }

  @Test(arguments: [
    "/nothing", "/en/nothing", "/en", "//homes", "/home/", "/products/home", "/en.c$/home",
    "/config/home",
  ])
  func `A path without a document answers 404 with a problem document`(target: String) async throws
  {
    let reply = try await SiteServer(files).get(target)
    #expect(reply.status == 404)
    #expect(reply.fields["content-type"] == "application/problem+json")
    #expect(reply.fields["cache-control"] == "public, max-age=5")
  }

  @Test func `A document refuses other methods with 405 and other formats with 406`() async throws {
    let server = try await SiteServer(files)
    let post = try await server.get("/home", method: "POST")
    #expect(post.status == 405 && post.fields["allow"] == "GET, HEAD, OPTIONS")
    #expect(try await server.get("/home", ["Accept": "image/png"]).status == 406)
    #expect(try await server.get("/home", ["Accept": "text/html, */*;q=0.1"]).status == 200)
  }

  @Test func `A document is an XML or binary property list when that is asked for`() async throws {
    let server = try await SiteServer(files)
    let xml = try await server.get("/terms", ["Accept": "application/x-plist"])
    #expect(xml.fields["content-type"] == "application/x-plist")
    #expect(xml.body.contains("<key>number</key><integer>1</integer>"))
    #expect(xml.fields["vary"] == "Accept, Accept-Encoding")
    #expect(try await server.get("/terms.plist").body == xml.body)
    let binary = try await server.get("/terms.bplist")
    #expect(binary.fields["content-type"] == "application/x-bplist")
    #expect(binary.body.hasPrefix("bplist00"))
    #expect(Set([xml.fields["etag"], binary.fields["etag"]]).count == 2)
  }

  @Test func `A large answer is compressed and a small one is not`() async throws {
    let long = (0..<200).map { "\"row \($0)\"" }.joined(separator: ",")
    let server = try await SiteServer(["long": "{ datatype: \"a\", body: { rows: [\(long)] } }"])
    let plain = try await server.get("/long")
    #expect(plain.fields["content-encoding"] == nil)
    for coding in ["gzip", "br", "zstd"] {
      let reply = try await server.get("/long", ["Accept-Encoding": coding], method: "HEAD")
      #expect(reply.fields["content-encoding"] == coding)
      let length = try #require(reply.fields["content-length"].flatMap { Int($0) })
      #expect(length < plain.bytes / 2)
      #expect(reply.fields["etag"] != plain.fields["etag"])
    }
    let small = try await server.get("/config", ["Accept-Encoding": "br"])
    #expect(small.fields["content-encoding"] == nil)
  }
}

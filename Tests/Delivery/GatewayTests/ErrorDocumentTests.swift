// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Message
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A site with documents for errors` {
  private static let files = [
    "home": """
    { datatype: "screen", body: { x: { $t: "lost" }, cancelURL: { $ref: "config" } } }
    """,
    "errors/lost": """
    { datatype: "error", body: { title: { $t: "lost" }, continueURL: { $ref: "home" } } }
    """,
    "errors/busy": #"{ datatype: "error", body: { title: { $t: "busy" } } }"#,
    "items/{id}": """
    { datatype: "item", calls: { item: { backend: "shop", path: "/items/{id}" } },
      body: { name: { $pick: "$.item.name" } } }
    """,
    "Locales/en.json": #"{ "lost": "Nothing here", "busy": "Too busy" }"#,
    "Locales/fr.json": #"{ "lost": "Rien ici", "busy": "Trop occupé" }"#,
  ]

  private static let errors =
    #"errors: { notFound: "errors/lost", overloaded: "errors/busy", failed: "errors/busy" },"#

  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      backends: { shop: { addresses: "http://127.0.0.1:1", timeout: "500ms", retries: 0 } },
      \(errors)
      rateLimits: { home: { paths: "home", requests: 1, seconds: 60 } },
      roots: "*",
    }
    """

  @Test func `The error document for too many requests says when to come again`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    #expect(try await server.get("/home").status == 200)
    let refused = try await server.get("/home", ["Accept-Language": "fr"])
    #expect(refused.status == 429)
    #expect(refused.body.contains(#""title":"Trop occupé""#))
    #expect(refused.body.contains(#""_retryAfter":"60""#))
    #expect(refused.fields["retry-after"] == "60")
    #expect(refused.fields["cache-control"] == "no-store")
  }

  @Test func `The event of an error names the error document and the failed call`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let server = try await SiteServer(Self.files, settings: Self.settings, events: log)
    #expect(try await server.get("/en/items/1").status >= 500)
    #expect(try await server.get("/nothing").status == 404)
    let events = try EventLines.of(log)
    let failed = try #require(events.first { $0.contains(#""path":"/en/items/1""#) })
    #expect(
      failed.contains(#""error_document":"errors/busy""#)
        && failed.contains(#""failed_call":"item""#)
    )
    let missing = try #require(events.first { $0.contains(#""path":"/nothing""#) })
    #expect(missing.contains(#""error_document":"errors/lost""#), "\(missing)")
    let settings = Self.settings.replacing(Self.errors, with: "")
    let plain = try EventLog(state: nil, loops: 1, at: 0)
    let other = try await SiteServer(Self.files, settings: settings, events: plain)
    #expect(try await other.get("/nothing").status == 404)
    #expect(try EventLines.of(plain).allSatisfy { !$0.contains("error_document") })
  }

  @Test func `The error document for a failed service does not name the service`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let reply = try await server.get("/en/items/1")
    #expect(reply.status >= 500)
    #expect(reply.body.contains(#""title":"Too busy""#))
    #expect(reply.body.contains("_retryAfter"))
  }

  @Test func `A problem document for a failed service does not name the call or the service`()
    async throws
  {
    let settings = Self.settings.replacing(Self.errors, with: "")
    let server = try await SiteServer(Self.files, settings: settings)
    let reply = try await server.get("/en/items/1")
    #expect(reply.status >= 500 && reply.fields["content-type"] == "application/problem+json")
    #expect(!reply.body.contains("item\\\"") && !reply.body.contains("shop"))
    #expect(reply.body.contains(#""type":"urn:portico:problem:service-failed""#))
    let lost = try await server.get("/nothing")
    #expect(lost.body.contains(#""type":"urn:portico:problem:no-such-document""#))
  }

  // The clock begins at 2027-01-15T08:00:00Z.
  private static let notice = """
    {
      datatype: "error", ttl: 86400, body: { title: { $t: "lost" } },
      variants: [
        { when: { from: "2027-01-15T08:00:03Z" }, patch: { title: { $t: "busy" }, notice: true } },
      ],
    }
    """

  private static func maximumAge(_ reply: SiteServer.Reply) -> Int64? {
    reply.fields["cache-control"].flatMap { $0.split(separator: "=").last.flatMap { Int64($0) } }
  }

  @Test func `An error document with a scheduled change expires with it`() async throws {
    let files = Self.files.merging(["errors/lost": Self.notice]) { $1 }
    let server = try await SiteServer(files, settings: Self.settings)
    for (second, age) in [(0, 3), (1, 2), (2, 1), (3, 5), (4, 5)] as [(Int64, Int64)] {
      let reply = try await server.get("/en/nothing")
      #expect(reply.status == 404)
      #expect(reply.fields["cache-control"] == "public, max-age=\(age)", "after \(second) s")
      #expect(reply.body.contains(#""_expire":"\#(SiteServer.start + second + age)""#))
      #expect(reply.body.contains(second < 3 ? "Nothing here" : "Too busy"))
      #expect(reply.body.contains("notice") == (second >= 3))
      server.clock.advance(by: .seconds(1))
    }
  }

  @Test
  func `An error expires with the sooner of its own lifetime and its document's`() async throws {
    let service = try await SampleService()
    let plan = """
      { datatype: "item",
        calls: { item: { backend: "shop", path: "/items/{id}", freshness: { absent: 3600 } } },
        body: { name: { $pick: "$.item.name" } } }
      """
    let files = Self.files.merging(["items/{id}": plan, "errors/lost": Self.notice]) { $1 }
    let settings = Self.settings.replacing("http://127.0.0.1:1", with: service.address)
    let server = try await SiteServer(files, settings: settings)
    let before = try await server.get("/en/items/7")
    #expect(before.status == 404 && before.body.contains("Nothing here"), "\(before.body)")
    #expect(Self.maximumAge(before) == 3)
    server.clock.advance(by: .seconds(3))
    let after = try await server.get("/en/items/7")
    #expect(after.status == 404 && after.body.contains("Too busy"))
    #expect(try #require(Self.maximumAge(after)) > 3_000)
    #expect(service.asked() == ["/items/7"])
  }

  @Test
  func `An error document leads to the config URL unless it declares another way`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let failed = try await server.get("/fr/items/1")
    #expect(failed.body.contains(#""continueURL":"/config""#), "\(failed.body)")
    let lost = try await server.get("/fr/nothing")
    #expect(lost.body.contains(#""continueURL":"/fr/home""#) && !lost.body.contains("/config"))
  }

  @Test(arguments: [
    ("application/json", "{"), ("application/x-plist", "<?xml"),
    ("application/x-bplist", "bplist00"),
  ])
  func `An error document comes in the format that the visitor accepts`(
    type: String,
    start: String
  ) async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let reply = try await server.get("/fr/items/1", ["Accept": type])
    #expect(reply.status >= 500)
    #expect(reply.fields["content-type"] == type)
    #expect(reply.fields["content-language"] == "fr")
    #expect(reply.body.hasPrefix(start))
    #expect(reply.fields["retry-after"] == "1")
  }

  @Test(arguments: [true, false], [Status.internalServerError, .notFound, .serviceUnavailable])
  func `No error names a service, a call or an address to the public`(
    hasDocuments: Bool,
    status: Status
  ) async throws {
    let service = try await SampleService()
    var says = SampleService.Says("{}")
    says.status = status
    service.says(says, to: "/hidden-path/1")
    let plan = """
      { datatype: "item", calls: { hiddenCall: { backend: "hiddenService", path: "/hidden-path/{id}" } },
        body: { name: { $pick: "$.hiddenCall.name" } } }
      """
    let settings = """
      {
        languages: { published: ["en", "fr"], source: "en", default: "en" },
        backends: {
          hiddenService: { addresses: "\(service.address)", retries: 0 },
          hiddenToo: { addresses: "http://127.0.0.1:1", retries: 0 },
        },
        \(hasDocuments ? Self.errors : "")
        passes: { "/through": { backend: "hiddenToo" } },
        roots: "*",
      }
      """
    let files = Self.files.merging(["items/{id}": plan]) { $1 }
    let server = try await SiteServer(files, settings: settings)
    for path in ["/en/items/1", "/through/1"] {
      let reply = try await server.get(path)
      #expect(reply.status >= 400)
      let told = reply.body + reply.fields.map { "\($0.key): \($0.value)" }.joined(separator: "\n")
      for name in ["hidden", "127.0.0.1"] { #expect(!told.contains(name), "\(told)") }
    }
  }

  @Test(arguments: [
    (Status.gone, "errors/past", 410, "Nothing here"), (.gone, "", 404, "Too busy"),
    (.notFound, "errors/past", 404, "Too busy"),
  ])
  func `A service's 410 is answered with 410 only if the site has a document for it`(
    said: Status,
    document: String,
    status: Int,
    title: String
  ) async throws {
    let service = try await SampleService()
    var says = SampleService.Says("{}")
    says.status = said
    service.says(says, to: "/items/7")
    let files = Self.files.merging([
      "errors/past": #"{ datatype: "error", body: { title: { $t: "lost" } } }"#
    ]) { $1 }
    let gone = document.isEmpty ? "" : "gone: \"\(document)\","
    let settings = Self.settings
      .replacing("http://127.0.0.1:1", with: service.address)
      .replacing(Self.errors, with: "errors: { \(gone) notFound: \"errors/busy\" },")
    let reply = try await SiteServer(files, settings: settings).get("/en/items/7")
    #expect(reply.status == status)
    #expect(reply.body.contains(title), "\(reply.body)")
    #expect(service.asked() == ["/items/7"])
  }

  @Test(arguments: [Status.unauthorized, .forbidden], [true, false])
  func `A 401 or 403 is passed on only from a service that sees credentials`(
    said: Status,
    isKnown: Bool
  ) async throws {
    let service = try await SampleService()
    var says = SampleService.Says("{}")
    says.status = said
    service.says(says, to: "/items/7")
    let files = Self.files.merging([
      "errors/closed": #"{ datatype: "signIn", body: { title: { $t: "lost" } } }"#
    ]) { $1 }
    let settings = Self.settings
      .replacing("http://127.0.0.1:1\"", with: "\(service.address)\", credentials: \(isKnown)")
      .replacing("errors: {", with: "errors: { forbidden: \"errors/closed\",")
    let reply = try await SiteServer(files, settings: settings).get("/en/items/7")
    #expect(reply.status == (isKnown ? Int(said.code) : 502))
    #expect(reply.body.contains(isKnown ? "signIn" : "Too busy"), "\(reply.body)")
    #expect(reply.fields["retry-after"] == (isKnown ? nil : "1"))
    #expect(reply.body.contains("_retryAfter") == !isKnown)
    if isKnown { #expect(reply.fields["cache-control"]?.contains("no-store") == true) }
    #expect(service.asked() == ["/items/7"])
  }
}

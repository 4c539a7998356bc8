// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(1))) struct `A site with documents for errors` {
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

  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en", default: "en" },
      backends: { shop: { addresses: "http://127.0.0.1:1", timeout: "500ms", retries: 0 } },
      errors: { notFound: "errors/lost", overloaded: "errors/busy", failed: "errors/busy" },
      rateLimits: { home: { paths: "home", requests: 1, seconds: 60 } },
      roots: "*",
    }
    """

  @Test func `says in the visitor's language that there is nothing, with a way on`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let french = try await server.get("/nothing", ["Accept-Language": "fr"])
    #expect(french.status == 404)
    #expect(french.body.contains(#""datatype":"error","title":"Rien ici""#))
    #expect(french.body.contains(#""continueURL":"/fr/home""#))
    #expect(french.fields["content-type"] == "application/json")
    #expect(french.fields["content-language"] == "fr")
    #expect(french.fields["cache-control"] == "public, max-age=5")
    #expect(french.fields["vary"]?.lowercased().contains("accept-language") == true)
    #expect(french.fields["etag"] == nil)
  }

  @Test func `answers in the language of a token and the format of an extension`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let reply = try await server.get("/fr/nothing.plist", ["Accept-Language": "en"])
    #expect(reply.status == 404)
    #expect(reply.fields["content-type"]?.contains("plist") == true)
    #expect(reply.body.contains("<string>Rien ici</string>"))
  }

  @Test func `says when to come again after too many requests`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    #expect(try await server.get("/home").status == 200)
    let refused = try await server.get("/home", ["Accept-Language": "fr"])
    #expect(refused.status == 429)
    #expect(refused.body.contains(#""title":"Trop occupé""#))
    #expect(refused.body.contains(#""_retryAfter":"60""#))
    #expect(refused.fields["retry-after"] == "60")
    #expect(refused.fields["cache-control"] == "no-store")
  }

  @Test func `says that a service failed without naming it`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let reply = try await server.get("/en/items/1")
    #expect(reply.status >= 500)
    #expect(reply.body.contains(#""title":"Too busy""#))
    #expect(reply.body.contains("_retryAfter"))
  }

  @Test func `names no inner call to the public without a document either`() async throws {
    let settings = Self.settings.replacing(
      #"errors: { notFound: "errors/lost", overloaded: "errors/busy", failed: "errors/busy" },"#,
      with: ""
    )
    let server = try await SiteServer(Self.files, settings: settings)
    let reply = try await server.get("/en/items/1")
    #expect(reply.status >= 500 && reply.fields["content-type"] == "application/problem+json")
    #expect(!reply.body.contains("item\\\"") && !reply.body.contains("shop"))
    #expect(reply.body.contains(#""type":"urn:portico:problem:service-failed""#))
    let lost = try await server.get("/nothing")
    #expect(lost.body.contains(#""type":"urn:portico:problem:no-such-document""#))
  }
}

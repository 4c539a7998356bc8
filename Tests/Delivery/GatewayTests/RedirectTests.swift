// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(5))) struct `What a site declares for its paths` {
  private static let files = [
    "home": #"{ datatype: "screen", body: { x: 1 } }"#,
    "images/a": #"{ datatype: "screen", body: { x: 1 } }"#,
  ]

  private static let settings = """
    {
      languages: { published: ["en", "fr"], source: "en" },
      redirects: {
        "start": "home",
        "help/{page}": { to: "https://help.example.com/{page}", status: 302 },
      },
      fields: {
        "*": { "strict-transport-security": "max-age=31536000" },
        "images/*": { "cross-origin-resource-policy": "cross-origin" },
      },
      defaults: { ttl: 120 },
      roots: "*",
    }
    """

  @Test(arguments: [
    ("/start", 308, "/home"), ("/start?view=light", 308, "/home?view=light"),
    ("/fr/start", 308, "/fr/home"),
    ("/help/a%20b", 302, "https://help.example.com/a%20b"),
  ])
  func `A declared redirect keeps the token and the query of its path`(
    path: String,
    status: Int,
    location: String
  ) async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let reply = try await server.get(path)
    #expect(reply.status == status && reply.fields["location"] == location)
    #expect(reply.fields["cache-control"] == "public, max-age=120")
  }

  @Test(arguments: ["/begin", "/nothing/start", "/help", "/help/a/b"])
  func `A path without a declared redirect answers 404`(path: String) async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    #expect(try await server.get(path).status == 404)
  }

  @Test func `Declared fields are added to the answers of their paths`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings)
    let home = try await server.get("/home")
    #expect(home.fields["strict-transport-security"] == "max-age=31536000")
    #expect(home.fields["cross-origin-resource-policy"] == nil)
    let image = try await server.get("/en/images/a")
    #expect(image.fields["strict-transport-security"] == "max-age=31536000")
    #expect(image.fields["cross-origin-resource-policy"] == "cross-origin")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(1))) struct `Pages of other origins` {
  private static let files = ["home": #"{ datatype: "screen", body: { x: 1 } }"#]

  private static func settings(_ cors: String) -> String {
    """
    {
      languages: { published: ["en"], source: "en" },
      cors: \(cors),
      roots: "*",
    }
    """
  }

  private static let named =
    #"{ origins: ["https://app.example.com", "https://*.shop.example:8443"], credentials: true, maxAge: 60 }"#

  @Test func `may read where the site names their origin, and answers vary by it`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    let reply = try await server.get("/home", ["Origin": "https://app.example.com"])
    #expect(reply.status == 200)
    #expect(reply.fields["access-control-allow-origin"] == "https://app.example.com")
    #expect(reply.fields["access-control-allow-credentials"] == "true")
    #expect(reply.fields["access-control-expose-headers"]?.contains("etag") == true)
    #expect(reply.fields["vary"]?.contains("Origin") == true)
  }

  @Test(arguments: [
    "https://evil.example", "http://app.example.com", "https://app.example.com:8443", "null",
    "https://app.example.com.evil.example", "https://shop.example:8443", "https://a.shop.example",
  ])
  func `may not read where the site does not name their origin`(origin: String) async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    for path in ["/home", "/nothing"] {
      let reply = try await server.get(path, ["Origin": origin])
      #expect(reply.fields["access-control-allow-origin"] == nil)
      #expect(reply.fields["access-control-allow-credentials"] == nil)
    }
    let kept = try await server.get("/home")
    #expect(kept.fields["vary"]?.contains("Origin") == true)
  }

  @Test func `of any host below a named one may read`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    let origin = "https://deep.a.shop.example:8443"
    let reply = try await server.get("/home", ["Origin": origin])
    #expect(reply.fields["access-control-allow-origin"] == origin)
  }

  @Test func `may read anything where any may, and nothing varies by them`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(#"{ origins: "*" }"#))
    for fields in [[:], ["Origin": "https://anybody.example"]] {
      for path in ["/home", "/nothing"] {
        let reply = try await server.get(path, fields)
        #expect(reply.fields["access-control-allow-origin"] == "*")
        #expect(reply.fields["vary"]?.contains("Origin") != true)
      }
    }
  }

  @Test func `read why there is nothing, too`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    let reply = try await server.get("/nothing", ["Origin": "https://app.example.com"])
    #expect(reply.status == 404)
    #expect(reply.fields["access-control-allow-origin"] == "https://app.example.com")
    let unasked = try await server.get("/nothing")
    #expect(unasked.fields["vary"]?.contains("Origin") == true)
  }

  @Test func `are told by a preflight what they may send, and may keep that`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    let reply = try await server.get(
      "/home",
      [
        "Origin": "https://app.example.com", "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x-app",
      ],
      method: "OPTIONS"
    )
    #expect(reply.status == 204)
    #expect(reply.fields["access-control-allow-origin"] == "https://app.example.com")
    #expect(reply.fields["access-control-allow-methods"] == "GET, HEAD, OPTIONS")
    #expect(reply.fields["access-control-allow-headers"]?.contains("x-app") == true)
    #expect(reply.fields["access-control-max-age"] == "60")
    #expect(reply.fields["cache-control"] == "public, max-age=60")
    #expect(reply.fields["vary"]?.contains("Origin") == true)
  }

  @Test func `that are not allowed are told by a preflight only which methods there are`()
    async throws
  {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    let reply = try await server.get(
      "/home",
      ["Origin": "https://evil.example", "Access-Control-Request-Method": "GET"],
      method: "OPTIONS"
    )
    #expect(reply.status == 204 && reply.fields["allow"] == "GET, HEAD, OPTIONS")
    #expect(!reply.fields.keys.contains { $0.hasPrefix("access-control") })
  }

  @Test func `are nothing to a site that allows none`() async throws {
    let server = try await SiteServer(Self.files)
    let reply = try await server.get("/home", ["Origin": "https://app.example.com"])
    #expect(!reply.fields.keys.contains { $0.hasPrefix("access-control") })
    #expect(reply.fields["vary"]?.contains("Origin") != true)
    let options = try await server.get("/home", method: "OPTIONS")
    #expect(options.status == 204 && options.fields["allow"] == "GET, HEAD, OPTIONS")
    let whole = try await server.get("*", method: "OPTIONS")
    #expect(whole.status == 204 && whole.fields["allow"]?.contains("QUERY") == true)
    #expect(try await server.get("/nothing", method: "OPTIONS").status == 404)
  }

  @Test func `are never told to guess what an answer is`() async throws {
    let server = try await SiteServer(Self.files)
    for path in ["/home", "/nothing", "/home?view=light", "/config"] {
      let reply = try await server.get(path)
      #expect(reply.fields["x-content-type-options"] == "nosniff", "\(path)")
    }
  }
}

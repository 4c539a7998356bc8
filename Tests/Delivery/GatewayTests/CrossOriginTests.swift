// SPDX-License-Identifier: Apache-2.0

import Testing

@Suite(.timeLimit(.minutes(5))) struct `Pages of other origins` {
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

  @Test func `A page of a named origin may read, and the answer varies by Origin`() async throws {
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
  func `A page of an origin that is not named may not read, and Vary names Origin`(
    origin: String
  ) async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    for path in ["/home", "/nothing"] {
      let reply = try await server.get(path, ["Origin": origin])
      #expect(reply.fields["access-control-allow-origin"] == nil)
      #expect(reply.fields["access-control-allow-credentials"] == nil)
    }
    let kept = try await server.get("/home")
    #expect(kept.fields["vary"]?.contains("Origin") == true)
  }

  @Test func `A page of any host below a named wildcard may read`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    let origin = "https://deep.a.shop.example:8443"
    let reply = try await server.get("/home", ["Origin": origin])
    #expect(reply.fields["access-control-allow-origin"] == origin)
  }

  @Test
  func `A page of any origin may read where all may, and nothing varies by Origin`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(#"{ origins: "*" }"#))
    for fields in [[:], ["Origin": "https://anybody.example"]] {
      for path in ["/home", "/nothing"] {
        let reply = try await server.get(path, fields)
        #expect(reply.fields["access-control-allow-origin"] == "*")
        #expect(reply.fields["vary"]?.contains("Origin") != true)
      }
    }
  }

  @Test func `A page of a named origin may read errors, too`() async throws {
    let server = try await SiteServer(Self.files, settings: Self.settings(Self.named))
    let reply = try await server.get("/nothing", ["Origin": "https://app.example.com"])
    #expect(reply.status == 404)
    #expect(reply.fields["access-control-allow-origin"] == "https://app.example.com")
    let unasked = try await server.get("/nothing")
    #expect(unasked.fields["vary"]?.contains("Origin") == true)
  }

  @Test
  func `A preflight from a named origin is told what may be sent, and for how long`() async throws {
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

  @Test func `A preflight from an origin that is not named gets the methods and no CORS fields`()
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

  @Test func `A site without CORS settings sends no CORS fields and answers OPTIONS`() async throws
  {
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

  @Test func `Every answer tells browsers not to guess its type`() async throws {
    let server = try await SiteServer(Self.files)
    for path in ["/home", "/nothing", "/home?view=light", "/config"] {
      let reply = try await server.get(path)
      #expect(reply.fields["x-content-type-options"] == "nosniff", "\(path)")
    }
  }
}

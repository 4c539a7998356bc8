// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

/// A document whose answer has the fields for the edge in front of the site.
@Suite struct `The edge in front` {
  private static let page =
    #"{ datatype: "screen", ttl: 300, staleWhileRevalidate: 60, staleIfError: 600, tags: ["home_page"], body: { a: 1 } }"#

  private func site(_ edge: String) async throws -> SiteServer {
    try await SiteServer(
      ["home": Self.page],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          edges: { front: { \(edge) } },
        }
        """
    )
  }

  @Test
  func `An edge gets lifetime and tags in the fields that its kind understands`() async throws {
    let fastly = try await site(#"kind: "fastly", peers: ["127.0.0.0/8"]"#).get("/home")
    #expect(
      fastly.fields["surrogate-control"]
        == "max-age=269, stale-while-revalidate=60, stale-if-error=600"
    )
    #expect(fastly.fields["surrogate-key"] == "document_3ahome document home__page")
    #expect(fastly.fields["cache-groups"] == #""document_3ahome", "document", "home__page""#)
    let nginx = try await site(#"kind: "nginx", peers: ["127.0.0.0/8"]"#).get("/home")
    #expect(nginx.fields["x-accel-expires"] == "@1800000269")
    #expect(nginx.fields["surrogate-control"] == nil)
    #expect(nginx.fields["cache-control"]?.contains("max-age") == false)
  }

  @Test(arguments: ["plain", "cloudflare", "akamai"])
  func `An edge that declares CDN-Cache-Control gets the lifetime in it`(
    _ kind: String
  ) async throws {
    let server = try await site(
      #"kind: "\#(kind)", freshnessField: "CDN-Cache-Control", peers: ["127.0.0.0/8"]"#
    )
    let fields = try await server.get("/home").fields
    let windows = "stale-while-revalidate=60, stale-if-error=600"
    #expect(fields["cdn-cache-control"] == "max-age=269, \(windows)")
    #expect(fields["cache-control"] == "public, max-age=269, \(windows)")
    #expect(
      fields["cloudflare-cdn-cache-control"] == nil && fields["akamai-cache-control"] == nil
    )
  }

  @Test func `A peer outside the declared addresses gets no fields for an edge`() async throws {
    let reply = try await site(#"kind: "fastly", peers: ["10.0.0.0/8"]"#).get("/home")
    #expect(reply.fields["surrogate-control"] == nil)
    #expect(reply.fields["surrogate-key"] == nil)
    #expect(reply.fields["cache-control"]?.contains("max-age=269") == true)
  }

  @Test func `An edge gets a short lifetime for a degraded answer`() async throws {
    let service = try await SampleService()
    service.says(.failure, to: "/a")
    let site = try await SiteServer(
      [
        "plan":
          #"{ datatype: "x", tags: ["a"], calls: { a: { backend: "shop", path: "/a", optional: true } }, body: { a: { $pick: "$.a.a" } } }"#
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
          backends: { shop: { addresses: ["\(service.address)"] } },
          edges: { front: { kind: "cloudflare", peers: ["127.0.0.1"] } },
        }
        """
    )
    let reply = try await site.get("/plan")
    #expect(reply.fields["degraded"] == "a")
    #expect(
      reply.fields["cloudflare-cdn-cache-control"]?.hasPrefix("max-age=5, stale-if-error=") == true
    )
    #expect(reply.fields["cache-tag"] == "document_3aplan,document,a")
  }
}

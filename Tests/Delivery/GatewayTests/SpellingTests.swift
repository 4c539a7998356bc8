// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import SiteTesting
import Sites
import Testing

/// A site with two documents, passes with and without their names, one that stays open, one for the rest,
/// and records.
@Suite(.timeLimit(.minutes(5))) struct `Spellings of a path` {
  private static let files = [
    "shop/rose": #"{ datatype: "screen", body: { x: 1 } }"#,
    "items/{id}": """
    { datatype: "item", calls: { item: { backend: "open", path: "/items/{id}" } },
      body: { title: { $pick: "$.item.title" } } }
    """,
  ]

  private static let rest = #""/": { backend: "rest" },"#

  /// - Parameter rest: the pass for the rest, if there is one.
  private static func settings(
    _ service: PlainService,
    _ other: PlainService,
    rest: String = ""
  )
    -> String
  {
    """
    {
      languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"],
      edges: { cdn: { peers: "127.0.0.0/8", client: "True-Client-IP" } },
      backends: {
        open: { addresses: ["\(service.address)"], retries: 0 },
        rest: { addresses: ["\(other.address)"], retries: 0 },
      },
      passes: {
        "/account": { backend: "open", methods: ["GET"] }, "/files": { backend: "open", strip: true },
        "/status": { backend: "open", staysOpen: true }, \(rest)
      },
      resources: { at: "/v1", open: "read", people: { signUp: true } },
      rateLimits: {
        one: {
          paths: ["shop/rose", "items/7", "account/orders", "v1/session", "v1/notes"],
          requests: 1, seconds: 60,
        },
      },
      cors: { origins: ["https://app.example.com"] },
      fields: { "shop/rose": { "x-shown": "yes" } },
    }
    """
  }

  private struct Served {
    let site: SiteServer
    let service: PlainService
    let other: PlainService

    init(rest: String = "") async throws {
      let clock = ManualClock(wallSeconds: SiteServer.start)
      let answer: PlainService.Script = { exchange, _ in
        try await exchange.respond(
          Response(.ok, fields: ["content-type": "application/json"]),
          body: Array(#"{"title":"Seven"}"#.utf8)
        )
      }
      service = try await PlainService(clock: clock, answer)
      other = try await PlainService(clock: clock, answer)
      site = try await SiteServer(
        `Spellings of a path`.files,
        settings: `Spellings of a path`.settings(service, other, rest: rest),
        clock: clock
      )
    }

    func status(
      _ path: String,
      _ client: String = "192.0.2.1",
      method: String = "GET"
    ) async throws -> Int {
      let body = method == "POST" ? "" : nil
      return try await site.get(path, ["True-Client-IP": client], method: method, body: body).status
    }

    func publish(_ emergency: String) {
      site.site.write(emergency, to: Overlay.path)
      site.publish()
    }
  }

  /// Spellings that mean the path of two segments to any server that reads it leniently.
  private static func spellings(of path: String) -> [String] {
    let parts = path.split(separator: "/")
    let (first, rest) = (parts[0], parts.dropFirst().joined(separator: "/"))
    let initial = rest.utf8.first.map { "%" + String($0, radix: 16) } ?? ""
    let encoded = initial + rest.dropFirst()
    return [
      "/\(first)/\(encoded)", "//\(path)", "/\(first)//\(rest)", "/./\(path)",
      "/\(first)/./\(rest)", "/x/../\(path)", "/x/%2e%2E/\(path)", "/\(first)/%2E/\(rest)",
      "/\(path)/", "/\(path)//",
      "/\(path);v=1", "/\(first);v=1/\(rest)", "/;/\(path)", "/\(first)%2F\(rest)",
      "/\(first)%2f\(encoded)", "/\(first)%5C\(rest)", "/\(path)%2F", "/\(path)%3Bv",
      "/\(path).json", "/\(path).plist", "/\(path).bplist", "/\(path).plist/", "/en/../\(path)",
    ]
  }

  private static let paths = ["shop/rose", "items/7", "account/orders"]

  @Test(arguments: paths, ["", rest])
  func `A rate limit counts every spelling of a path that is answered`(
    path: String,
    rest: String
  ) async throws {
    let served = try await Served(rest: rest)
    for (number, spelling) in Self.spellings(of: path).enumerated() {
      let client = "192.0.2.\(number + 1)"
      let first = try await served.status("/\(path)", client)
      #expect(first == 200)
      let status = try await served.status(spelling, client)
      #expect([429, 404, 400].contains(status), "\(spelling) is answered with \(status)")
    }
  }

  @Test(arguments: [
    ("/shop/rose", ["/sh%6fp/rose", "//shop/rose", "/./shop/rose", "/shop/rose.json"]),
    ("/shop/rose", ["/shop/rose.plist", "/en/shop/rose", "/en//shop/ros%65.plist", "/shop/rose/"]),
    ("/v1/session", ["/v1/user/session", "/v1/user/register", "/v1//session", "/v1/s%65ssion"]),
    ("/v1/session", ["/v1/session/", "/v1/session.plist", "/v1/user/session/", "/v1/session;x"]),
    ("/v1/notes", ["/v1/db/notes", "/v1/notes.ndjson", "/v1/notes:query", "/v1/db/notes.plist"]),
  ])
  func `A rate limit counts the names of documents and records together`(
    path: String,
    spellings: [String]
  ) async throws {
    let served = try await Served()
    for (number, spelling) in spellings.enumerated() {
      let client = "192.0.2.\(number + 1)"
      #expect(try await served.status(path, client) != 429)
      #expect(try await served.status(spelling, client) == 429, "\(spelling)")
    }
  }

  @Test(arguments: paths, ["", rest])
  func `What is hidden is hidden in every spelling`(path: String, rest: String) async throws {
    let served = try await Served(rest: rest)
    served.publish(#"{ hide: ["\#(path)"] }"#)
    for (number, spelling) in (["/\(path)"] + Self.spellings(of: path)).enumerated() {
      let status = try await served.status(spelling, "192.0.2.\(number + 1)")
      #expect([404, 400].contains(status), "\(spelling) is answered with \(status)")
    }
    #expect(served.service.seen.map(\.target) == [])
    #expect(served.other.seen.map(\.target) == [])
  }

  @Test func `No spelling leads through a pass that stays open into a closed site`() async throws {
    let served = try await Served(rest: Self.rest)
    served.publish(#"{ maintenance: { message: "closed" } }"#)
    #expect(try await served.status("/status/now") == 200)
    let count = served.service.count
    var client = 0
    for step in [
      "..", ".%2e", "%2e%2E", "..;", "..;x=1", "%2e%2e;", "..%3B", "%252e%252e", "%25252e.",
    ] {
      for end in ["/", "%2F", "%5c", "%255C", "%252f"] {
        let spelling = "/status/\(step)\(end)account/orders"
        client += 1
        let status = try await served.status(spelling, "192.0.2.\(client)")
        #expect([503, 404, 400].contains(status), "\(spelling) is answered with \(status)")
      }
    }
    #expect(served.service.count == count && served.other.count == 0)
  }

  @Test func `Methods that a pass refuses reach no other service by another spelling`()
    async throws
  {
    let served = try await Served(rest: Self.rest)
    #expect(try await served.status("/account/orders", method: "POST") == 405)
    for (number, spelling) in Self.spellings(of: "account/orders").enumerated() {
      let status = try await served.status(spelling, "192.0.3.\(number)", method: "POST")
      #expect([405, 404, 400].contains(status), "\(spelling) is answered with \(status)")
    }
    #expect(served.service.count == 0 && served.other.count == 0)
  }

  @Test(arguments: ["/sh%6fp/rose", "//shop/rose", "/./shop/rose", "/shop/rose.json"])
  func `Fields and answers to other origins are those of the path, however it is spelled`(
    spelling: String
  ) async throws {
    let served = try await Served()
    let fields = [
      "Origin": "https://app.example.com", "Access-Control-Request-Method": "GET",
    ]
    let plain = try await served.site.get("/shop/rose", fields)
    let other = try await served.site.get(spelling, fields)
    #expect(other.status == 200 && other.body == plain.body)
    #expect(other.fields["x-shown"] == "yes")
    #expect(other.fields["access-control-allow-origin"] == "https://app.example.com")
    let preflight = try await served.site.get(spelling, fields, method: "OPTIONS")
    #expect(preflight.status == 204)
    #expect(preflight.fields["access-control-allow-origin"] == "https://app.example.com")
  }

  @Test(arguments: [
    "/files/..%2fsecret", "/files/..;/secret", "/files/%5c../secret", "/files/%252e%252e/secret",
    "/files/a/..%2f..%2fsecret", "/files/a/%2e%2e;x/..;/secret", "/files/..%5csecret",
    "/files%2F..%2Fsecret", "/files/.%252e%252fsecret", "/files/%25%32%65%25%32%65/secret",
    "/files/..%00/secret", "/files/.;/..;/secret", "/files;x/secret", "//files;x/secret",
  ])
  func `A step out of a stripping pass does not reach its service`(path: String) async throws {
    for rest in ["", Self.rest] {
      let served = try await Served(rest: rest)
      let status = try await served.status(path)
      #expect([404, 400].contains(status), "answered with \(status)")
      #expect(served.service.count == 0 && served.other.count == 0)
    }
  }

  @Test(arguments: [
    ("/files/caf%c3%a9", "/caf%C3%A9"), ("/files/a%20b;v=1", "/a%20b;v=1"),
    ("/files/100%25", "/100%25"), ("/files//a", "/a"), ("/account/a%2Fb", "/account/a%2Fb"),
    ("/account/a%2f.b", "/account/a%2F.b"), ("/account/...", "/account/..."),
    ("/account/a;b/c", "/account/a;b/c"),
    ("/account/a%252e", "/account/a%252e"),
  ])
  func `A service is asked for the normal form of a path`(
    asked: String,
    seen: String
  ) async throws {
    let served = try await Served(rest: Self.rest)
    #expect(try await served.status(asked) == 200)
    #expect(served.service.seen.map(\.target) == [seen])
  }

  @Test(arguments: [
    "/shop/rose;v", "/shop;v/rose", "/shop%2Frose", "/shop/rose%3Bv", "/account%2forders",
    "/account;v", "/;/account/orders", "/%3B/account",
  ])
  func `A path that another server reads as another one does not go to the service for the rest`(
    path: String
  ) async throws {
    let served = try await Served(rest: Self.rest)
    #expect(try await served.status(path) == 404)
    #expect(served.other.count == 0 && served.service.count == 0)
  }
}

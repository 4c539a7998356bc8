// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An exported edge of a site with CORS` {
  private static let files = [
    "config": #"{ datatype: "config", body: { home: { $ref: "home" } } }"#,
    "home": #"{ datatype: "screen", body: { x: 1 } }"#,
  ]

  private static let (first, second) = ("https://app.example.com", "https://a.shop.example:8443")
  private static let named =
    #"{ origins: ["https://app.example.com", "https://*.shop.example:8443"], credentials: true }"#
  private static let any = #"{ origins: "*" }"#

  private static func origin(_ cors: String) async throws -> EdgeOrigin {
    try await EdgeOrigin(
      files,
      settings: """
        {
          languages: { published: ["en"], source: "en" },
          defaults: { ttl: 3600 },
          cors: \(cors),
          roots: "*",
        }
        """
    )
  }

  /// The same for a site that tells visitors apart in all ways.
  private static func wholeOrigin(_ cors: String) async throws -> EdgeOrigin {
    let languages = ["en", "fr", "fr-CA", "es-419", "zh-Hant", "nb"]
    return try await EdgeOrigin(
      EdgeSite.files(languages),
      settings: EdgeSite.settings(languages)
        .replacingOccurrences(of: "roots:", with: "cors: \(cors), roots:")
    )
  }

  private static func fields(_ origin: String?) -> [(name: String, value: String)] {
    origin.map { [(name: "Origin", value: $0)] } ?? []
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge sends each origin the gateway's CORS fields, also on hits`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let origin = try await Self.wholeOrigin(Self.named)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    try await onThread { [origin, edge] in
      let (direct, through) = (try HTTPDialogue(origin.address), try HTTPDialogue(edge.address))
      let asking = [
        Self.first, Self.second, nil, "https://evil.example",
        "https://app.example.com.evil.example",
        "http://app.example.com", "null",
      ]
      for path in ["/home", "/config", "/nothing"] {
        for round in 1...2 {
          for name in asking {
            let meant = try direct.get(path, Self.fields(name))
            let given = try through.get(path, Self.fields(name))
            let isAllowed = name == Self.first || name == Self.second
            #expect(given.fields["access-control-allow-origin"] == (isAllowed ? name : nil))
            for field in ["origin", "credentials"].map({ "access-control-allow-\($0)" }) {
              #expect(given.fields[field] == meant.fields[field], "\(name ?? "none") at \(path)")
            }
            #expect(given.fields["vary"]?.lowercased().contains("origin") == true)
            if round == 2, path == "/home" { #expect(given.isHit, "\(name ?? "none")") }
          }
        }
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge keeps one answer for all origins that the CORS settings do not name`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let origin = try await Self.wholeOrigin(Self.named)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      #expect(try !dialogue.get("/home").isHit)
      for number in 0..<20 {
        #expect(try dialogue.get("/home", Self.fields("https://a\(number).example")).isHit)
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge keeps one answer for all origins where any origin may read`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let origin = try await Self.wholeOrigin(Self.any)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      for (number, name) in [nil, Self.first, "https://anybody.example"].enumerated() {
        let reply = try dialogue.get("/home", Self.fields(name))
        #expect(reply.fields["access-control-allow-origin"] == "*")
        #expect(reply.fields["vary"]?.lowercased().contains("origin") != true)
        #expect(reply.isHit == (number > 0))
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge forwards CORS preflights to the gateway`(_ kind: EdgeProcess.Kind) async throws {
    for cors in [Self.named, Self.any] {
      let origin = try await Self.wholeOrigin(cors)
      let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
      try await onThread { [origin, edge] in
        let (direct, through) = (try HTTPDialogue(origin.address), try HTTPDialogue(edge.address))
        for name in [Self.first, "https://evil.example", Self.second] {
          let fields =
            Self.fields(name) + [
              (name: "Access-Control-Request-Method", value: "GET"),
              (name: "Access-Control-Request-Headers", value: "x-app"),
            ]
          let meant = try direct.get("/home", fields, method: "OPTIONS")
          let given = try through.get("/home", fields, method: "OPTIONS")
          #expect(given.status == 204 && meant.status == 204)
          let names = ["origin", "credentials", "methods", "headers"]
          for field in names.map({ "access-control-allow-\($0)" })
            + ["access-control-max-age", "allow", "cache-control"]
          {
            #expect(given.fields[field] == meant.fields[field], "\(field) for \(name)")
          }
        }
      }
    }
  }

  @Test func `The exported worker keeps answers apart by named origins and forwards preflights`()
    async throws
  {
    let origin = try await Self.origin(Self.named)
    let script =
      try await WorkerWriter.parts(origin.rules(), origin.settings)[0].text
      .replacingOccurrences(of: "export default", with: "const worker =") + """
        const kept = new Map();
        globalThis.caches = { default: {
          match: async (key) => kept.has(key.url) ? kept.get(key.url).clone() : undefined,
          put: async (key, answer) => { kept.set(key.url, answer); }
        } };
        let asked = 0;
        globalThis.fetch = async (url, options) => {
          asked += 1;
          return new Response('{}', { headers: { 'x-seen': options.method + ' ' + options.headers.get('origin') } });
        };
        async function answer(input) {
          const request = new Request('http://edge/home', { method: input.method });
          const fields = new Headers(input.origin ? { origin: input.origin } : {});
          Object.defineProperty(request, 'headers', { value: fields });
          const reply = await worker.fetch(request, {}, { waitUntil() {} });
          return { seen: reply.headers.get('x-seen'), asked };
        }
        """
    let asking = [
      ("GET", Self.first), ("GET", Self.second), ("GET", ""), ("GET", "https://evil.example"),
      ("GET", Self.first), ("GET", Self.second), ("OPTIONS", "https://evil.example"),
    ]
    let answers = try await NodeScript(text: script).answers(
      to: asking.map { ["method": $0.0, "origin": $0.1] }
    )
    #expect(
      answers.map { $0["seen"] as? String } == [
        "GET \(Self.first)", "GET \(Self.second)", "GET null", "GET null", "GET \(Self.first)",
        "GET \(Self.second)", "OPTIONS https://evil.example",
      ]
    )
    #expect(answers.map { $0["asked"] as? Int } == [1, 2, 3, 3, 3, 3, 4])
  }

  @Test func `CloudFront's function keeps named origins in the key and forwards preflights`()
    async throws
  {
    for (cors, kept) in [(Self.named, Self.first), (Self.any, "")] {
      let origin = try await Self.origin(cors)
      let parts = try await CloudFrontWriter.parts(origin.rules(), origin.settings)
      #expect(parts[1].text.contains(#""origin", "access-control-request-method""#))
      let script =
        parts[0].text + """
          function answer(input) {
            const headers = { origin: { value: input.origin } };
            const r = handler({ request: { method: input.method, uri: '/home', querystring: {}, headers } });
            return { seen: r.headers.origin ? r.headers.origin.value : '' };
          }
          """
      let evil = "https://evil.example"
      let answers = try await NodeScript(text: script).answers(
        to: [("GET", Self.first), ("GET", evil), ("OPTIONS", evil)].map {
          ["method": $0.0, "origin": $0.1]
        }
      )
      #expect(answers.map { $0["seen"] as? String } == [kept, "", evil])
    }
  }

  @Test func `Fastly's export drops the Origin of a request unless it is named`() async throws {
    let named = try await Self.origin(Self.named)
    let text = try await FastlyWriter.parts(named.rules(), named.settings)[0].text
    #expect(text.contains(#"req.http.Origin !~ {"^(?:https://app\.example\.com(?::443)?|"#))
    let any = try await Self.origin(Self.any)
    let other = try await FastlyWriter.parts(any.rules(), any.settings)[0].text
    #expect(!other.contains("req.http.Origin"))
  }
}

// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct `A document of a service that sees credentials, at an edge` {
  private static let files = [
    "config": #"{ datatype: "config", body: { title: { $t: "title" } } }"#,
    "home": #"{ datatype: "screen", body: { mine: { $embed: "frame" } } }"#,
    "frame": #"{ datatype: "screen", body: { mine: { $embed: "purchases" } } }"#,
    "purchases": """
    { datatype: "list", calls: { all: { backend: "account", path: "/all" } },
      body: { items: { $pick: "$.all.items" } } }
    """,
    "prices": """
    { datatype: "list", calls: { all: { backend: "catalog", path: "/all" } },
      body: { items: { $pick: "$.all.items" } } }
    """,
    "terms": #"{ datatype: "screen", body: { x: { $t: "title" } } }"#,
    "Locales/en.json": #"{ "title": "Title" }"#,
    "Locales/fr.json": #"{ "title": "Titre" }"#,
  ]

  private static let personal = ["/home", "/en/home", "/frame", "/purchases"]
  private static let others = ["/config", "/prices", "/terms", "/fr/terms"]
  private static let proofs = [("Cookie", "session=1"), ("Authorization", "Bearer x")]
    .map { (name: $0.0, value: $0.1) }

  private static func rules(
    _ credentials: String = #"["authorization", "cookie:session"]"#
  ) async throws -> EdgeRuleSet {
    try await EdgeOrigin(
      files,
      settings: """
        {
          languages: { published: ["en", "fr"], source: "en", default: "en" },
          backends: {
            account: { addresses: "http://127.0.0.1:9", credentials: \(credentials) },
            catalog: { addresses: "http://127.0.0.1:9" },
          },
          roots: "*",
        }
        """
    ).rules()
  }

  private static func edge(_ kind: EdgeProcess.Kind) async throws -> (EdgeProcess, StubOrigin) {
    let stub = try StubOrigin()
    stub.answer { $0.fields = ["Cache-Control": "public, max-age=1000"] }
    return (try await EdgeProcess.start(kind, rules(), stub.settings), stub)
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A request with credentials goes through the edge to the gateway and is not kept`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (edge, stub) = try await Self.edge(kind)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.personal {
        let kept = try dialogue.get(path)
        #expect(try dialogue.get(path).body == kept.body, "\(path)")
        for proof in Self.proofs {
          let first = try dialogue.get(path, [proof, (name: "Accept-Language", value: "fr")])
          let head = try #require(stub.requests.last).lowercased()
          #expect(head.hasPrefix("get \(path) http"), "\(head)")
          #expect(head.contains("\(proof.name.lowercased()): \(proof.value.lowercased())\r\n"))
          #expect(head.contains("accept-language: fr\r\n"), "\(head)")
          #expect(!first.isHit && first.body != kept.body, "\(path)")
          #expect(try dialogue.get(path, [proof]).body != first.body, "\(path)")
        }
        #expect(try dialogue.get(path).body == kept.body, "\(path)")
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `A document without declared credentials is kept for all, whatever is sent`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (edge, stub) = try await Self.edge(kind)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.others {
        let kept = try dialogue.get(path, Self.proofs)
        #expect(try dialogue.get(path).body == kept.body, "\(path)")
        let head = try #require(stub.requests.last).lowercased()
        #expect(!head.contains("cookie") && !head.contains("authorization"), "\(head)")
      }
    }
  }

  @Test(arguments: [
    (#"["authorization", "cookie:session"]"#, true, ["session"]), ("true", true, nil),
    (#""cookie:session""#, false, ["session"]),
  ])
  func `CloudFront's cache policy contains the credentials that services may see`(
    _ declared: String,
    _ isAuthorization: Bool,
    _ cookies: [String]?
  ) async throws {
    let parts = try await CloudFrontWriter.fittingParts(Self.rules(declared), ExportSettings())
    let json = try JSONSerialization.jsonObject(with: Data(parts[1].text.utf8))
    let policy = try #require(json as? [String: Any])
    let key = policy["ParametersInCacheKeyAndForwardedToOrigin"] as? [String: Any]
    let headers = (key?["HeadersConfig"] as? [String: Any])?["Headers"] as? [String: Any]
    #expect((headers?["Items"] as? [String])?.contains("authorization") == isAuthorization)
    let config = try #require(key?["CookiesConfig"] as? [String: Any])
    #expect(config["CookieBehavior"] as? String == (cookies == nil ? "all" : "whitelist"))
    #expect((config["Cookies"] as? [String: Any])?["Items"] as? [String] == cookies)
  }

  @Test func `CloudFront's function and the worker pass on a request with credentials unchanged`()
    async throws
  {
    let rules = try await Self.rules()
    let function = """
      \(CloudFrontWriter.parts(rules, ExportSettings())[0].text)
      function answer(input) {
        const r = handler({ request: { method: 'GET', uri: input.path, querystring: {},
          headers: { authorization: { value: 'Bearer x' } }, cookies: { session: { value: '1' } } } });
        return { path: r.uri, isPersonal: !!r.headers.authorization && !!r.cookies.session };
      }
      """
    let module = WorkerWriter.parts(rules, ExportSettings())[0].text
    let worker = """
      \(module.replacingOccurrences(of: "export default", with: "const worker ="))
      async function answer(input) {
        let seen, isKept = false;
        globalThis.caches = { default: {
          match: async () => { isKept = true; }, put: async () => { isKept = true; } } };
        globalThis.fetch = async (url, options) => { seen = { url, options }; return new Response('{}'); };
        const headers = { authorization: 'Bearer x', cookie: 'session=1' };
        await worker.fetch(new Request('http://edge' + input.path, { headers }), {}, { waitUntil() {} });
        const isPersonal = seen.options.headers.has('authorization') && seen.options.headers.has('cookie');
        return { path: new URL(seen.url).pathname, isPersonal: isPersonal && !isKept };
      }
      """
    for text in [function, worker] {
      let asked = (Self.personal + Self.others).map { ["path": $0] }
      let answers = try await NodeScript(text: text).answers(to: asked)
      for (path, answer) in zip(Self.personal, answers) {
        #expect(answer["isPersonal"] as? Bool == true && answer["path"] as? String == path)
      }
      for answer in answers.dropFirst(Self.personal.count) {
        #expect(answer["isPersonal"] as? Bool == false, "\(answer)")
      }
    }
  }
}

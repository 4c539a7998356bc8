// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A path along a pass that ends like a document's` {
  private static func rules() async throws -> EdgeRuleSet {
    func planned(_ path: String) -> String {
      """
      { datatype: "x", calls: { all: { backend: "catalog", path: "\(path)" } },
        body: { title: { $t: "title" }, name: { $pick: "$.all.name" } } }
      """
    }
    return try await EdgeOrigin(
      [
        "config": #"{ datatype: "config", body: { title: { $t: "title" } } }"#,
        "home": #"{ datatype: "screen", body: { title: { $t: "title" } } }"#,
        "items/{id}": planned("/items/{id}"),
        "shop/{id}/offers": planned("/offers/{id}"),
        "Locales/en.json": #"{ "title": "Title" }"#, "Locales/fr.json": #"{ "title": "Titre" }"#,
      ],
      settings: """
        {
          languages: { published: ["en", "fr"], source: "en", default: "en" },
          backends: {
            account: { addresses: "http://127.0.0.1:9", credentials: true },
            catalog: { addresses: "http://127.0.0.1:9" },
          },
          passes: {
            "/account": { backend: "account" },
            "/shop/account": { backend: "account" },
            "/v1:batch": { backend: "account" },
            "/": { backend: "account" },
          },
          roots: "*",
        }
        """
    ).rules()
  }

  private static let passed = [
    "/account/home", "/account/items/7", "/account/config?x=1", "/v1:batch/home",
    "/shop/account/offers",
    "/shop/home", "/shop/items/7?x=1", "/a/home", "/en-/home", "/api-v2/config",
  ]
  private static let documents = [
    "/en/home", "/fr~en.phone.3.1/items/7", "/und.b412/home", "/zh-hant-hk/home", "/shop/7/offers",
  ]
  private static let sent = [
    (name: "Cookie", value: "session=1"), ("Authorization", "Bearer x"), ("Accept", "*/*"),
    ("Accept-Language", "fr"),
  ]

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge forwards it to the service of the pass unchanged`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let stub = try StubOrigin()
    stub.answer { $0.fields = ["Cache-Control": "public, max-age=1000"] }
    let edge = try await EdgeProcess.start(kind, Self.rules(), stub.settings)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.passed {
        for _ in 1...2 {
          let reply = try dialogue.get(path, Self.sent)
          #expect(!reply.isHit && reply.text == "answer \(stub.requests.count)", "\(path)")
          let head = try #require(stub.requests.last)
          #expect(head.hasPrefix("GET \(path) HTTP/1.1\r\n"), "\(head)")
          for (name, value) in Self.sent {
            #expect(head.lowercased().contains("\(name): \(value)\r\n".lowercased()), "\(head)")
          }
        }
      }
      for path in Self.documents {
        let kept = try dialogue.get(path, Self.sent)
        #expect(kept.text == "answer \(stub.requests.count)", "\(path)")
        let head = try #require(stub.requests.last).lowercased()
        #expect(!head.contains("cookie") && !head.contains("authorization"), "\(head)")
        let again = try dialogue.get(path, [Self.sent[3]])
        #expect(again.isHit && again.body == kept.body, "\(path)")
      }
    }
  }

  @Test(arguments: `An exported script`.Kind.allCases)
  func `An exported script leaves it to the gateway`(
    _ kind: `An exported script`.Kind
  ) async throws {
    let script = NodeScript(text: try await kind.script(Self.rules(), ExportSettings()))
    let fields = [["Accept-Language", "fr"], ["Cookie", "session=1"]]
    let inputs = (Self.passed + Self.documents).map { ["target": $0, "fields": fields] }
    let answers = try await script.answers(to: inputs)
    try #require(answers.count == inputs.count)
    for (target, answer) in zip(Self.passed, answers) {
      #expect(answer["raw"] as? Bool == true, "\(target): \(answer)")
      #expect(answer["target"] as? String == target, "\(answer)")
    }
    for (target, answer) in zip(Self.documents, answers.dropFirst(Self.passed.count)) {
      #expect(answer["raw"] as? Bool == false, "\(target): \(answer)")
    }
  }

  @Test func `Fastly's export reads no documents from it`() async throws {
    let text = try await FastlyWriter.parts(Self.rules(), ExportSettings())[0].text
    let condition = #"req.url !~ "^/(?:account|shop/account|v1:batch)(?:/|\?|$)""#
    #expect(text.contains("&& \(condition)) { call portico_normalise; }"))
    #expect(text.contains(#"{"^/\#(EdgePatterns.token)/"#) && !text.contains("/[^/?]{1,256}/"))
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An outage is an error there, whatever the path ends with`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let stub = try StubOrigin()
    let edge = try await EdgeProcess.start(kind, Self.rules(), stub.settings)
    stub.goAway()
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      #expect(try dialogue.get("/en/config").status == 200)
      for path in ["/account/config", "/shop/config"] {
        #expect(try dialogue.get(path).status >= 500, "\(path)")
      }
    }
  }

  @Test func `The exported worker's page for an outage there is an error`() async throws {
    let module = try await WorkerWriter.parts(Self.rules(), ExportSettings())[0].text
    let script = """
      \(module.replacingOccurrences(of: "export default", with: "const worker ="))
      globalThis.caches = { default: { match: async () => undefined, put: async () => {} } };
      globalThis.fetch = async () => { throw new Error('gone'); };
      async function answer(input) {
        const request = new Request('http://edge' + input.path);
        return { status: (await worker.fetch(request, {}, { waitUntil() {} })).status };
      }
      """
    let paths = ["/config", "/en/config", "/account/config", "/shop/config"]
    let answers = try await NodeScript(text: script).answers(to: paths.map { ["path": $0] })
    #expect(answers.map { $0["status"] as? Int } == [200, 200, 503, 503])
  }
}

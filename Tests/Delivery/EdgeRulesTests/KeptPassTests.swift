// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A pass with cached responses at an edge` {
  private static func rules() async throws -> EdgeRuleSet {
    try await EdgeOrigin(
      ["config": #"{ datatype: "config", body: { x: 1 } }"#],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" },
          backends: { service: { addresses: "http://127.0.0.1:9", credentials: true } },
          passes: {
            "/stores": { backend: "service", cache: "standard" },
            "/": { backend: "service", cache: "standard" },
          },
          roots: "*",
        }
        """
    ).rules()
  }

  private static let paths = ["/stores/1?near=x", "/others/1"]
  private static let writes = ["PUT", "POST", "PATCH", "DELETE", "OPTIONS"]

  /// The credentials of two visitors, a pair for each field.
  private static let visitors = [
    [(name: "Authorization", value: "Bearer one"), (name: "Authorization", value: "Bearer two")],
    [(name: "Cookie", value: "session=one"), (name: "Cookie", value: "session=two")],
  ]

  private static func edge(_ kind: EdgeProcess.Kind) async throws -> (EdgeProcess, StubOrigin) {
    let stub = try StubOrigin()
    stub.answer { $0.fields = ["Cache-Control": "public, max-age=1000"] }
    return (try await EdgeProcess.start(kind, rules(), stub.settings), stub)
  }

  /// Whether the last answer came from the service, which numbers its answers.
  private static func isNew(_ reply: HTTPDialogue.Reply, _ stub: StubOrigin) -> Bool {
    !reply.isHit && reply.text == "answer \(stub.requests.count)"
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `Requests that write reach the service through an edge by their own method`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (edge, stub) = try await Self.edge(kind)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.paths {
        // Before an answer is kept, and after.
        for _ in 1...2 {
          for method in Self.writes {
            let count = stub.requests.count
            let reply = try dialogue.get(path, method: method)
            #expect(stub.requests.count == count + 1, "\(method) \(path)")
            #expect(Self.isNew(reply, stub), "\(method) \(path)")
            #expect(stub.requests.last?.hasPrefix("\(method) \(path) HTTP/1.1\r\n") == true)
          }
          let kept = try dialogue.get(path)
          let isHit = try dialogue.get(path).body == kept.body
          #expect(isHit == (kind == .varnish), "\(path)")
        }
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `The answer to a visitor with credentials is given to nobody else by an edge`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (edge, stub) = try await Self.edge(kind)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.paths {
        // Before an answer for all is kept, and after.
        for _ in 1...2 {
          for proof in Self.visitors.joined() {
            let reply = try dialogue.get(path, [proof])
            #expect(Self.isNew(reply, stub), "\(proof) \(path)")
            let head = try #require(stub.requests.last).lowercased()
            #expect(head.contains("\(proof.name): \(proof.value)\r\n".lowercased()), "\(head)")
          }
          let count = stub.requests.count
          let kept = try dialogue.get(path)
          #expect((stub.requests.count == count) == kept.isHit)
          #expect(kept.text != "answer \(count)", "\(path)")
          #expect(try dialogue.get(path).isHit == (kind == .varnish), "\(path)")
        }
      }
    }
  }

  @Test func `A change of a URL removes what Varnish has kept of it, and a refused one does not`()
    async throws
  {
    let (edge, stub) = try await Self.edge(.varnish)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.paths {
        _ = try dialogue.get(path)
        stub.answer { $0.status = 409 }
        _ = try dialogue.get(path, method: "PUT")
        #expect(try dialogue.get(path).isHit)
        stub.answer { $0.status = 200 }
        _ = try dialogue.get(path, method: "PUT")
        #expect(Self.isNew(try dialogue.get(path), stub), "\(path)")
        #expect(try dialogue.get(path).isHit)
      }
    }
  }

  @Test(arguments: ["public", ""])
  func `Varnish keeps no answer that does not say how long it is fresh`(
    _ control: String
  ) async throws {
    let (edge, stub) = try await Self.edge(.varnish)
    stub.answer { $0.fields = control.isEmpty ? [:] : ["Cache-Control": control] }
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.paths + Self.paths {
        #expect(Self.isNew(try dialogue.get(path), stub), "\(path)")
      }
    }
  }

  @Test func `A request for a stream of events reaches the service through Varnish`() async throws {
    let (edge, stub) = try await Self.edge(.varnish)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      let events = [(name: "Accept", value: "text/event-stream")]
      for path in Self.paths {
        _ = try dialogue.get(path)
        #expect(Self.isNew(try dialogue.get(path, events), stub), "\(path)")
        #expect(try dialogue.get(path).isHit)
      }
    }
  }

  @Test func `A GET with a body reaches the service through Varnish`() async throws {
    let (edge, stub) = try await Self.edge(.varnish)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.paths {
        _ = try dialogue.get(path)
        #expect(try dialogue.get(path).isHit)
        #expect(Self.isNew(try dialogue.get(path, body: "{}"), stub), "\(path)")
        #expect(try dialogue.get(path, [(name: "Content-Length", value: "0")]).isHit)
      }
    }
  }

  @Test func `A purge of a URL along a pass reaches the cache of Varnish`() async throws {
    let (edge, stub) = try await Self.edge(.varnish)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in Self.paths {
        _ = try dialogue.get(path)
        #expect(try dialogue.get(path).isHit)
        #expect(try dialogue.get(path, method: "PURGE").fields["x-purged"] == "1")
        #expect(Self.isNew(try dialogue.get(path), stub))
      }
    }
  }

  @Test func `Fastly's export looks up reads without credentials and purges only`() async throws {
    let text = try await FastlyWriter.parts(Self.rules(), ExportSettings())[0].text
    let lookup = """
      if ((req.method != "GET" && req.method != "HEAD" && req.method != "FASTLYPURGE") \
      || req.http.Cookie || req.http.Authorization || req.http.Content-Length ~ "[1-9]" \
      || req.http.Transfer-Encoding || req.http.Accept ~ "(?i)text/event-stream") \
      { return(pass); } return(lookup);
      """
    #expect(text.contains(#"if (req.url ~ "^/stores(?:[/?]|$)") { \#(lookup) }"#))
    #expect(text.contains(#"if (req.http.x-portico-kind == "") { \#(lookup) }"#))
    #expect(!text.contains("{ return(lookup); }"))
  }

  @Test func `The exported worker forwards requests along a pass and keeps no answer`() async throws
  {
    let module = try await WorkerWriter.parts(Self.rules(), ExportSettings())[0].text
    let script = """
      \(module.replacingOccurrences(of: "export default", with: "const worker ="))
      const kept = new Map();
      globalThis.caches = { default: {
        match: async (key) => kept.get(key.url),
        put: async (key, answer) => { kept.set(key.url, answer); }
      } };
      globalThis.fetch = async (url, options) => new Response(JSON.stringify({
        method: options.method, path: new URL(url).pathname,
        proof: options.headers.get('authorization') || options.headers.get('cookie') || ''
      }));
      async function answer(input) {
        const request = new Request('http://edge' + input.path, { method: input.method });
        Object.defineProperty(request, 'headers', { value: new Headers(input.fields) });
        return (await worker.fetch(request, {}, { waitUntil() {} })).json();
      }
      """
    try await Self.expectAllSeen(by: NodeScript(text: script))
  }

  @Test func `CloudFront's function leaves requests along a pass unchanged`() async throws {
    let function = try await CloudFrontWriter.parts(Self.rules(), ExportSettings())[0].text
    let script = """
      \(function)
      function answer(input) {
        const headers = {}, cookies = {};
        for (const [name, value] of input.fields) {
          const key = name.toLowerCase();
          if (key === 'cookie') cookies[value.split('=')[0]] = { value: value.split('=')[1] };
          else headers[key] = { value };
        }
        const { method, path } = input;
        const r = handler({ request: { method, uri: path, querystring: {}, headers, cookies } });
        const sent = Object.entries(r.cookies).map((pair) => pair[0] + '=' + pair[1].value).join();
        return { method: r.method, path: r.uri, proof: r.headers.authorization?.value || sent };
      }
      """
    try await Self.expectAllSeen(by: NodeScript(text: script))
  }

  /// Expects that the service sees each request as it was sent.
  private static func expectAllSeen(by script: NodeScript) async throws {
    let answers = try await script.answers(to: asked.map(\.input))
    #expect(answers.count == asked.count)
    for (asked, answer) in zip(asked, answers) {
      #expect(answer as? [String: String] == asked.seen)
    }
  }

  private struct Asked {
    let method: String
    let path: String
    var proof: (name: String, value: String)?

    var input: [String: Any] {
      ["method": method, "path": path, "fields": proof.map { [[$0.name, $0.value]] } ?? []]
    }

    /// The request as the service is to see it.
    var seen: [String: String] { ["method": method, "path": path, "proof": proof?.value ?? ""] }
  }

  /// Requests that follow one another, all along passes.
  private static let asked: [Asked] = ["/stores/1", "/others/1"].flatMap(asked(along:))

  private static func asked(along path: String) -> [Asked] {
    var all = (["GET"] + writes + ["GET"]).map { Asked(method: $0, path: path) }
    all += visitors.joined().map { Asked(method: "GET", path: path, proof: $0) }
    return all + [Asked(method: "GET", path: path)]
  }
}

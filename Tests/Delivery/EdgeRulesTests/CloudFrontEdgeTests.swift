// SPDX-License-Identifier: Apache-2.0

import ContentModel
import EdgeRules
import Edges
import LoopTesting
import SeededTesting
import SiteTesting
import Testing

/// CloudFront as its documentation describes it: the function runs first, the cache policy decides the key,
/// and what neither policy names does not reach the origin, which sees CloudFront's own User-Agent then.
@Suite(.timeLimit(.minutes(5))) struct `CloudFront with the exported function and policies` {
  private static func script(_ parts: [EdgePart]) throws -> String {
    func part(_ name: String) throws -> String {
      try #require(parts.first { $0.name == name }, "the export has no part \(name)").text
    }
    return """
      \(try part("function"))
      const policies = [
        \(try part("policy")).ParametersInCacheKeyAndForwardedToOrigin,
        \(try part("origin-policy"))
      ];
      function forwards(policy, name) {
        const { HeaderBehavior: behavior, Headers: named } = policy.HeadersConfig;
        const isNamed = (named ? named.Items : []).some((one) => one.toLowerCase() === name);
        return { none: false, whitelist: isNamed, allViewer: true, allExcept: !isNamed }[behavior];
      }
      function answer(input) {
        const headers = {}, querystring = {}, [uri, query] = input.target.split('?');
        for (const [name, value] of input.fields) {
          const key = name.toLowerCase();
          headers[key] = headers[key] ? { value: headers[key].value + ', ' + value } : { value };
        }
        for (const part of (query || '').split('&')) if (part) querystring[part.split('=')[0]] = {};
        const r = handler({ request: { method: 'GET', uri, querystring, headers, cookies: {} } });
        const target = r.uri + (query === undefined ? '' : '?' + query);
        const all = Object.keys(r.headers).sort().map((name) => [name, r.headers[name].value]);
        const key = JSON.stringify([target, all.filter((one) => forwards(policies[0], one[0]))]);
        const fields = all.filter((one) => policies.some((policy) => forwards(policy, one[0])));
        if (!fields.some((one) => one[0] === 'user-agent')) fields.push(['user-agent', 'Amazon CloudFront']);
        return { target, key, fields };
      }
      """
  }

  private struct Forwarded {
    let target: String
    let key: String
    let fields: [(name: String, value: String)]

    init(_ answer: [String: Any]) throws {
      target = try #require(answer["target"] as? String)
      key = try #require(answer["key"] as? String)
      fields = try #require(answer["fields"] as? [[String]]).map { ($0[0], $0[1]) }
    }
  }

  private static func forwarded(
    _ requests: [(GeneratedVisitor, String)],
    _ origin: EdgeOrigin
  ) async throws -> [Forwarded] {
    let parts = try await CloudFrontWriter.parts(origin.rules(), origin.settings)
    return try await NodeScript(text: script(parts)).answers(to: requests.map { $0.0.input($0.1) })
      .map { try Forwarded($0) }
  }

  @Test func `CloudFront answers every visitor as the gateway itself does`() async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let requests = `An exported edge in front of a gateway`.requests()
    let asked = try await Self.forwarded(requests, origin)
    try #require(asked.count == requests.count)
    let hits = try await onThread { [origin] in
      let dialogue = try HTTPDialogue(origin.address)
      var kept: [String: HTTPDialogue.Reply] = [:]
      var hits = 0
      for ((visitor, target), request) in zip(requests, asked) {
        let meant = try dialogue.get(target, visitor.fields)
        if kept[request.key] != nil { hits += 1 }
        let given = try kept[request.key] ?? dialogue.get(request.target, request.fields)
        kept[request.key] = given
        func timeless(_ text: String) -> String {
          `An exported edge in front of a gateway`.timeless(text)
        }
        let isSame =
          given.status == meant.status && timeless(given.text) == timeless(meant.text)
          && ["content-location", "content-language", "content-type"].allSatisfy {
            given.fields[$0] == meant.fields[$0]
          }
        if !isSame { Issue.record("\(visitor.fields) at \(target): \(given) and not \(meant)") }
      }
      return hits
    }
    #expect(hits > 20)
  }

  @Test func `A blocked build is told to update through CloudFront`() async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let apps = [
      "app=\"com.example.shop\", version=\"4.0\", build=205",
      "app=\"com.example.shop\", version=\"1.1\"",
      "app=\"com.example.shop\";a=1, version=\"4.0\", build=205",
    ]
    let requests = apps.flatMap { app in
      ["/config", "/de/config"].map { (GeneratedVisitor(fields: [("X-App", app)]), $0) }
    }
    let asked = try await Self.forwarded(requests, origin)
    try await onThread { [origin] in
      let dialogue = try HTTPDialogue(origin.address)
      for ((visitor, path), request) in zip(requests, asked) {
        let told = try dialogue.get(request.target, request.fields).text
        #expect(told.contains("apps.example.com/shop"), "\(visitor.fields) at \(path): \(told)")
      }
    }
  }

  @Test func `A request along a pass reaches the service through CloudFront with all its fields`()
    async throws
  {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let fields = [
      (name: "User-Agent", value: "shop/1"), ("Accept-Language", "de"), ("X-App", "app=a"),
      ("X-Trace", "1"), ("Host", "shop.example"),
    ]
    let asked = try await Self.forwarded(
      [(GeneratedVisitor(fields: fields), "/account/1")],
      origin
    )
    let sent = try #require(asked.first)
    for (name, value) in fields {
      let isSent = sent.fields.contains { $0.name == name.lowercased() && $0.value == value }
      // The gateway is asked by the name of the origin, of which it knows the site.
      #expect(isSent == (name != "Host"), "\(name): \(sent.fields)")
    }
  }
}

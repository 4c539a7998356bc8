// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import Services
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Credentials along passes at CloudFront` {
  private static func rules(_ more: String = "") async throws -> EdgeRuleSet {
    try await EdgeOrigin(
      [
        "config": #"{ datatype: "config", body: { home: { $ref: "home" } } }"#,
        "home": #"{ datatype: "screen", body: { x: 1 } }"#,
      ],
      settings: """
        {
          languages: { published: ["en"], source: "en", default: "en" },
          backends: {
            accounts: {
              addresses: "http://127.0.0.1:9", credentials: ["authorization", "cookie:session"],
            },
            unused: { addresses: "http://127.0.0.1:9", credentials: "cookie:other" },
          },
          passes: { "/account": { backend: "accounts" } },
          \(more)
          roots: "*",
        }
        """
    ).rules()
  }

  /// CloudFront with an exported function and cache policy: it keys by what the policy contains, and
  /// forwards that and nothing else. Answers are numbered.
  private static func script(_ rules: EdgeRuleSet) -> NodeScript {
    let parts = CloudFrontWriter.parts(rules, ExportSettings())
    return NodeScript(
      text: """
        \(parts[0].text)
        const policy = \(parts[1].text).ParametersInCacheKeyAndForwardedToOrigin;
        const kept = new Map();
        let asked = 0;
        function answer(input) {
          const headers = {}, cookies = {};
          for (const [name, value] of input.fields) {
            if (name === 'cookie') cookies[value.split('=')[0]] = { value: value.split('=')[1] };
            else headers[name] = { value };
          }
          const request = { method: 'GET', uri: input.path, querystring: {}, headers, cookies };
          const { CookieBehavior: which, Cookies: some } = policy.CookiesConfig;
          const r = handler({ request });
          const sent = Object.entries(r.cookies)
            .filter(([name]) => which === 'all' || some && some.Items.includes(name))
            .map(([name, cookie]) => [name, name + '=' + cookie.value]);
          const seen = policy.HeadersConfig.Headers.Items
            .filter((name) => r.headers[name]).map((name) => [name, r.headers[name].value]);
          const key = JSON.stringify([r.uri, seen, sent]);
          if (!kept.has(key)) kept.set(key, ++asked);
          const proof = seen.filter(([name]) => name === 'authorization').concat(sent);
          return { number: kept.get(key), proof: proof.map((pair) => pair[1]).join() };
        }
        """
    )
  }

  private struct Visit {
    let path: String
    let fields: [[String]]

    init(_ path: String, _ fields: (name: String, value: String)...) {
      self.path = path
      self.fields = fields.map { [$0.name, $0.value] }
    }

    var input: [String: Any] { ["path": path, "fields": fields] }
  }

  @Test func `Each visitor of a pass gets the answer to the own credentials`() async throws {
    let visits = [
      Visit("/account", ("authorization", "Bearer one")),
      Visit("/account", ("authorization", "Bearer two")),
      Visit("/account", ("cookie", "session=one")),
      Visit("/account", ("cookie", "session=two"), ("cookie", "seen=1")),
      Visit("/account"),
    ]
    let answers = try await Self.script(Self.rules()).answers(to: visits.map(\.input))
    #expect(answers.map { $0["number"] as? Int } == [1, 2, 3, 4, 5])
    #expect(
      answers.map { $0["proof"] as? String } == [
        "Bearer one", "Bearer two", "session=one", "session=two", "",
      ]
    )
  }

  @Test func `Documents have one answer for all credentials of passes`() async throws {
    var rules = try await Self.rules(Self.records)
    rules.credentials = .joined([rules.credentials, .all])
    let proofs = [
      ("authorization", "Bearer one"), ("cookie", "session=one"),
      ("x-dreamfactory-session-token", "1"), ("x-app-key", "2"),
    ]
    let visits = ["/home", "/en/home", "/account"].flatMap { path in
      [Visit(path)] + proofs.map { Visit(path, $0) }
    }
    let answers = try await Self.script(rules).answers(to: visits.map(\.input))
    let numbers = answers.map { $0["number"] as? Int }
    #expect(numbers == [1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 3, 4, 5, 6, 7])
  }

  @Test func `The credentials are those of backends that passes lead to`() async throws {
    let seen = CredentialSelection(authorization: true, cookies: .named(["session"]))
    #expect(try await Self.rules().credentials == seen)
  }

  @Test func `The cache policy contains each credential of the site's records once`() async throws {
    let rules = try await Self.rules(Self.records)
    #expect(rules.credentials.fields.count > Set(rules.credentials.fields).count)
    let text = CloudFrontWriter.parts(rules, ExportSettings())[1].text
    let names = #""accept", "authorization", "x-app-key", "x-dreamfactory-session-token""#
    #expect(text.contains(#""Quantity": 5, "Items": ["x-portico-fields", \#(names)] }"#))
  }

  private static let records = #"resources: { at: "/v1", people: {} },"#
}

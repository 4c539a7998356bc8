// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import EdgeRules
import Editions
import Foundation
import LoopTesting
import ProgramTesting
import SeededTesting
import Sites
import Testing

@testable import Edges

@Suite(.timeLimit(.minutes(5))) struct `An exported script` {
  /// A kind of edge, by the way in which it calls its script and uses the result: the target to
  /// request, the description of the app, and whether the request is forwarded unchanged.
  enum Kind: String, CaseIterable {
    case nginx
    case cloudfront
    case worker

    func script(_ rules: EdgeRuleSet, _ settings: ExportSettings) throws -> String {
      switch self {
      case .nginx:
        NginxWriter.parts(rules, settings)[1].text
          .replacingOccurrences(of: "export default", with: "const nginx =") + """
            function answer(input) {
              const r = { variables: { request_uri: input.target }, rawHeadersIn: input.fields };
              const [target, app, vary, raw] = nginx.visited(r).split('\\n');
              return { target, app, vary, raw: raw !== '' };
            }
            """
      case .cloudfront:
        CloudFrontWriter.parts(rules, settings)[0].text + """
          function answer(input) {
            const headers = {}, querystring = {}, [uri, query] = input.target.split('?');
            for (const [name, value] of input.fields) {
              const key = name.toLowerCase();
              headers[key] = headers[key] ? { value: headers[key].value + ', ' + value } : { value };
            }
            for (const part of (query || '').split('&')) if (part) querystring[part.split('=')[0]] = {};
            const r = handler({ request: { method: 'GET', uri, querystring, headers } });
            const isRaw = r.headers['x-portico-fields'].value.includes('|');
            return {
              target: r.uri + (query === undefined ? '' : '?' + query),
              app: r.headers['x-app'] ? r.headers['x-app'].value : '', raw: isRaw
            };
          }
          """
      case .worker:
        WorkerWriter.parts(rules, settings)[0].text
          .replacingOccurrences(of: "export default", with: "const worker =") + """
            globalThis.caches = { default: { match: async () => undefined, put: async () => {} } };
            async function answer(input) {
              let seen;
              globalThis.fetch = async (url, options) => { seen = { url, options }; return new Response('{}'); };
              const request = new Request('http://edge' + input.target, { headers: input.fields.concat([['authorization', 'x']]) });
              const place = input.fields.find((field) => field[0] === 'X-Country');
              Object.defineProperty(request, 'cf', { value: { country: place ? place[1] : undefined } });
              const reply = await worker.fetch(request, {}, { waitUntil() {} });
              const url = new URL(seen.url);
              return {
                target: url.pathname + url.search, app: seen.options.headers.get('x-app') || '',
                vary: reply.headers.get('vary'),
                raw: seen.options.headers.get('authorization') !== null
              };
            }
            """
      }
    }
  }

  private func requests(_ numbers: inout SeededNumbers) -> [(GeneratedVisitor, String)] {
    (0..<1_000).map { number in
      let visitor =
        number % 3 == 0 ? GeneratedVisitor.usual(&numbers) : GeneratedVisitor.odd(&numbers)
      let path = EdgeSite.paths.prefix(9).randomElement(using: &numbers) ?? "config"
      let token =
        ["", "", "", "/fr.ca", "/und", "/de~fr.phone.3"].randomElement(using: &numbers) ?? ""
      let ending = [
        "", "", "", "", ".plist", "?view=light", "?languages=ja", "?a=1&version=1", "?flow=aZ0-_",
      ]
      .randomElement(using: &numbers)
      return (visitor, "\(token)/\(path)\(ending ?? "")")
    }
  }

  @Test(arguments: Kind.allCases)
  func `An exported script finds the gateway's audience or leaves the request to it`(
    _ kind: Kind
  ) async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    var numbers = SeededNumbers(1)
    let requests = requests(&numbers)
    let script = NodeScript(text: try await kind.script(origin.rules(), origin.settings))
    let answers = try await script.answers(to: requests.map { $0.0.input($0.1) })
    #expect(answers.count == requests.count)
    let names = try answers.map { answer in
      (
        target: try #require(answer["target"] as? String),
        app: try #require(answer["app"] as? String), isRaw: answer["raw"] as? Bool == true
      )
    }
    let named = try await onThread { [origin] in
      let dialogue = try HTTPDialogue(origin.address)
      var named = 0
      for ((visitor, target), name) in zip(requests, names) where !name.isRaw {
        named += 1
        #expect(name.target.drop { $0 != "?" } == target.drop { $0 != "?" })
        let meant = try dialogue.get(target, visitor.fields)
        let given = try dialogue.get(
          name.target,
          name.app.isEmpty ? [] : [(name: "X-App", value: name.app)]
        )
        let tokens = [meant, given].map { $0.fields["content-location"] }
        if meant.status != given.status || meant.body != given.body || tokens[0] != tokens[1] {
          Issue.record("\(visitor.fields) at \(target): \(name.target) with \(name.app)")
        }
      }
      return named
    }
    #expect(named > 500, "\(named) of \(requests.count) were named")
  }

  @Test
  func `An exported script maps each language tag to the gateway's choice`() async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let matcher = try origin.edition.matcher
    var tags: [String] = []
    let letters = "abcdefghijklmnopqrstuvwxyz".map { String($0) }
    let pairs = letters.flatMap { first in letters.map { first + $0 } }
    tags += pairs
    tags += pairs.flatMap { pair in letters.map { pair + $0 } }
    for language in [
      "en", "zh", "es", "pt", "nb", "nn", "no", "yue", "sr", "gsw", "lb", "fr", "iw",
    ] {
      for script in ["", "-latn", "-hant", "-hans", "-cyrl", "-zzzz", "-qaai"] {
        tags += (pairs + ["001", "419", "150"]).map { "\(language)\(script)-\($0)" }
      }
    }
    let text =
      try await ScriptRules(origin.rules()).text + ScriptCore.text
      + "function answer(input) { return { number: language(input.tag) }; }\n"
    let found = try await NodeScript(text: text).answers(to: tags.map { ["tag": $0] })
    #expect(found.count == tags.count)
    var some = 0
    for (tag, answer) in zip(tags, found) {
      let wanted = DesiredLanguages([try #require(LanguageTag(tag))])
      let expected = matcher.chain(for: wanted).first.map { Int($0.rawValue) } ?? -1
      let number = answer["number"] as? Int
      if number != expected { Issue.record("\(tag): \(number ?? -3) and not \(expected)") }
      if expected >= 0 { some += 1 }
    }
    #expect(some > 20_000)
  }

  @Test func `The exported worker adds what the Vary of the gateway's answer lacks`() async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let module = try await WorkerWriter.parts(origin.rules(), origin.settings)[0].text
    let text =
      module.replacingOccurrences(of: "export default", with: "const worker =") + """
        globalThis.caches = { default: { match: async () => undefined, put: async () => {} } };
        async function answer(input) {
          globalThis.fetch = async () => new Response('{}', { headers: { vary: input.said } });
          const request = new Request('http://edge/terms', { headers: { 'accept-language': 'de' } });
          const reply = await worker.fetch(request, {}, { waitUntil() {} });
          return { vary: reply.headers.get('vary') };
        }

        """
    let said = ["Accept", "Accept, X-App", "x-app,accept-language"]
    let answers = try await NodeScript(text: text).answers(to: said.map { ["said": $0] })
    #expect(
      answers.map { $0["vary"] as? String } == [
        "Accept, Accept-Language, X-App", "Accept, X-App, Accept-Language",
        "x-app,accept-language",
      ]
    )
  }

  @Test
  func `CloudFront's function keeps its limit, or the error names what is largest`() async throws {
    var files = EdgeSite.files
    for number in 0..<700 { files["more/a\(number * 7_919 % 100_003)/x"] = files["plain"] }
    let large = try await EdgeOrigin(files).rules()
    let error = try #require(throws: PlainError.self) {
      try CloudFrontWriter.fittingParts(large, ExportSettings())
    }
    let reason = error.description
    #expect(reason.contains("bytes and may have 10,240; leave out") && reason.contains("more/"))
    let parts = try await CloudFrontWriter.fittingParts(
      EdgeOrigin(EdgeSite.files).rules(),
      ExportSettings()
    )
    let policy = try JSONSerialization.jsonObject(with: Data(parts[1].text.utf8))
    #expect((policy as? [String: Any])?["Name"] as? String == "portico")
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel
import EdgeRules
import Edges
import LoopTesting
import SeededTesting
import SiteTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An exported edge in front of a gateway` {
  static func requests() -> [(GeneratedVisitor, String)] {
    var numbers = SeededNumbers(2)
    return (0..<400).map { number in
      let visitor =
        number % 2 == 0 ? GeneratedVisitor.usual(&numbers) : GeneratedVisitor.odd(&numbers)
      let path = EdgeSite.paths.prefix(8).randomElement(using: &numbers) ?? "config"
      let token = ["", "", "", "/fr.ca", "/und"].randomElement(using: &numbers) ?? ""
      let ending = ["", "", "", ".plist", "?view=light", "?languages=ja"]
        .randomElement(using: &numbers)
      return (visitor, "\(token)/\(path)\(ending ?? "")")
    }
  }

  /// A body, JSON or a property list, without its instant, which may have moved on between two requests.
  static func timeless(_ body: String) -> String {
    body.replacing(/"_expire":"[0-9]+"|<key>_expire<\/key>\s*<string>[0-9]+<\/string>/, with: "")
  }

  /// The names in Vary, however they are written.
  private static func names(_ reply: HTTPDialogue.Reply) -> [String] {
    let words = (reply.fields["vary"] ?? "").split(separator: ",")
    return words.map { $0.filter { $0 != " " }.lowercased() }.sorted()
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge answers every visitor as the gateway itself does`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    let requests = Self.requests()
    let hits = try await onThread { [origin, edge] in
      let (direct, through) = (try HTTPDialogue(origin.address), try HTTPDialogue(edge.address))
      var hits = 0
      for (visitor, target) in requests {
        let meant = try direct.get(target, visitor.fields)
        let given = try through.get(target, visitor.fields)
        if given.isHit { hits += 1 }
        let isSame =
          given.status == meant.status && Self.timeless(given.text) == Self.timeless(meant.text)
          && given.fields["content-location"] == meant.fields["content-location"]
          && given.fields["content-language"] == meant.fields["content-language"]
          && (meant.status != 200 || Self.names(given) == Self.names(meant))
          && (meant.status != 200 || Self.timeless(meant.text) != meant.text)
        if !isSame {
          Issue.record("\(visitor.fields) at \(target): \(given) and not \(meant)")
        }
      }
      return hits
    }
    #expect(hits > 100)
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge asks for URLs with audience tokens and sends the name of its rules`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (stub, rules) = (try StubOrigin(), try await EdgeOrigin(EdgeSite.files).rules())
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      let said = [
        (name: "Accept-Language", value: "fr-CA"), ("Cookie", "a=b"), ("X-Country", "AT"),
        ("x-portico-rules", "mine"),
        ("X-App", "app=\"com.example.shop\", version=\"1.0\", session=\"1\""),
      ]
      _ = try dialogue.get("/config?view=light", said)
      _ = try dialogue.get("/account", said)
      _ = try dialogue.get("/nothing/known", said)
    }
    let heads = stub.requests.map { $0.lowercased() }
    try #require(heads.count == 3)
    #expect(heads[0].hasPrefix("get /fr-ca.eurozone."), "\(heads[0])")
    #expect(heads[0].contains("/config?view=light http"))
    #expect(heads[0].contains("x-app: app=\"com.example.shop\", version=\"0\"\r\n"))
    for word in ["cookie", "accept-language", "x-country", "session"] {
      #expect(!heads[0].contains(word), "\(word)")
      #expect(heads[1].contains("get /account http"))
    }
    #expect(heads[1].contains("cookie: a=b"))
    #expect(heads[2].contains("get /nothing/known http") && heads[2].contains("fr-ca"))
    for head in heads {
      #expect(head.contains("x-portico-rules: \(rules.name)\r\n") && !head.contains("mine"))
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge names each field once in Vary, whoever adds it`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (stub, rules) = (try StubOrigin(), try await EdgeOrigin(EdgeSite.files).rules())
    stub.answer {
      $0.fields = ["Vary": "Accept, accept-language,X-App", "Cache-Control": "public, max-age=600"]
    }
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      let few = ["accept", "accept-language", "x-app"]
      for (target, more) in [
        ("/config", ["user-agent", "x-country", "x-device"]), ("/terms", []),
        ("/prices", ["x-country"]),
        ("/config", ["user-agent", "x-country", "x-device"]),
      ] {
        let reply = try dialogue.get(target, [("Accept-Language", "de")])
        #expect(Self.names(reply) == (few + more).sorted(), "\(target): \(reply)")
      }
    }
  }

  /// nginx takes no word of more than 4,096 bytes.
  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge knows the paths of a site with hundreds of documents`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    var files = EdgeSite.files
    let paths = (0..<700).map { "more/a\($0 * 7_919 % 100_003)/x" }
    for path in paths { files[path] = files["prices"] }
    let (stub, rules) = (try StubOrigin(), try await EdgeOrigin(files).rules())
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      for path in [paths[0], paths[350], paths[699]] {
        _ = try dialogue.get("/\(path)", [("Accept-Language", "de"), ("X-Country", "AT")])
      }
    }
    let lines = stub.requests.map { $0.prefix { $0 != "\r\n" } }
    #expect(
      lines == [paths[0], paths[350], paths[699]].map { "GET /de.eurozone/\($0) HTTP/1.1" }
    )
  }

  /// The values of Accept, each with a path's extension.
  private static let formats: [(accept: String, suffix: String)] =
    AnswerFormat.allCases.flatMap { format in
      [
        (accept: format.mediaType, suffix: ""), ("*/*", "\(format.suffix)"),
        ("\(format.mediaType);q=0.2, application/*;q=0.1", ""),
        ("text/html, \(format.mediaType)", ""), ("*/*, \(format.mediaType);q=0", ""),
        ("\(format.mediaType)-seq", ""),
      ]
    } + [
      ("application/plist, application/json", ""), ("text/html, */*;q=0.8", ""),
      ("text/html", ""), ("application/*", ""),
    ]

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge answers in every format as the gateway does`(_ kind: EdgeProcess.Kind) async throws
  {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    try await onThread { [origin, edge] in
      let (direct, through) = (try HTTPDialogue(origin.address), try HTTPDialogue(edge.address))
      for (accept, suffix) in Self.formats + Self.formats.reversed() {
        let fields = [(name: "Accept", value: accept), ("Accept-Language", "de")]
        let meant = try direct.get("/home\(suffix)", fields)
        let given = try through.get("/home\(suffix)", fields)
        #expect(
          given.status == meant.status
            && given.fields["content-type"] == meant.fields["content-type"],
          "\(accept) at /home\(suffix): \(given) and not \(meant)"
        )
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge reads every line of a field as the gateway does`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    let lists: [(name: String, values: [String])] = [
      ("Accept", ["text/html", "application/x-plist"]),
      ("Accept", ["application/x-plist", "application/json"]),
      ("Accept", ["application/json", "application/x-plist"]),
      ("Accept", ["application/json", "application/json;q=0"]),
      ("Accept-Language", ["tlh", "de"]), ("X-Country", ["AT", "US"]),
      ("X-App", ["app=\"com.example.shop\"", "device=tv"]),
    ]
    try await onThread { [origin, edge] in
      let (direct, through) = (try HTTPDialogue(origin.address), try HTTPDialogue(edge.address))
      for (path, list) in ["/home", "/de/home", "/prices"].flatMap({ path in
        lists.map { (path, $0) }
      }) {
        let fields = list.values.map { (name: list.name, value: $0) }
        let meant = try direct.get(path, fields)
        let given = try through.get(path, fields)
        #expect(
          given.status == meant.status
            && given.fields["content-type"] == meant.fields["content-type"]
            && Self.timeless(given.text) == Self.timeless(meant.text),
          "\(fields) at \(path): \(given) and not \(meant)"
        )
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge keeps answers of different flow parameters apart`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (stub, rules) = (try StubOrigin(), try await EdgeOrigin(EdgeSite.files).rules())
    stub.answer { $0.fields = ["Cache-Control": "public, max-age=600", "Expires": later] }
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      for (target, text) in [
        ("/de/terms?flow=aZ0-_", "answer 1"), ("/de/terms?flow=aZ0-b", "answer 2"),
        ("/de/terms", "answer 3"), ("/de/terms?flow=aZ0-_", "answer 1"),
        ("/terms?flow=aZ0-_", "answer 1"),
      ] {
        #expect(try dialogue.get(target, [("Accept-Language", "de")]).text == text, "\(target)")
      }
    }
    let lines = stub.requests.map { $0.prefix { $0 != "\r\n" } }
    #expect(
      lines
        == ["/de/terms?flow=aZ0-_", "/de/terms?flow=aZ0-b", "/de/terms"].map {
          "GET \($0) HTTP/1.1"
        }
    )
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge serves a maintenance page in the visitor's language when the gateway is gone`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (stub, rules) = (try StubOrigin(), try await EdgeOrigin(EdgeSite.files).rules())
    stub.answer {
      $0.fields = ["Cache-Control": "public, max-age=600, stale-if-error=600", "Expires": later]
    }
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      _ = try dialogue.get("/de/terms")
      stub.goAway()
      #expect(try dialogue.get("/de/terms").text == "answer 1")
      for (fields, language) in [("de-AT", "de"), ("tlh, fr-CA", "fr-CA"), ("tlh", "en")] {
        let home = try dialogue.get("/home", [("Accept-Language", fields)])
        #expect(home.status == 503 && home.fields["retry-after"] == "120", "\(home)")
        #expect(home.text.contains("\"datatype\":\"maintenance\""))
        #expect(home.text.contains("\"Closed \\\"} \(language)\""), "\(home.text)")
        #expect(home.text.contains("\"_expire\":\"1"))
        let config = try dialogue.get("/config", [("Accept-Language", fields)])
        #expect(config.status == 200 && config.fields["retry-after"] == nil, "\(config)")
        #expect(config.text.contains("\"Closed \\\"} \(language)\""))
      }
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge serves a stale answer rather than an error within stale-if-error`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (stub, rules) = (try StubOrigin(), try await EdgeOrigin(EdgeSite.files).rules())
    stub.answer {
      $0.fields = ["Cache-Control": "public, max-age=1, stale-if-error=600"]
    }
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      _ = try dialogue.get("/de/terms")
      // It is fresh for a second; then it is asked for again, since there was no error yet.
      try ask(until: {
        _ = try dialogue.get("/de/terms")
        return stub.requests.count >= 2
      })
      stub.answer { $0.status = 500 }
      let kept = stub.requests.count
      try ask(until: {
        _ = try dialogue.get("/de/terms")
        return stub.requests.count > kept
      })
      let stale = try dialogue.get("/de/terms")
      #expect(stale.text == "answer \(kept)", "\(stale) \(stub.requests)")
      let other = try dialogue.get("/fr/terms")
      #expect(other.status == 500 && other.text.hasPrefix("answer"))
    }
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge serves no stale answer for longer than stale-if-error`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let (stub, rules) = (try StubOrigin(), try await EdgeOrigin(EdgeSite.files).rules())
    stub.answer {
      $0.fields = ["Cache-Control": "public, max-age=1, stale-if-error=1"]
    }
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge, stub] in
      let dialogue = try HTTPDialogue(edge.address)
      #expect(try dialogue.get("/de/terms").text == "answer 1")
      stub.goAway()
      try ask(until: {
        let reply = try dialogue.get("/de/terms")
        guard reply.status != 200 else { return false }
        #expect(reply.status == 503 && reply.text.contains("maintenance"), "\(reply)")
        return true
      })
    }
  }

  private var later: String { "Thu, 01 Jan 2099 00:00:00 GMT" }
}

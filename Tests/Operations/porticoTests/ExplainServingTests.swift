// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Files
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The explanation of an answer` {
  private let sites = ServedSites()

  /// A site with a CDN, a document of texts, and items of a service.
  private func serve(
    _ address: String = "127.0.0.1:9"
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try sites.write(
      "shop",
      """
      backends: { shop: { addresses: "http://\(address)" } },
      edges: { front: { kind: "fastly", peers: ["203.0.113.0/24"] } },
      """
    )
    try Files.makeFolder("\(sites.folder)/shop/Content/items")
    try sites.put(
      """
      { datatype: "x", ttl: 60, body: {
        title: "Roses <b>", text: "All of them.", cover: { imageURL: "https://cdn.example/r.png" },
        more: [{ url: "/en/config" }],
      } }
      """,
      at: "shop/Content/roses.json5"
    )
    try sites.put(
      """
      { datatype: "item", calls: { a: {
          backend: "shop", path: "/things/{id}", freshness: { ttl: 600 },
        } }, body: { of: { $pick: "$.a.of" } } }
      """,
      at: "shop/Content/items/{id}.json5"
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func explain(_ query: String, at operators: SocketAddress) async throws -> DataValue {
    let answer = PlainAnswer(try await RunningCommand.ask("GET /explain?\(query)", at: operators))
    try #require(answer.status == "200", "\(answer.body)")
    return try answer.json
  }

  /// The lines of a body in a format.
  private func body(_ explained: DataValue, _ format: String = "json") -> [String] {
    explained.list("body").filter { $0.text("format") == format }.compactMap { $0.text("line") }
  }

  @Test func `It shows the header fields and the body that a visitor gets`() async throws {
    let (command, visitors, operators) = try await serve()
    let explained = try await explain("path=/en/roses", at: operators)
    let answer = try await RunningCommand.ask("GET /roses", at: visitors)
    let head = answer.prefix { $0 != "{" }.lowercased()
    let fields = explained.list("fields").filter { $0.text("to") != "front" }
    let names = fields.compactMap { $0.text("field") }
    for name in ["cache-control", "etag", "vary", "content-type", "expires"] {
      #expect(names.contains(name), "\(names)")
    }
    // The instants are those of two seconds at most.
    let timed: Set = ["cache-control", "expires", "last-modified", "content-length", "etag"]
    for field in fields {
      let (name, value) = (field.text("field") ?? "", field.text("value") ?? "")
      #expect(head.contains("\r\n\(name): "), "\(name) in \(head)")
      guard !timed.contains(name) else { continue }
      #expect(head.contains("\r\n\(name): \(value.lowercased())\r\n"), "\(name) in \(head)")
    }
    #expect(explained.list("answer").first?.text("status") == "200")
    #expect(explained.list("answer").first?.text("source") == "document")
    let lines = body(explained)
    #expect(lines.first == "{" && lines.contains(#"  "title": "Roses <b>","#), "\(lines)")
    #expect(lines.joined().replacing(" ", with: "").contains(#""more":[{"url":"/en/config"}]"#))
    #expect(body(explained, "plist").contains("    <key>title</key>"))
    withExtendedLifetime(command) {}
  }

  @Test func `It shows which fields only a CDN gets`() async throws {
    let (command, _, operators) = try await serve()
    let fields = try await explain("path=roses&languages=en", at: operators).list("fields")
    let tags = fields.filter { $0.text("field") == "surrogate-key" }
    #expect(tags.map { $0.text("to") } == ["front"], "\(fields)")
    #expect(tags.first?.text("value")?.contains("document") == true, "\(tags)")
    #expect(fields.first { $0.text("field") == "vary" }?.text("to") == "everybody", "\(fields)")
    withExtendedLifetime(command) {}
  }

  @Test func `Its card has the texts and addresses of the body, and its page loads none of them`()
    async throws
  {
    let (command, _, operators) = try await serve()
    let card = try await explain("path=roses", at: operators).list("card")
    let told = card.map { "\($0.text("part") ?? "") \($0.text("where") ?? "")" }
    #expect(told == ["title title", "text text", "image cover.imageURL", "link more[0].url"])
    let page = try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "GET /explain?path=roses HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\n"
          + "Connection: close\r\n\r\n"
      )
      return try socket.receiveAll()
    }
    #expect(page.contains("<h3>Roses &lt;b&gt;</h3>"), "\(page)")
    #expect(page.contains("<code>https://cdn.example/r.png</code>") && !page.contains("<img"))
    #expect(page.contains("<summary>As a property list</summary>"))
    withExtendedLifetime(command) {}
  }

  @Test func `It has the values of services that are kept, and calls no service`() async throws {
    let calls = CallCount()
    let service = try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        calls.add()
        try peer.send(
          "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n"
            + #"{"of":17}"#
        )
      }
    }
    let (command, visitors, operators) = try await serve("\(service.address)")
    let before = try await explain("path=items/7&languages=en", at: operators)
    #expect(calls.value == 0)
    #expect(before.list("fields").isEmpty && before.list("body").isEmpty)
    let reason = before.list("answer").first?.text("made") ?? ""
    #expect(reason.hasPrefix("Not known: a of shop would be called"), "\(reason)")
    #expect(before.list("calls").first?.text("outcome") == "not kept")
    let answer = try await RunningCommand.ask("GET /items/7", at: visitors)
    #expect(answer.contains(#""of":17"#), "\(answer)")
    let after = try await explain("path=/items/7.json", at: operators)
    #expect(body(after).contains(#"  "of": 17,"#), "\(body(after))")
    #expect(after.list("answer").first?.text("source") == "hit")
    let tag = after.list("fields").first { $0.text("field") == "etag" }?.text("value") ?? "-"
    #expect(answer.contains("etag: \(tag)\r\n"), "\(tag)")
    let later = try await explain("path=items/7&at=2027-03-01T00:00Z", at: operators)
    #expect(later.list("answer").first?.text("source") == "plan")
    #expect(
      later.list("answer").first?.text("made")?.contains("at the instant asked about") == true
    )
    #expect(later.list("calls").first?.text("outcome") == "kept")
    #expect(body(later).contains(#"  "of": 17,"#), "\(later)")
    #expect(calls.value == 1)
    withExtendedLifetime((command, service)) {}
  }

  @Test(arguments: [
    ("path=roses&at=noon", "at is noon; expected a time"),
    ("path=roses&who=me", "\"who\" means nothing; expected path, site, token, at, app"),
    ("path=/en/roses&country=CA", "which names an audience already"),
    ("path=rosse", "has no document rosse; did you mean roses?"),
    ("path=roses&token=en&country=CA", "\"token\" already describes the visitor"),
    ("path=ftp://a/roses", "\"url\" is ftp://a/roses; expected one such as"),
  ])
  func `A question that is not understood is answered with what was expected`(
    query: String,
    reason: String
  ) async throws {
    let (command, _, operators) = try await serve()
    let answer = PlainAnswer(try await RunningCommand.ask("GET /explain?\(query)", at: operators))
    #expect(answer.status == "400")
    #expect(answer.body.replacing("\\\"", with: "\"").contains(reason), "\(answer.body)")
    withExtendedLifetime(command) {}
  }
}

/// The number of calls of a service.
private final class CallCount: Sendable {
  private let count = Mutex(0)

  func add() { count.withLock { $0 += 1 } }

  var value: Int { count.withLock(\.self) }
}

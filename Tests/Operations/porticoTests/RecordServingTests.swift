// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The records of a served site` {
  private let sites = ServedSites()

  private static let tokens = [
    "RECORDS_WRITE": "write-word", "RECORDS_ADMIN": "admin-word-of-the-records",
  ]
  private static let noteType = #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#

  /// Serves a site whose records anybody may read, and a document with a list of them.
  private func serve(
    _ open: String = "read",
    environment: [String: String] = tokens
  ) async throws -> (command: RunningCommand, visitors: SocketAddress) {
    let (command, visitors, _) = try await start(open, environment: environment)
    return (command, visitors)
  }

  /// Serves the same with other documents beside.
  private func start(
    _ open: String = "read",
    environment: [String: String] = tokens,
    beside documents: [String: String] = [:]
  ) async throws -> (RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1", ttl: 604800, open: "\(open)",
        writeToken: "RECORDS_WRITE", administerToken: "RECORDS_ADMIN",
      }
      """
    )
    try sites.put(
      """
      {
        datatype: "notes", budget: "30s",
        calls: { notes: { backend: "resources", path: "/v1/notes" } },
        body: { notes: { $pick: "$.notes.data[*].text" } },
      }
      """,
      at: "shop/Content/notes.json5"
    )
    for (name, text) in documents { try sites.put(text, at: "shop/Content/\(name).json5") }
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: environment
    )
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func send(
    _ line: String,
    _ token: String? = nil,
    _ body: String = "",
    session: String = "0",
    to visitors: SocketAddress
  ) async throws -> String {
    let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let text =
      "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(authorization)"
      + "X-App: session=\"\(session)\"\r\n"
      + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"
    return try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send(text)
      return try socket.receiveAll()
    }
  }

  private func createNote(_ text: String, at visitors: SocketAddress) async throws -> String {
    let body = "{\"text\":\"\(text)\"}"
    let answer = PlainAnswer(try await send("POST /v1/notes", "write-word", body, to: visitors))
    #expect(answer.status == "201", "\(answer.body)")
    return String(try #require(answer.body.firstMatch(of: /"uuid":"([^"]+)"/)).1)
  }

  private func declareNotes(at visitors: SocketAddress) async throws {
    let answer = try await send(
      "PUT /v1/_schema/notes",
      "admin-word-of-the-records",
      Self.noteType,
      to: visitors
    )
    #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
  }

  @Test func `Records are cached until a commit, and then shown changed everywhere`() async throws {
    let (command, visitors) = try await serve()
    try await declareNotes(at: visitors)
    let id = try await createNote("first", at: visitors)
    for hit in [false, true] {
      for path in ["/v1/notes", "/v1/notes/\(id)"] {
        let answer = try await send("GET \(path)", to: visitors)
        #expect(answer.contains("first") && answer.contains("public, max-age="))
        #expect(answer.contains("cache-status: portico;hit") == hit, "\(answer)")
      }
      #expect(try await send("GET /en/notes", to: visitors).contains("first"))
    }
    let patch = #"{"text":"second"}"#
    let changed = try await send("PATCH /v1/notes/\(id)", "write-word", patch, to: visitors)
    #expect(changed.hasPrefix("HTTP/1.1 200 "))
    for path in ["/v1/notes", "/v1/notes/\(id)", "/en/notes"] {
      #expect(try await send("GET \(path)", to: visitors).contains("second"), "\(path)")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `The event of a refusal by the records tells entity, value seen and value expected`()
    async throws
  {
    let call = "calls: { notes: { backend: \"resources\", path: \"/v1/notes?limit=-1\" } }"
    let broken =
      "{ datatype: \"broken\", budget: \"30s\", \(call), body: { a: { $pick: \"$.notes.data\" } } }"
    let partial = """
      {
        datatype: "partial", budget: "30s",
        calls: {
          note: {
            backend: "resources", path: "/v1/notes/note-01h455vb4pex5vsknk084sn02q", optional: true,
          },
          bird: { backend: "resources", path: "/v1/birds", optional: true },
        },
        body: { note: { $pick: "$.note.text", else: "" }, bird: { $pick: "$.bird.data", else: "" } },
      }
      """
    let (command, visitors, operators) = try await start(
      beside: ["broken": broken, "partial": partial]
    )
    try await declareNotes(at: visitors)
    let note = "/v1/notes/\(try await createNote("first", at: visitors))"
    let cases: [(String, String?, String, Int, String, String)] = [
      ("POST /v1/notes", nil, "{}", 401, "rights", "notes: the request may read; expected write"),
      ("POST /v1/notes", "write-word", #"{"text":1}"#, 422, "invalid", "notes: text: "),
      ("GET /v1/birds", nil, "", 404, "unknown-type", "birds: there is no type birds; expected "),
      ("DELETE \(note)x", "write-word", "", 404, "not-found", "\(note.dropFirst(4))x: "),
    ]
    for (line, token, body, status, code, detail) in cases {
      let session = "\(code)-of-a-test"
      let answer = try await send(line, token, body, session: session, to: visitors)
      #expect(PlainAnswer(answer).status == "\(status)" && answer.contains("\"\(code)\""))
      #expect(!answer.contains("portico-refusal"))
      var found: DataValue?
      try await waitUntil("the request is in the log") {
        let log = "GET /log?q=session%3D%22\(session)%22"
        found = try PlainAnswer(await RunningCommand.ask(log, at: operators)).json.list("events")
          .first
        return found != nil
      }
      let event = try #require(found)
      #expect(event.text("problem") == code && line.hasSuffix(" \(event.text("path") ?? "")"))
      let told = try #require(event.text("error_detail"))
      #expect(told.hasPrefix("backend resources, \(detail)"), "\(told)")
      #expect(told.contains("; expected "), "\(told)")
    }
    // A busy machine may take longer than the call.
    try await waitUntil("the call is answered in time") {
      try await send("GET /en/broken", to: visitors).hasPrefix("HTTP/1.1 502 ")
    }
    let log = try await RunningCommand.ask("GET /log?q=status%3D502", at: operators)
    #expect(log.contains("status 400, bad-parameter: limit is -1; expected a whole number from 0"))
    // A part that may be missing is no failure, but the log says what is not there.
    let whole = try await send("GET /en/partial", session: "partial", to: visitors)
    #expect(whole.hasPrefix("HTTP/1.1 200 "), "\(whole)")
    var entries = ""
    try await waitUntil("the document is in the log") {
      let query = "GET /log?q=session%3D%22partial%22"
      entries = try await RunningCommand.ask(query, at: operators)
      return entries.contains(#""outcome":"absent""#)
    }
    #expect(entries.contains(#""error_message":"status_404""#), "\(entries)")
    #expect(entries.contains("status 404, not-found: there is no record note-"), "\(entries)")
    #expect(entries.contains("status 404, unknown-type: there is no type birds"), "\(entries)")
    withExtendedLifetime(command) {}
  }

  @Test func `A batch writes records of several types`() async throws {
    let (command, visitors) = try await serve()
    try await declareNotes(at: visitors)
    let body = #"{"atomic":true,"ops":[{"op":"create","type":"notes","body":{"text":"both"}}]}"#
    let answer = try await send("POST /v1:batch", "write-word", body, to: visitors)
    #expect(answer.hasPrefix("HTTP/1.1 200 ") && answer.contains("\"status\":201"), "\(answer)")
    #expect(try await send("GET /v1/notes", to: visitors).contains("both"))
    withExtendedLifetime(command) {}
  }

  @Test func `The OpenAPI description of records follows their types`() async throws {
    let (command, visitors) = try await serve()
    let before = try await send("GET /v1/_openapi.json", to: visitors)
    #expect(before.contains("\"openapi\":\"3.1.0\"") && !before.contains("/v1/notes"), "\(before)")
    try await declareNotes(at: visitors)
    let after = try await send("GET /v1/_openapi.json", to: visitors)
    #expect(after.contains("\"/v1/notes/{id}\""), "\(after)")
    withExtendedLifetime(command) {}
  }

  /// Asks for the list of notes with the form of the page.
  private static let trial = """
    (async () => {
      const form = document.querySelector('form[data-method="GET"][data-path="/v1/notes"]');
      form.closest("details").open = true;
      form.requestSubmit();
      while (!form.nextElementSibling.textContent.includes("totalExact")) {
        await new Promise(resolve => setTimeout(resolve, 20));
      }
    })()
    """

  @Test(.timeLimit(.minutes(5)), arguments: [false, true])
  func `The records' documentation page shows each operation and tries one by script`(
    scripts: Bool
  ) async throws {
    let (command, visitors) = try await serve()
    try await declareNotes(at: visitors)
    _ = try await createNote("seen by the form", at: visitors)
    let origin = "http://\(visitors)"
    let seen = try await Chromium.look(
      ["/v1/_docs"],
      at: origin,
      scripts: scripts,
      action: scripts ? Self.trial : ""
    )
    let page = try #require(seen.first)
    #expect(page.wrong == [] && page.loads.allSatisfy { $0.hasPrefix("\(origin)/v1/") })
    #expect(page.loads.contains { $0.contains("/v1/_docs/console.css") }, "\(page.loads)")
    for path in ["/v1/notes", "/v1/notes/{id}", "/v1:batch", "/v1/changes"] {
      #expect(page.html.contains("\(path)</code>"), "\(path): \(page.html)")
    }
    #expect(page.html.contains("seen by the form") == scripts, "\(page.html)")
    #expect(
      page.html.contains("hidden=\"\"><label") == !scripts,
      "forms without scripts are hidden"
    )
    withExtendedLifetime(command) {}
  }

  @Test
  func `The records' documentation page loads nothing foreign and is not cached`() async throws {
    let (command, visitors) = try await serve()
    let page = try await send("GET /v1/_docs", to: visitors)
    #expect(page.contains("content-security-policy: default-src 'self';"), "\(page)")
    #expect(page.contains("cache-control: no-store"), "\(page)")
    let same = try await send("GET /v1/docs", to: visitors)
    #expect(PlainAnswer(same).body == PlainAnswer(page).body)
    #expect(try await send("GET /v1/_docs/trial.js", to: visitors).contains("text/javascript"))
    #expect(try await send("GET /v1/_docs/other.js", to: visitors).hasPrefix("HTTP/1.1 404"))
    withExtendedLifetime(command) {}
  }

  @Test func `A record stays cached when other records change`() async throws {
    let (command, visitors) = try await serve()
    try await declareNotes(at: visitors)
    let id = try await createNote("first", at: visitors)
    _ = try await send("GET /v1/notes/\(id)", to: visitors)
    _ = try await createNote("other", at: visitors)
    let answer = try await send("GET /v1/notes/\(id)", to: visitors)
    #expect(answer.contains("cache-status: portico;hit"))
    withExtendedLifetime(command) {}
  }

  @Test func `Records outlive a restart`() async throws {
    let (command, visitors) = try await serve()
    try await declareNotes(at: visitors)
    let id = try await createNote("kept", at: visitors)
    try await command.stop()
    let (again, next) = try await serve()
    #expect(try await send("GET /v1/notes/\(id)", to: next).contains("kept"))
    withExtendedLifetime(again) {}
  }

  @Test func `A change of records without its token is refused`() async throws {
    let (command, visitors) = try await serve()
    try await declareNotes(at: visitors)
    let refusals = [
      (nil, "POST /v1/notes", "401"), ("wrong", "POST /v1/notes", "403"),
      ("write-word", "PUT /v1/_schema/notes", "403"), (nil, "PUT /v1/_schema/notes", "401"),
    ]
    for (token, line, status) in refusals {
      let text = try await send(line, token, Self.noteType, to: visitors)
      let answer = PlainAnswer(text)
      #expect(answer.status == status, "\(line)")
      #expect(text.contains("www-authenticate: Bearer") == (status == "401"))
      #expect(try answer.json["code"] == "rights")
    }
    withExtendedLifetime(command) {}
  }

  @Test
  func `Records behind a token are not cached, and documents may show them`() async throws {
    let (command, visitors) = try await serve("nothing")
    try await declareNotes(at: visitors)
    _ = try await createNote("secret", at: visitors)
    for _ in 0..<2 {
      let answer = try await send("GET /v1/notes", "write-word", to: visitors)
      #expect(answer.contains("secret") && !answer.contains("public"))
      #expect(!answer.contains("portico;hit"))
    }
    for path in ["/v1/notes", "/v1/nothing", "/v1/_schema", "/v1/changes"] {
      #expect(try await send("GET \(path)", to: visitors).hasPrefix("HTTP/1.1 401 "), "\(path)")
    }
    #expect(try await send("GET /en/notes", to: visitors).contains("secret"))
    withExtendedLifetime(command) {}
  }

  @Test func `A missing variable with a records token is reported at the start`() async throws {
    let (command, visitors) = try await serve(environment: [
      "RECORDS_ADMIN": "admin-word-of-the-records"
    ])
    let said = try await command.until("nobody has the token of that name\n")
    #expect(said.contains("the environment has no RECORDS_WRITE"))
    try await declareNotes(at: visitors)
    let refusal = "HTTP/1.1 403 "
    #expect(try await send("POST /v1/notes", "write-word", "{}", to: visitors).hasPrefix(refusal))
  }

  @Test func `A site that declares records while it is served has them without a restart`()
    async throws
  {
    try sites.write("shop", "")
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"],
      environment: Self.tokens
    )
    let visitors = try await command.addresses().visitors
    #expect(try await send("GET /v1/_schema", to: visitors).hasPrefix("HTTP/1.1 404"))
    try sites.write(
      "shop",
      "resources: { at: \"/v1\", open: \"read\", administerToken: \"RECORDS_ADMIN\" }"
    )
    try await waitUntil("the records are there") {
      try await send("GET /v1/_schema", to: visitors).hasPrefix("HTTP/1.1 200")
    }
    try await declareNotes(at: visitors)
    withExtendedLifetime(command) {}
  }

  @Test func `The command types exports, compares and imports the types of records`() async throws {
    let (command, visitors) = try await serve()
    try await declareNotes(at: visitors)
    _ = try await createNote("kept", at: visitors)
    let token = "\(sites.folder)/token"
    try Data("admin-word-of-the-records".utf8).write(to: URL(fileURLWithPath: token))
    func types(_ words: String...) async throws -> Program.Outcome {
      let rest = ["--at", "http://\(visitors)/v1", "--token", token]
      return try await Program(BuiltCommand.path).run(["types"] + words + rest, seconds: 60)
    }
    let exported = try await types("export")
    #expect(exported.status == 0 && exported.output.contains("\"notes\""), "\(exported.errors)")
    let file = "\(sites.folder)/types.json5"
    try Data(exported.output.utf8).write(to: URL(fileURLWithPath: file))
    // The length of a token is for the service to judge, which has another one.
    try Data("flowers".utf8).write(to: URL(fileURLWithPath: token))
    #expect(try await types("import", file).errors.contains("answers 403"))
    try Data("admin-word-of-the-records".utf8).write(to: URL(fileURLWithPath: token))
    #expect(try await types("diff", file).output == "nothing changes\n")
    let changed = exported.output.replacing(#""type":"text""#, with: #""type":"integer""#)
    try Data(changed.utf8).write(to: URL(fileURLWithPath: file))
    let refused = try await types("diff", file)
    #expect(refused.status == 1)
    #expect(refused.output.contains("notes.text: ") && refused.output.contains("1 record must fit"))
    #expect(refused.output.contains("does not fit: text: is \"kept\""), "\(refused.output)")
    let renamed = exported.output.replacing(#""prefix":"note""#, with: #""prefix":"memo""#)
    try Data(renamed.utf8).write(to: URL(fileURLWithPath: file))
    let losing = try await types("diff", file)
    #expect(losing.status == 1 && losing.errors.contains("which changes every id"))
    let added = exported.output.replacing(
      #""data":["#,
      with: #""data":[{"name":"trees","prefix":"tree"},"#
    )
    try Data(added.utf8).write(to: URL(fileURLWithPath: file))
    let imported = try await types("import", file)
    #expect(imported.status == 0 && imported.output.contains("trees: the type is new; no record"))
    #expect(try await send("GET /v1/trees", to: visitors).hasPrefix("HTTP/1.1 200"))
    let sized = added.replacing(
      #""text":{"#,
      with: #""size":{"type":"integer","default":3},"text":{"#
    )
    try Data(sized.utf8).write(to: URL(fileURLWithPath: file))
    let converting = try await types("diff", file).output
    let sentence = "notes: 1 record converted, so that clients that sync read everything again\n"
    #expect(converting.contains(sentence), "\(converting)")
    let removing = try await types("diff", file.replacing("types.json5", with: "nothing.json5"))
    #expect(removing.status != 0 && removing.errors.contains("nothing.json5"))
    withExtendedLifetime(command) {}
  }
}

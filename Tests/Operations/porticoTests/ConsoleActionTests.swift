// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A form of the console` {
  private static let word = "0123456789abcdef-~+/="

  private let sites = ServedSites()

  private func serve(_ options: [String] = []) async throws -> (RunningCommand, SocketAddress) {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + options)
    return (command, try await command.addresses().operators)
  }

  private func serveWithToken() async throws -> (RunningCommand, SocketAddress) {
    try sites.write("shop", "")
    try sites.put("\(Self.word)\n", at: "admin-token")
    return try await serve(["--admin-token", "\(sites.folder)/admin-token"])
  }

  /// The answer that a browser gets for a page or a form.
  private func browse(
    _ line: String,
    _ fields: String = "",
    form: String? = nil,
    type: String = "application/x-www-form-urlencoded",
    at operators: SocketAddress
  ) async throws -> String {
    let body = form ?? ""
    let head = form == nil ? "" : "Content-Type: \(type)\r\nContent-Length: \(body.utf8.count)\r\n"
    return try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAccept: text/html\r\n\(fields)"
          + "\(head)\r\n\(body)"
      )
      return try socket.receiveAll()
    }
  }

  /// The proof in the first form of a page.
  private func token(
    _ page: String,
    _ fields: String = "",
    at operators: SocketAddress
  ) async throws -> String {
    let answer = try await browse("GET \(page)", fields, at: operators)
    return String(
      try #require(answer.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1, "\(answer)")
    )
  }

  @Test
  func `A console purge shows what it would hit and waits for confirmation`() async throws {
    let (command, operators) = try await serve()
    let form =
      "token=\(try await token("/cache", at: operators))&scope=tag&value=items&strength=hard"
    let preview = try await browse("POST /console/purge", form: form, at: operators)
    #expect(preview.hasPrefix("HTTP/1.1 200 ") && preview.contains("<title>Purge?"))
    #expect(preview.contains("The purge of tag items would hit these entries."))
    let before = try await RunningCommand.ask("GET /purges", at: operators)
    #expect(PlainAnswer(before).body == #"{"purges":[]}"#)
    let done = try await browse("POST /console/purge", form: form + "&confirmed=yes", at: operators)
    #expect(done.hasPrefix("HTTP/1.1 303 ") && done.contains("location: /cache\r\n"))
    let audited = try await command.until("portico: audit: purge ")
    #expect(!audited.isEmpty)
    #expect(try await browse("GET /cache", at: operators).contains(">hard</td>"))
  }

  @Test
  func `A rollout is begun, advanced, paused and returned by forms of the console`()
    async throws
  {
    let state = "\(sites.folder)/state"
    try sites.write("shop", "rollout: { steps: [50, 100], hold: 604800 }")
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--state", state])
    let operators = try await command.addresses().operators
    let first = try await browse("GET /content", at: operators)
    let name = try #require(first.firstMatch(of: />([0-9a-f]{16})</)?.1, "\(first)")
    let proof = "token=\(try await token("/content", at: operators))&site=shop"
    func send(_ kind: String, _ fields: String) async throws -> String {
      try await browse("POST /console/\(kind)-rollout", form: "\(proof)&\(fields)", at: operators)
    }
    let same = try await send("start", "edition=")
    #expect(same.hasPrefix("HTTP/1.1 400 ") && same.contains("is published already"), "\(same)")
    let pin =
      "token=\(try await token("/content", at: operators))&edition=shop+\(name)&confirmed=yes"
    _ = try await browse("POST /console/rollback", form: pin, at: operators)
    try sites.put(#"{ datatype: "config", body: { of: "new" } }"#, at: "shop/Content/config.json5")
    let preview = try await send("start", "edition=")
    #expect(preview.contains("Roll this edition out?") && preview.contains("50.0 %"), "\(preview)")
    #expect(!(try await browse("GET /content", at: operators)).contains("running</td>"))
    let folder = "folder=\(sites.folder)/shop"
    let draft = try await send("start", "edition=&\(folder)")
    #expect(draft.contains("Roll this edition out?") && draft.contains("50.0 %"), "\(draft)")
    let begun = try await send("start", "edition=&folder=&confirmed=yes")
    #expect(begun.hasPrefix("HTTP/1.1 303 ") && begun.contains("location: /content\r\n"))
    let page = try await browse("GET /content", at: operators)
    #expect(page.contains("running</td>") && page.contains("stay at this step"), "\(page)")
    #expect(page.contains("begin the next step at once"), "\(page)")
    _ = try await send("steer", "action=pause&confirmed=yes")
    let paused = try await browse("GET /content", at: operators)
    #expect(paused.contains("paused</td>") && paused.contains("let it go on"), "\(paused)")
    let next = try await send("steer", "action=next")
    #expect(next.contains("would be given to 100.0 % of the installations at once"), "\(next)")
    _ = try await send("steer", "action=next&confirmed=yes")
    let advanced = try await browse("GET /content", at: operators)
    #expect(advanced.contains("100%"), "\(advanced)")
    let question = try await send("steer", "action=return")
    #expect(question.contains("Everybody would get edition \(name) again"), "\(question)")
    _ = try await send("steer", "action=return&confirmed=yes")
    #expect(try await browse("GET /content", at: operators).contains("returned</td>"))
    let audited = try await command.until("an operator returned it\"}")
    #expect(audited.contains("audit: rollout "), "\(audited)")
  }

  @Test
  func `A console rollback shows what changes, and leads back and forward again`() async throws {
    let (command, operators) = try await serve(["--state", "\(sites.folder)/state"])
    let first = try await browse("GET /content", at: operators)
    let name = try #require(first.firstMatch(of: />([0-9a-f]{16})</)?.1, "\(first)")
    #expect(first.contains("No other edition is kept."))
    try sites.put(
      #"{ datatype: "config", body: { of: "later" } }"#,
      at: "shop/Content/config.json5"
    )
    try await waitUntil("the edition can be served again") {
      try await browse("GET /content", at: operators).contains("value=\"shop \(name)\"")
    }
    let proof = try await token("/content", at: operators)
    let form = "token=\(proof)&edition=shop+\(name)"
    let preview = try await browse("POST /console/rollback", form: form, at: operators)
    #expect(preview.hasPrefix("HTTP/1.1 200 ") && preview.contains("Serve this edition?"))
    #expect(preview.contains("1 document would change") && preview.contains(">config</td>"))
    #expect(try await browse("GET /content", at: operators).contains("value=\"shop \(name)\""))
    let done = try await browse(
      "POST /console/rollback",
      form: form + "&confirmed=yes",
      at: operators
    )
    #expect(done.hasPrefix("HTTP/1.1 303 ") && done.contains("location: /content\r\n"))
    let held = try await browse("GET /content", at: operators)
    #expect(held.contains("served, pinned") && held.contains("value=\"shop files\""))
    let back = "token=\(proof)&edition=shop+files&confirmed=yes"
    #expect(
      try await browse("POST /console/rollback", form: back, at: operators).hasPrefix(
        "HTTP/1.1 303 "
      )
    )
    #expect(!(try await browse("GET /content", at: operators)).contains("served, pinned"))
    let audit = try await command.until("what the files say")
    #expect(audit.contains("portico: audit: rollback {\"site\":\"shop\",\"peer\":\"127.0.0.1:"))
    for wrong in ["shop+0123456789abcdef", "garden+\(name)", "x", ""] {
      let answer = try await browse(
        "POST /console/rollback",
        form: "token=\(proof)&edition=\(wrong)&confirmed=yes",
        at: operators
      )
      #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(wrong)")
    }
  }

  @Test func `The page Orders has a form for every order, which is previewed and given`()
    async throws
  {
    let (command, operators) = try await serve()
    let page = try await browse("GET /orders", at: operators)
    for name in ["maintenance", "eject", "lock-user", "purge"] {
      #expect(page.contains("name=\"order\" value=\"\(name)\""), "\(name): \(page)")
    }
    let proof = "token=\(try await token("/orders", at: operators))"
    let form = "\(proof)&order=maintenance&on=true&message=Back&for=30m&until="
    let preview = try await browse("POST /console/order", form: form, at: operators)
    #expect(preview.contains("shop would be closed for everybody until 2"), "\(preview)")
    let given = try await browse(
      "POST /console/order",
      form: form + "&confirmed=yes",
      at: operators
    )
    #expect(given.hasPrefix("HTTP/1.1 303 ") && given.contains("location: /orders"), "\(given)")
    #expect(try await command.until("the site is closed until").contains("audit: maintenance "))
    let unknown = try await browse("POST /console/order", form: "\(proof)&order=x", at: operators)
    #expect(unknown.hasPrefix("HTTP/1.1 400 ") && unknown.contains("there is no order"))
  }

  @Test func `The console silences an alert and annotates the charts`() async throws {
    let (command, operators) = try await serve()
    let token = try await token("/alerts", at: operators)
    let silence = "token=\(token)&alert=drift%2F*&seconds=3600&reason=%3Cb%3Ecampaign&confirmed=yes"
    let done = try await browse("POST /console/silence", form: silence, at: operators)
    #expect(done.hasPrefix("HTTP/1.1 303 "), "\(done)")
    let page = try await browse("GET /alerts", at: operators)
    #expect(
      page.contains("drift/*") && page.contains("&lt;b&gt;campaign")
        && !page.contains("<b>campaign")
    )
    let note = "token=\(token)&kind=deploy&text=shop%204.2"
    #expect(
      try await browse("POST /console/annotate", form: note, at: operators).contains(
        "deploy, shop 4.2"
      )
    )
    let noted = try await browse(
      "POST /console/annotate",
      form: note + "&confirmed=yes",
      at: operators
    )
    #expect(noted.hasPrefix("HTTP/1.1 303 "))
    withExtendedLifetime(command) {}
  }

  @Test(arguments: ["", "token=", "token=00ff", "token=0123456789abcdef0123456789abcdef"])
  func `A console form without its token changes nothing`(proof: String) async throws {
    let (command, operators) = try await serve()
    let form = "\(proof)&scope=all&confirmed=yes"
    #expect(
      try await browse("POST /console/purge", form: form, at: operators).hasPrefix("HTTP/1.1 403 ")
    )
    #expect(try await command.until("audit: purge").contains("audit: purge"))
    let purges = try await RunningCommand.ask("GET /purges", at: operators)
    #expect(PlainAnswer(purges).body == #"{"purges":[]}"#)
  }

  @Test(arguments: [
    "Origin: http://evil.example\r\n", "Sec-Fetch-Site: cross-site\r\n",
    "Sec-Fetch-Site: same-site\r\n",
  ])
  func `A console form sent from another origin's page changes nothing`(field: String) async throws
  {
    let (command, operators) = try await serve()
    let form = "token=\(try await token("/cache", at: operators))&scope=all&confirmed=yes"
    let answer = try await browse("POST /console/purge", field, form: form, at: operators)
    #expect(answer.hasPrefix("HTTP/1.1 403 "))
    withExtendedLifetime(command) {}
  }

  @Test func `A wrong console form answers 400 with a page that says why`() async throws {
    let (command, operators) = try await serve()
    let form = "token=\(try await token("/cache", at: operators))&scope=tag&value="
    let answer = try await browse("POST /console/purge", form: form, at: operators)
    #expect(answer.hasPrefix("HTTP/1.1 400 ") && answer.contains("This cannot be done"))
    withExtendedLifetime(command) {}
  }

  @Test
  func `The console needs a sign-in where the operators' listener needs a token`() async throws {
    let (command, operators) = try await serveWithToken()
    let first = try await browse("GET /alerts", at: operators)
    #expect(first.hasPrefix("HTTP/1.1 401 ") && first.contains("Operators only"))
    #expect(first.contains("content-security-policy: default-src 'self';"))
    let wrong = try await browse("POST /console/enter", form: "next=%2F&word=wrong", at: operators)
    #expect(wrong.hasPrefix("HTTP/1.1 401 ") && !wrong.contains("set-cookie"))
    let form = "next=%2Falerts&word=0123456789abcdef-~%2B%2F%3D"
    let entered = try await browse("POST /console/enter", form: form, at: operators)
    #expect(entered.hasPrefix("HTTP/1.1 303 ") && entered.contains("location: /alerts\r\n"))
    let cookie = try #require(
      entered.firstMatch(
        of:
          /set-cookie: (portico-session=[0-9a-f]{64}); Path=\/; HttpOnly; SameSite=Strict; Max-Age=28800/
      )?.1,
      "\(entered)"
    )
    let field = "Cookie: \(cookie)\r\n"
    let page = try await browse("GET /alerts", field, at: operators)
    #expect(page.hasPrefix("HTTP/1.1 200 ") && page.contains("Sign out"))
    let foreign = field + "Sec-Fetch-Site: same-site\r\n"
    #expect(try await browse("GET /alerts", foreign, at: operators).hasPrefix("HTTP/1.1 403 "))
    let proof = try await token("/alerts", field, at: operators)
    let left = try await browse("POST /console/leave", field, form: "token=\(proof)", at: operators)
    #expect(left.contains("set-cookie: portico-session=; ") && left.contains("Max-Age=0"))
    #expect(try await browse("GET /alerts", field, at: operators).hasPrefix("HTTP/1.1 401 "))
    withExtendedLifetime(command) {}
  }

  @Test(arguments: ["https%3A%2F%2Fevil.example%2F", "%2F%2Fevil.example", "%2F%5Cevil.example"])
  func `The console's sign-in redirects to no other host`(next: String) async throws {
    let (command, operators) = try await serveWithToken()
    let form = "next=\(next)&word=0123456789abcdef-~%2B%2F%3D"
    let entered = try await browse("POST /console/enter", form: form, at: operators)
    #expect(entered.contains("location: /\r\n"))
    withExtendedLifetime(command) {}
  }

  @Test func `A console session ends when the operators' token changes`() async throws {
    let (command, operators) = try await serveWithToken()
    let form = "next=%2F&word=0123456789abcdef-~%2B%2F%3D"
    let entered = try await browse("POST /console/enter", form: form, at: operators)
    let cookie = try #require(entered.firstMatch(of: /portico-session=[0-9a-f]{64}/)?.0)
    try sites.put("fedcba9876543210fedc\n", at: "admin-token")
    command.hangUp()
    try await waitUntil("the session has ended") {
      try await !browse("GET /", "Cookie: \(cookie)\r\n", at: operators)
        .hasPrefix("HTTP/1.1 200 ")
    }
  }
}

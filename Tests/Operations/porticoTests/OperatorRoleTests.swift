// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The roles of operators` {
  /// The tokens by their roles.
  private static let words = [
    "viewer": "viewer-0123456789abcdef", "operator": "operator-0123456789abcdef",
    "admin": "admin-0123456789abcdef",
  ]
  private static let ranks = ["viewer", "operator", "admin"]
  /// The role that each order needs; a new order must be added here.
  static let needed = [
    "annotate": "operator", "cancel": "operator", "drain": "operator", "dry-run": "operator",
    "eject": "operator", "end-session": "operator", "end-sessions": "operator", "erase": "admin",
    "erase-user": "admin", "lock-user": "operator", "log-level": "operator", "maintenance": "admin",
    "new-key": "admin", "preview": "operator", "publish": "admin", "purge": "operator",
    "readmit": "operator", "reload": "operator", "remove-mail": "operator",
    "remove-node": "operator", "remove-second-factor": "admin", "replay-letters": "operator",
    "retry-mail": "operator", "revoke-preview": "operator", "rollback": "admin", "rollout": "admin",
    "send-mail": "operator", "silence": "operator", "undrain": "operator",
    "unlock-user": "operator", "withdraw-key": "admin",
  ]
  /// The addresses that some orders have beside `/orders/NAME`.
  private static let addresses = [
    "/purge": "purge", "/reload": "reload", "/annotations": "annotate",
    "/alerts/silences": "silence", "/drain": "drain", "/undrain": "undrain",
    "/backends/NAME:eject": "eject", "/log/level": "log-level", "/maintenance": "maintenance",
    "/inflight/cancel": "cancel", "/previews": "preview", "/fleet/publish": "publish",
    "/fleet/remove": "remove-node", "/rollout": "rollout", "/dry-run": "dry-run",
    "/log/erase": "erase",
  ]

  private let sites = ServedSites()

  private func serve() async throws -> (RunningCommand, SocketAddress) {
    try sites.write("shop", "")
    var options: [String] = []
    for role in Self.ranks {
      let name = "\(role == "admin" ? "anna" : role == "operator" ? "otto" : "vera").token"
      try sites.put("\(try #require(Self.words[role]))\n", at: name)
      options += ["--admin-token", "\(role == "admin" ? "" : "\(role)=")\(sites.folder)/\(name)"]
    }
    let command = try RunningCommand(sites.arguments(["shop"]) + options)
    return (command, try await command.addresses().operators)
  }

  /// The head of an answer, of which a stream has no end, and the body of one that ends.
  private func ask(
    _ line: String,
    as role: String?,
    _ fields: String = "",
    body: String? = nil,
    type: String = "application/json",
    whole: Bool = true,
    at operators: SocketAddress
  ) async throws -> String {
    let word = role.flatMap { Self.words[$0] }.map { "Authorization: Bearer \($0)\r\n" } ?? ""
    let length = body.map { "Content-Type: \(type)\r\nContent-Length: \($0.utf8.count)\r\n" } ?? ""
    return try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\(word)\(fields)\(length)\r\n"
          + (body ?? "")
      )
      return try whole ? socket.receiveAll() : socket.receive(through: "\r\n")
    }
  }

  /// All requests that the listener answers, as it lists them itself.
  private func endpoints(at operators: SocketAddress) async throws -> [String] {
    let answer = try await ask("GET /nothing", as: "viewer", at: operators)
    let detail = try #require(PlainAnswer(answer).json.text("detail"))
    return detail.dropFirst("there are ".count).replacing(" and ", with: ", ")
      .split(separator: ", ").map { String($0) }.filter { $0.hasPrefix("/") }
  }

  @Test
  func
    `A viewer reads all but personal values; each change is refused to operators without its role`()
    async throws
  {
    let (command, operators) = try await serve()
    let all = try await endpoints(at: operators)
    #expect(all.count > 30, "\(all)")
    let list = try PlainAnswer(try await ask("GET /orders", as: "viewer", at: operators)).json
    let orders = list.list("orders").map { ($0.text("order") ?? "", $0.text("role") ?? "") }
    #expect(Dictionary(orders) { first, _ in first } == Self.needed)
    for path in all {
      for role in Self.ranks {
        let answer = try await ask("GET \(path)", as: role, whole: false, at: operators)
        let status = String(answer.dropFirst(9).prefix(3))
        // Personal values are not for viewers.
        let isRefused =
          role == "viewer"
          && ["/users", "/sessions", "/changes", "/access", "/grants", "/mail"].contains(path)
        #expect((status == "403") == isRefused, "\(role) GET \(path): \(status)")
        #expect(!["401", "405"].contains(status), "\(role) GET \(path): \(status)")
      }
      let answer = try await ask("GET \(path)", as: nil, whole: false, at: operators)
      let isOpen = ["/live", "/ready"].contains(path)
      #expect(answer.hasPrefix("HTTP/1.1 401 ") != isOpen, "GET \(path) without a token")
    }
    let paths =
      Self.needed.map { ("/orders/\($0.key)", $0.value) }
      + Self.addresses.map { ($0.key, Self.needed[$0.value] ?? "") }
    for (path, least) in paths {
      for (rank, role) in Self.ranks.enumerated() {
        // The body is no order, so that what is allowed is refused for that alone.
        let answer = try await ask("POST \(path)", as: role, body: "[]", at: operators)
        let isAllowed = rank >= (Self.ranks.firstIndex(of: least) ?? .max)
        let status = PlainAnswer(answer).status
        #expect(status == (isAllowed ? "400" : "403"), "\(role) POST \(path): \(answer)")
        guard !isAllowed else { continue }
        let name = role == "viewer" ? "vera" : "otto"
        let detail = try #require(PlainAnswer(answer).json.text("detail"))
        #expect(
          detail.contains("needs the role \(least); the token \"\(name)\" has the role \(role)")
        )
      }
      let answer = try await ask("POST \(path)", as: nil, body: "{}", at: operators)
      #expect(PlainAnswer(answer).status == "401", "POST \(path) without a token")
    }
    withExtendedLifetime(command) {}
  }

  @Test func `The audit log names the operator of a change and of a refused change`() async throws {
    let (command, operators) = try await serve()
    _ = try await ask("POST /purge", as: "viewer", body: #"{"all":true}"#, at: operators)
    let refused = try await command.until("\"purging needs the role operator;")
    #expect(refused.contains("audit: purge ") && refused.contains("\"operator\":\"vera\""))
    _ = try await ask("POST /purge", as: "operator", body: #"{"all":true}"#, at: operators)
    let done = try await command.until("\"status\":200")
    #expect(done.contains("\"operator\":\"otto\""), "\(done)")
  }

  @Test(arguments: ["viewer", "operator", "admin"])
  func `The console shows a form only to operators whose role allows its change`(
    role: String
  ) async throws {
    let (command, operators) = try await serve()
    let word = try #require(Self.words[role])
    let entered = try await ask(
      "POST /console/enter",
      as: nil,
      body: "next=%2F&word=\(word)",
      type: "application/x-www-form-urlencoded",
      at: operators
    )
    let cookie = try #require(
      entered.firstMatch(of: /portico-session=[0-9a-f]{64}/)?.0,
      "\(entered)"
    )
    let fields = "Accept: text/html\r\nCookie: \(cookie)\r\n"
    let forms = [
      ("/cache", "/console/purge", "operator"), ("/alerts", "/console/silence", "operator"),
      ("/history", "/console/annotate", "operator"), ("/runtime", "/console/drain", "operator"),
      ("/runtime", "/console/log-level", "operator"),
      ("/content", "Serve another edition", "admin"),
      ("/content", "/console/maintenance", "admin"),
    ]
    let rank = try #require(Self.ranks.firstIndex(of: role))
    for (page, form, least) in forms {
      let html = try await ask("GET \(page)", as: nil, fields, at: operators)
      #expect(html.contains(", \(role)</span>") && html.contains("Sign out"), "\(page)")
      let isAllowed = rank >= (Self.ranks.firstIndex(of: least) ?? .max)
      #expect(html.contains(form) == isAllowed, "\(role) on \(page)")
    }
    // A form that was made by hand is refused as well.
    let page = try await ask("GET /", as: nil, fields, at: operators)
    let proof = try #require(page.firstMatch(of: /name="token" value="([0-9a-f]+)"/)?.1)
    let answer = try await ask(
      "POST /console/purge",
      as: nil,
      fields,
      body: "token=\(proof)&scope=all&confirmed=yes",
      type: "application/x-www-form-urlencoded",
      at: operators
    )
    #expect(PlainAnswer(answer).status == (role == "viewer" ? "403" : "303"))
    if role == "viewer" { #expect(answer.contains("purging needs the role operator;")) }
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    (["viewer=a.token", "b.token"], "it is the token in"),
    (["viewer=a.token", "other/a.token"], "its name \"a\" is that of"),
  ])
  func `Two files with the same token, or with the same name, keep the service from starting`(
    files: [String],
    why: String
  ) async throws {
    try sites.write("shop", "")
    try sites.put("0123456789abcdef", at: "a.token")
    try sites.put("0123456789abcdef", at: "b.token")
    try FileManager.default.createDirectory(
      atPath: "\(sites.folder)/other",
      withIntermediateDirectories: true
    )
    try sites.put("fedcba9876543210", at: "other/a.token")
    let options = files.flatMap { file -> [String] in
      let parts = file.split(separator: "=")
      let role = parts.count == 2 ? "\(parts[0])=" : ""
      return ["--admin-token", "\(role)\(sites.folder)/\(parts[parts.count - 1])"]
    }
    let outcome = try await Program(BuiltCommand.path).run(
      ["serve"] + options + sites.arguments(["shop"])
    )
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains(why), "\(outcome.errors)")
  }

  @Test
  func `A token among the service manager's credentials has the role of its name`() async throws {
    try sites.write("shop", "")
    try sites.put(try #require(Self.words["viewer"]), at: "viewer-token")
    let command = try RunningCommand(
      sites.arguments(["shop"]),
      environment: ["CREDENTIALS_DIRECTORY": sites.folder]
    )
    let operators = try await command.addresses().operators
    let purge = try await ask("POST /purge", as: "viewer", body: #"{"all":true}"#, at: operators)
    #expect(PlainAnswer(purge).status == "403")
    let read = try await ask("GET /config", as: "viewer", at: operators)
    #expect(read.contains("\"role\":\"viewer\""))
    withExtendedLifetime(command) {}
  }
}

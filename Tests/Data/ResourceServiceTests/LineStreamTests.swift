// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import FileShapes
import HTTPValues
import LoopTesting
import ResourceModel
import Sites
import Testing

@testable import ResourceService

/// A server with an editor, who has signed in, and pages that editors may create.
private struct Editor {
  let server: ResourceServer
  private let session: DataValue

  static let admin: Fields = ["x-as": "admin"]
  static let pages: DataValue = [
    "prefix": "p", "attributes": ["name": ["type": "text"]],
    "rules": [["role": "editor", "may": ["fetch", "insert"]]],
  ]

  init() async throws {
    server = try await ResourceServer { settings in
      settings.caller = { fields in
        fields["x-as"] == "admin" ? Caller(.administer, isTrusted: true) : Caller(.nothing)
      }
    }
    try server.admitUsers()
    let declared = try server.under.send(.put, "/v1/_schema/pages", Editor.admin, Editor.pages)
    #expect(declared.status == 200)
    session = try await server.signUp()
    try set(roles: ["editor"])
  }

  var token: String { "Authorization: Bearer \(session["token"]?.string ?? "")" }

  func set(roles: DataValue) throws {
    let target = "/v1/users/\(session["user"]?["uuid"]?.string ?? "")"
    #expect(try server.under.send(.patch, target, Editor.admin, ["roles": roles]).status == 200)
  }

  func pageNames() throws -> [String] {
    try server.under.send(.get, "/v1/pages", Editor.admin).names
  }

  /// Sends a line, waits for its result, does something else, and sends the others; returns the answer behind
  /// the first result.
  func send(
    to target: String,
    _ lines: [String],
    between: () async throws -> Void
  ) async throws -> String {
    let socket = try server.connect()
    let fields = [
      token, "Transfer-Encoding: chunked", "Content-Type: application/x-ndjson",
      "Connection: close",
    ]
    let first = ResourceServer.request("POST \(target)", fields) + Self.chunk(lines[0])
    _ = try await onThread {
      try socket.send(first)
      _ = try socket.receive(through: "\r\n\r\n")
      return try socket.receive(through: "\n\r\n")
    }
    try await between()
    let rest = lines.dropFirst().map(Self.chunk).joined() + "0\r\n\r\n"
    return try await onThread {
      try socket.send(rest)
      return try socket.receiveAll()
    }
  }

  private static func chunk(_ line: String) -> String {
    "\(String(line.utf8.count + 1, radix: 16))\r\n\(line)\n\r\n"
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The rights of streams of lines` {
  private static let targets: [(String, [String])] = [
    ("/v1/pages", ["A", "B"].map { "{\"name\":\"\($0)\"}" }),
    (
      "/v1:batch",
      ["A", "B"].map { "{\"op\":\"create\",\"type\":\"pages\",\"body\":{\"name\":\"\($0)\"}}" }
    ),
  ]

  @Test(arguments: targets.indices)
  func `A stream of lines writes nothing more once its session has ended`(row: Int) async throws {
    let (target, lines) = Self.targets[row]
    let editor = try await Editor()
    let rest = try await editor.send(to: target, lines) {
      let reply = try await editor.server.send("DELETE /v1/session", [editor.token])
      #expect(reply.status == 204)
    }
    #expect(rest.contains("\"status\":401") && rest.hasSuffix("\n\r\n0\r\n\r\n"))
    #expect(try editor.pageNames() == ["A"])
  }

  @Test func `A stream of lines writes nothing more once its sender may not`() async throws {
    let editor = try await Editor()
    let (target, lines) = Self.targets[0]
    let rest = try await editor.send(to: target, lines) { try editor.set(roles: []) }
    #expect(rest.contains("\"status\":403") && rest.hasSuffix("\n\r\n0\r\n\r\n"))
    #expect(try editor.pageNames() == ["A"])
  }

  @Test(arguments: targets.indices)
  func `A stream of lines goes on when its session gets another token`(row: Int) async throws {
    let (target, lines) = Self.targets[row]
    let editor = try await Editor()
    let rest = try await editor.send(to: target, lines) {
      let reply = try await editor.server.send("PUT /v1/session", [editor.token])
      #expect(reply.status == 200)
    }
    #expect(rest.contains("\"status\":201"))
    #expect(try editor.pageNames() == ["A", "B"])
  }

  @Test func `A stream of lines ends when its session expires, and not for another token`() throws {
    let people = try PeopleUnderTest { $0.sessionSeconds = 3_600 }
    #expect(
      try people.send(.put, "/v1/_schema/pages", as: "admin", Editor.pages).status == 200
    )
    let token = try people.signUp("ann")
    let user = try people.id(of: token)
    let roles: DataValue = ["roles": ["editor"]]
    #expect(try people.send(.patch, "/v1/users/\(user)", as: "admin", roles).status == 200)
    let request = try people.service.request(
      .post,
      "/v1/pages",
      ["authorization": "Bearer \(token)", "content-type": "application/x-ndjson"]
    )
    let line = Array("{\"name\":\"A\"}".utf8)
    func perform(afterSeconds seconds: Int64) throws {
      let now = request.now.advanced(byMilliseconds: seconds * 1_000)
      _ = try people.service.service.context.changer.perform([line], ofStream: request, at: now)
    }
    try perform(afterSeconds: 3_599)
    #expect(throws: ResourceProblem.self) { try perform(afterSeconds: 3_600) }
    people.service.advance(bySeconds: 1_800)
    #expect(try people.send(.put, "/v1/session", as: token).status == 200)
    try perform(afterSeconds: 5_399)
    #expect(throws: ResourceProblem.self) { try perform(afterSeconds: 5_400) }
    #expect(try people.send(.get, "/v1/pages", as: "admin").names == ["A", "A"])
  }
}

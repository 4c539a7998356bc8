// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import ResourceModel
import ResourceService
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The keys of second factors` {
  private let sites = ServedSites()

  private var state: String { "\(sites.folder)/state" }

  private func secrets(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(
      ["secrets"] + words + ["--site", "\(sites.folder)/shop", "--state", state]
    )
  }

  private func code(after seconds: Double, of secret: [UInt8]) -> String {
    let now = (Date().timeIntervalSince1970 + seconds) * 1_000
    return TimeBasedCode(secret).code(at: Timestamp(milliseconds: Int64(now)))
  }

  @Test func `encrypt their secrets in the database, and are rotated while users sign in`()
    async throws
  {
    try sites.write("shop", "resources: { at: \"/v1\", people: { signUp: true } }")
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--state", state])
    let visitors = try await command.addresses().visitors
    func send(_ line: String, _ body: String, _ token: String? = nil) async throws -> PlainAnswer {
      PlainAnswer(try await RunningCommand.ask(line, body, token: token, at: visitors))
    }
    let account = #""email":"ann@example.com","password":"a long password""#
    let signed = try await send("POST /v1/session", "{\(account),\"register\":true}")
    let token = try #require(try signed.json.text("token"), "\(signed.body)")
    let path = "/v1/users/me/_second-factor"
    let begun = try await send("POST \(path)", #"{"password":"a long password"}"#, token)
    let secret = Base32Text.bytes(try #require(try begun.json.text("secret"), "\(begun.body)"))
    let confirmed = try await send(
      "PUT \(path)",
      "{\"code\":\"\(code(after: 0, of: secret))\"}",
      token
    )
    #expect(confirmed.status == "200", "\(confirmed.body)")

    for name in ["resources.sqlite", "resources.sqlite-wal"] {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(state)/\(name)"))
      #expect(bytes.range(of: Data(secret)) == nil, "\(name)")
    }
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(state)/secrets.key")
    #expect(attributes[.posixPermissions] as? Int == 0o600)

    let first = try await secrets()
    #expect(first.output.contains(/^[0-9a-f]{16}: 1 secret, and those to come\n$/), "\(first)")
    let early = try await secrets("rotate")
    #expect(early.status == 1 && early.errors.contains("portico secrets add"), "\(early)")
    let added = try await secrets("add")
    #expect(added.output.hasPrefix(first.output) && added.output.hasSuffix(": 0 secrets\n"))
    let rotated = try await secrets("rotate")
    #expect(rotated.status == 0, "\(rotated.errors)")
    let lines = rotated.output.split(separator: "\n").map(String.init)
    #expect(added.output.contains("\(lines[0].prefix(16)): 0 secrets\n"), "\(rotated.output)")
    #expect(lines[0].hasSuffix(": 1 secret, and those to come"))
    #expect(lines[1] == "\(first.output.prefix(16)): 0 secrets")

    let challenged = try await send("POST /v1/session", "{\(account)}")
    let challenge = try #require(try challenged.json.text("challenge"), "\(challenged.body)")
    let answer = "{\"challenge\":\"\(challenge)\",\"code\":\"\(code(after: 30, of: secret))\"}"
    let opened = try await send("POST /v1/session", answer)
    #expect(opened.status == "200", "\(opened.body)")
    // The key before the last one is gone with the next one.
    let next = try await secrets("add").output.split(separator: "\n").map { $0.prefix(16) }
    #expect(next.count == 2 && next[0] == lines[0].prefix(16) && next[1] != lines[1].prefix(16))
    try await command.stop()
  }
}

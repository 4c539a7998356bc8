// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import ResourceModel
import ResourceService
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Sign-ins of several steps at a served site` {
  private let sites = ServedSites()

  private func send(
    _ line: String,
    _ body: String,
    token: String? = nil,
    to visitors: SocketAddress
  ) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask(line, body, token: token, at: visitors))
  }

  /// The member of a text of JSON.
  private func member(_ name: String, of answer: String) throws -> String {
    let found = answer.firstMatch(
      of: try Regex("\"\(name)\":\"([^\"]+)\"", as: (Substring, Substring).self)
    )
    return String(try #require(found, "\(answer)").1)
  }

  @Test func `A user signs in by the code of a message, and then by that of an app, too`()
    async throws
  {
    let (messages, received) = AsyncStream.makeStream(of: String.self)
    let receiver = try ScriptedServer { peer, _ in
      received.yield(try peer.receive(through: "}"))
      try peer.send("HTTP/1.1 204 No Content\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    try sites.write(
      "shop",
      """
      resources: {
        at: "/v1",
        people: { signUp: true, mailHook: "http://\(receiver.address)/mail", mailCodes: true },
      }
      """
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"]
    )
    let visitors = try await command.addresses().visitors
    var iterator = messages.makeAsyncIterator()
    let account = #"{"email":"ann@example.com","password":"a long password","register":true}"#
    #expect(try await send("POST /v1/session", account, to: visitors).status == "202")
    let confirmation = PlainMessage(try #require(await iterator.next())).body
    let code = try member("code", of: confirmation)
    let confirmed = #"{"code":"\#(code)","password":"a long password"}"#
    #expect(try await send("PUT /v1/session", confirmed, to: visitors).status == "201")

    let address = #"{"email":"ann@example.com"}"#
    let asked = try await send("POST /v1/session:code", address, to: visitors)
    #expect(asked.status == "202", "\(asked.body)")
    let mail = PlainMessage(try #require(await iterator.next())).body
    #expect(mail.hasPrefix(#"{"type":"user.code","email":"ann@example.com","code":""#))
    let first = try member("challenge", of: asked.body)
    let answer = #"{"challenge":"\#(first)","code":"\#(try member("code", of: mail))"}"#
    let signed = try await send("POST /v1/session", answer, to: visitors)
    #expect(signed.status == "200", "\(signed.body)")

    let (token, path) = (try member("token", of: signed.body), "/v1/users/me/_second-factor")
    let password = #"{"password":"a long password"}"#
    let begun = try await send("POST \(path)", password, token: token, to: visitors)
    #expect(begun.status == "201", "\(begun.body)")
    let app = TimeBasedCode(Base32Text.bytes(try member("secret", of: begun.body)))
    let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1_000))
    let present = #"{"code":"\#(app.code(at: now))"}"#
    let added = try await send("PUT \(path)", present, token: token, to: visitors)
    #expect(added.status == "200", "\(added.body)")
    let found = added.body.firstMatch(of: /"recoveryCodes":\["([^"]+)"/)
    let recovery = try #require(found, "\(added.body)").1
    let begin = #"{"email":"ann@example.com","password":"a long password"}"#
    let challenged = try await send("POST /v1/session", begin, to: visitors)
    #expect(challenged.status == "401" && challenged.body.contains(#""code":"second-factor""#))
    let second = try member("challenge", of: challenged.body)
    let completion = #"{"challenge":"\#(second)","code":"\#(recovery)"}"#
    #expect(try await send("POST /v1/session", completion, to: visitors).status == "200")
    withExtendedLifetime(command) {}
  }
}

/// Texts in Base32, as authenticator apps read them.
enum Base32Text {
  static func bytes(_ text: String) -> [UInt8] {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    let bits = text.flatMap { letter -> [UInt8] in
      let value = alphabet.firstIndex(of: letter) ?? 0
      return (0..<5).map { UInt8(value >> (4 - $0) & 1) }
    }
    return stride(from: 0, to: bits.count - 7, by: 8).map { start in
      bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | $1 }
    }
  }
}

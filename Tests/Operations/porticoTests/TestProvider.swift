// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Digests
import Foundation
import LoopTesting
import ProgramTesting
import Synchronization

/// A provider of OpenID Connect that signs what the test says, with a key of the `openssl` command.
final class TestProvider: Sendable {
  private struct State {
    var answer = "{}"
    var requests: [String] = []
  }

  private final class Content: Sendable {
    let state = Mutex(State())
  }

  private struct Failure: Error { let description: String }

  let issuer: String
  private let server: ScriptedServer
  private let content = Content()
  private let folder: String

  private static func openssl(_ words: [String], input: String = "") async throws -> String {
    let outcome = try await Program("openssl").run(words, input: Data(input.utf8))
    guard outcome.status == 0 else { throw Failure(description: outcome.errors) }
    return outcome.output
  }

  private static func base64(_ bytes: [UInt8]) -> String { Base64URL.text(bytes.span) }

  init(in folder: String) async throws {
    self.folder = folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let key = "\(folder)/provider.pem"
    _ = try await Self.openssl(["genrsa", "-out", key, "2048"])
    let printed = try await Self.openssl(["rsa", "-in", key, "-modulus", "-noout"])
    let digits = printed.split(separator: "=").last.map { $0.filter(\.isHexDigit) } ?? ""
    let modulus = Self.base64(Hexadecimal.bytes(digits.lowercased()) ?? [])
    let content = content
    server = try ScriptedServer { peer, _ in
      let head = try peer.receive(through: "\r\n\r\n")
      let length = head.lowercased().firstMatch(of: /content-length: ([0-9]+)/)
        .flatMap { Int($0.1) }
      let body = try peer.receive(exactly: length ?? 0)
      let issuer = head.firstMatch(of: /(?i)host: ([^\r]+)/).map { "http://\($0.1)" } ?? ""
      let answer: String
      switch head.split(separator: " ").dropFirst().first {
      case "/.well-known/openid-configuration":
        answer = """
          {"issuer":"\(issuer)","authorization_endpoint":"\(issuer)/login",
           "token_endpoint":"\(issuer)/token","jwks_uri":"\(issuer)/keys"}
          """
      case "/keys":
        answer = #"{"keys":[{"kty":"RSA","kid":"k","n":"\#(modulus)","e":"AQAB"}]}"#
      default:
        answer = content.state.withLock { state in
          state.requests.append(head + String(decoding: body, as: UTF8.self))
          return state.answer
        }
      }
      let status = answer == "refuse" ? "400 Bad Request" : "200 OK"
      try peer.send(
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nConnection: close\r\n"
          + "Content-Length: \(answer.utf8.count)\r\n\r\n\(answer)"
      )
    }
    issuer = "http://\(server.address)"
  }

  /// The requests for tokens so far.
  var requests: [String] { content.state.withLock(\.requests) }

  /// Answers the next codes with an ID token of these claims.
  func answer(_ claims: String) async throws {
    let parts = [#"{"alg":"RS256","kid":"k"}"#, claims].map { Self.base64(Array($0.utf8)) }
    let signed = parts.joined(separator: ".")
    let words = ["dgst", "-sha256", "-hex", "-sign", "\(folder)/provider.pem"]
    let printed = try await Self.openssl(words, input: signed)
    let digits = printed.split(separator: " ").last.map { $0.filter(\.isHexDigit) } ?? ""
    let signature = Self.base64(Hexadecimal.bytes(digits) ?? [])
    let answer = #"{"id_token":"\#(signed).\#(signature)","token_type":"Bearer"}"#
    content.state.withLock { $0.answer = answer }
  }

  func refuse() { content.state.withLock { $0.answer = "refuse" } }
}

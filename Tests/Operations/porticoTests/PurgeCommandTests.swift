// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The command that purges` {
  private func site(edges: String) throws -> CheckedSite {
    try CheckedSite(
      ["home": #"{ datatype: "a", tags: ["rose"], body: {} }"#],
      settings: CheckedSite.settings.replacing("roots", with: "edges: \(edges), roots")
    )
  }

  private func serve(
    _ site: CheckedSite,
    _ options: [String] = RunningCommand.anywhere,
    environment: [String: String] = [:]
  ) throws -> RunningCommand {
    try RunningCommand(["--site", site.folder] + options, environment: environment)
  }

  private func purge(_ words: String..., at admin: String) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["purge", "--admin", admin] + words, seconds: 60)
  }

  /// A CDN that takes every purge.
  private static func edge(_ requests: Requests) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        requests.heads.withLock { $0.append(head) }
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
      }
    }
  }

  private final class Requests: Sendable {
    let heads = Mutex<[String]>([])
  }

  @Test func `The command purge waits for every edge and prints the outcomes`() async throws {
    let requests = Requests()
    let cdn = try Self.edge(requests)
    let site = try site(
      edges: #"{ cache: { kind: "varnish", purge: { address: "http://\#(cdn.address)" } } }"#
    )
    let command = try serve(site)
    let operators = try await command.addresses().operators
    let purge = try await purge("--document", "home", "--hard", at: "http://\(operators)/")
    #expect(purge.status == 0, "\(purge.errors)")
    #expect(purge.output.hasSuffix("; sent to its edges\n  cache (varnish): done\n"))
    let heads = requests.heads.withLock { $0 }
    #expect(heads.contains { $0.contains("document_3ahome") }, "\(heads)")
    let json = try await self.purge("--tag", "rose", "--json", at: "\(operators)")
    #expect(json.status == 0)
    let report = try DataValue(reading: Array(json.output.utf8).span, as: .json)
    guard case .array(let purges)? = report["purges"]?.content else {
      Issue.record("\(json.output)")
      return
    }
    #expect(purges.count == 1)
    #expect(json.output.contains(#""state":"done""#) && json.output.contains(#""edge":"cache""#))
    try await command.stop()
    cdn.stop()
  }

  @Test func `The command purge fails with the edge that failed and why`() async throws {
    let cdn = try Self.edge(Requests())
    let site = try site(
      edges: """
        { cache: { kind: "varnish", purge: { address: "http://\(cdn.address)" } },
          lost: { kind: "cloudflare", purge: { address: "http://\(cdn.address)", zone: "z",
            secret: "PURGE_TEST_MISSING", probe: "https://www.example.com" } } }
        """
    )
    let command = try serve(site)
    let operators = try await command.addresses().operators
    let purge = try await purge("--all", at: "\(operators)")
    #expect(purge.status == 1)
    #expect(
      purge.output.contains("  cache (varnish): done; a ban is always hard\n"),
      "\(purge.output)"
    )
    #expect(
      purge.output.contains(
        "  lost (cloudflare): failed, the environment has no PURGE_TEST_MISSING\n"
      )
    )
    try await command.stop()
    cdn.stop()
  }

  @Test func `The command purge gives up after its timeout`() async throws {
    let silent = try ScriptedServer { peer, _ in _ = try peer.receiveAll() }
    let site = try site(
      edges: #"{ cache: { kind: "varnish", purge: { address: "http://\#(silent.address)" } } }"#
    )
    let command = try serve(site)
    let operators = try await command.addresses().operators
    let purge = try await purge("--path", "/home", "--timeout", "1s", at: "\(operators)")
    #expect(purge.status == 1)
    #expect(purge.output.contains(" is still under way; GET /purges/"))
    try await command.stop(atOnce: true)
    silent.stop()
  }

  @Test func `The command purge uses a Unix socket and a token`() async throws {
    let site = try site(edges: "{}")
    let socket = "unix:/tmp/portico-purge-\(UUID().uuidString.prefix(8)).sock"
    defer { try? FileManager.default.removeItem(atPath: String(socket.dropFirst(5))) }
    let token = "\(site.folder)/token.txt"
    try "0123456789abcdef\n".write(toFile: token, atomically: true, encoding: .utf8)
    let command = try serve(
      site,
      ["--listen", "127.0.0.1:0", "--admin", socket, "--admin-token", token]
    )
    _ = try await command.until("/metrics\n", errors: false)
    let refused = try await purge("--tag", "rose", at: socket)
    #expect(refused.status == 1)
    #expect(refused.errors.contains("answers 401: expected Authorization"), "\(refused.errors)")
    let purge = try await purge("--tag", "rose", "--admin-token", token, at: socket)
    #expect(purge.status == 0, "\(purge.errors)")
    #expect(purge.output.hasSuffix("; the site has no edge to purge\n"))
    let unknown = try await self.purge(
      "--tag",
      "",
      "--admin-token",
      token,
      at: socket
    )
    #expect(unknown.status == 1 && unknown.errors.contains("answers 400: \"\" is no tag"))
    try await command.stop()
  }

  @Test func `The command purge fails if nobody listens`() async throws {
    let nobody = try await purge("--all", at: "unix:/tmp/portico-nobody.sock")
    #expect(nobody.status == 1)
    #expect(
      nobody.errors.hasPrefix(
        "portico: no service listens for operators at unix:/tmp/portico-nobody.sock: "
      ),
      "\(nobody.errors)"
    )
  }

  @Test(arguments: [
    (["purge"], "expected one of --tag, --document, --path, --url, --prefix, --all"),
    (["purge", "--tag", "a", "--all"], "expected one of --tag"),
    (["purge", "--all", "--admin", "ftp://a"], "--admin is ftp://a, expected"),
    (["purge", "--all", "--admin", "http://a/b"], "--admin is http://a/b, expected"),
    (["purge", "--all", "--timeout", "2h"], "--timeout is 2h, expected 1s to 60m"),
    (["purge", "items"], "unexpected: items"),
  ])
  func `Wrong arguments of the command purge are refused`(
    words: [String],
    message: String
  ) async throws {
    let outcome = try await Program(BuiltCommand.path).run(words)
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("portico purge: \(message)"), "\(outcome.errors)")
  }
}

// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(1))) struct `The wire of a served site` {
  private let sites = ServedSites()

  /// Serves a site with a pass to a service.
  private func serve(_ service: SocketAddress) async throws -> RunningCommand {
    try sites.write(
      "shop",
      """
      backends: { b: { addresses: "http://\(service)", timeout: "30s" } },
      passes: { "/files": { backend: "b" }, "/kept": { backend: "b", cache: "standard" } }
      """
    )
    return try RunningCommand(sites.arguments(["shop"]))
  }

  @Test func `answers TRACE with 405 and what is allowed, everywhere`() async throws {
    let service = try ScriptedServer { _, _ in }
    let command = try await serve(service.address)
    let (visitors, operators) = try await command.addresses()
    for path in ["/config", "/nothing", "/", "/files/x", "/kept/x"] {
      let answer = try await RunningCommand.ask("TRACE \(path)", at: visitors)
      #expect(answer.hasPrefix("HTTP/1.1 405 "), "\(path): \(answer)")
      #expect(answer.contains("\r\nallow: GET, HEAD"), "\(path): \(answer)")
    }
    for path in ["/metrics", "/purge", "/nothing"] {
      let answer = try await RunningCommand.ask("TRACE \(path)", host: "localhost", at: operators)
      #expect(answer.hasPrefix("HTTP/1.1 405 "), "\(path): \(answer)")
      #expect(answer.contains("\r\nallow: "), "\(path): \(answer)")
    }
    #expect(service.connections == 0)
    service.stop()
  }
}

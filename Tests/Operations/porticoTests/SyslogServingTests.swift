// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A service with a syslog service` {
  private let sites = ServedSites()

  @Test func `A service serves and stops without its syslog service, and says so`() async throws {
    try sites.write("shop", "")
    let place = "unix:\(sites.folder)/none"
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--syslog", place])
    let visitors = try await command.addresses().visitors
    #expect(try await RunningCommand.ask("GET /config", at: visitors).hasPrefix("HTTP/1.1 200"))
    let why = "events are lost: connect to \(place): No such file or directory (errno 2)"
    #expect(try await command.until(why).contains(why))
    try await command.stop()
  }

  @Test(arguments: [
    (["--syslog", "udp://10.0.0.9"], "--syslog is udp://10.0.0.9, expected the socket of this"),
    (["--send-share", "101"], "--send-share is 101, expected 0 to 100"),
  ])
  func `Wrong options of syslog are refused with the reason`(
    _ words: [String],
    _ why: String
  ) async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + words)
    #expect(try await command.until(why).contains(why))
    #expect(try await command.ended() == 2)
  }
}

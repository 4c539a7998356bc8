// SPDX-License-Identifier: Apache-2.0

import Files
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The log file of a service` {
  private let sites = ServedSites()

  private var events: String { "\(sites.folder)/events" }

  private func lines(_ path: String) throws -> [Substring] {
    try String(decoding: Files.read(path), as: UTF8.self).split(separator: "\n")
  }

  @Test func `The event file is reopened at SIGUSR1`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(
      sites.arguments(["shop"])
        + ["--events", events, "--events-rotate", "1M", "--events-rotate", "day"]
    )
    let visitors = try await command.addresses().visitors
    _ = try await RunningCommand.ask("GET /first", at: visitors)
    try await waitUntil("the first request is written") {
      try lines(events).contains { $0.contains("/first") }
    }
    try Files.move(events, to: "\(events).moved")
    command.reopenFiles()
    let said = try await command.until("is opened again\n")
    #expect(said.contains("portico: \(events) is opened again"))
    _ = try await RunningCommand.ask("GET /second", at: visitors)
    try await command.stop()
    #expect(try lines("\(events).moved").filter { $0.contains("\"request\"") }.count == 1)
    #expect(try lines(events).filter { $0.contains("/second") }.count == 1)
    #expect(try lines(events).last?.contains(#""event":"stop""#) == true)
  }

  @Test(arguments: [true, false])
  func `Events on standard output have levels if that goes to the journal`(
    _ isJournal: Bool
  )
    async throws
  {
    try sites.write("shop", "")
    let stream = isJournal ? "$(stat -Lc %d:%i /proc/$$/fd/1)" : "1:2"
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--events", "-"],
      under: ["bash", "-c", "JOURNAL_STREAM=\(stream) exec \"$0\" \"$@\""]
    )
    let visitors = try await command.addresses().visitors
    _ = try await RunningCommand.ask("GET /nothing", at: visitors)
    let said = try await command.until("/nothing\"", errors: false)
    let line = try #require(said.split(separator: "\n").last)
    #expect(line.hasPrefix(isJournal ? "<6>{\"time\":" : "{\"time\":"), "\(line)")
    try await command.stop()
  }

  @Test(arguments: [
    (["--events-keep", "3"], "--events-keep is for --events-rotate, which is not given"),
    (["--events", "-", "--events-rotate", "day"], "--events-rotate is for a file; --events is -"),
    (["--events-rotate", "day"], "--events-rotate is for --events, which is not given"),
    (
      ["--events", "e", "--events-rotate", "1K"],
      "--events-rotate is 1K, expected day, or a size of 64K to 1024G such as 100M"
    ),
    (
      ["--events", "e", "--events-rotate", "day", "--events-keep", "-1"],
      "--events-keep is -1, expected 0 to 10000"
    ),
    (["--events", "e", "--events-levels"], "--events-levels is for --events -; --events is e"),
  ])
  func `Wrong options of the event file are refused with the reason`(
    _ words: [String],
    _ why: String
  ) async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + words)
    #expect(try await command.until(why).contains(why))
    #expect(try await command.ended() == 2)
  }
}

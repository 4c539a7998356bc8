// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The log of a service` {
  private let sites = ServedSites()

  private var state: String { "\(sites.folder)/state" }

  private func log(_ words: String...) async throws -> Program.Outcome {
    try await Program(BuiltCommand.path).run(["log", "--state", state] + words)
  }

  private func serve() async throws -> (RunningCommand, SocketAddress) {
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--state", state])
    return (command, try await command.addresses().visitors)
  }

  @Test
  func `The log is read while the service runs, after it was killed and restarted`() async throws {
    try sites.write("shop", "")
    let (first, address) = try await serve()
    _ = try await RunningCommand.ask("GET /config", at: address)
    _ = try await RunningCommand.ask("GET /nothing?secret=1&limit=2", at: address)
    let live = try await log("event = request")
    #expect(live.status == 0, "\(live.errors)")
    let lines = live.output.split(separator: "\n")
    #expect(lines.count == 2, "\(live.output)")
    #expect(lines.first?.contains(" shop GET /config 200 document request_id=") == true)
    #expect(lines.last?.contains(" shop GET /nothing?limit=2 404 problem request_id=") == true)
    let none = try await log("status = 999")
    #expect(none.output.isEmpty)
    #expect(none.errors.contains("no event matches; the log reaches back to 20"))
    try await first.stop(atOnce: true)
    let dead = try await log("status = 404", "--fields", "status,path,event")
    #expect(dead.output == "404\t/nothing\trequest\n")

    let (second, _) = try await serve()
    let all = try await log("--json")
    let kinds = try all.output.split(separator: "\n").map {
      try DataValue(reading: Array($0.utf8).span, as: .json).text("event")
    }
    let served = ["publication", "start", "request", "request", "publication", "start"]
    #expect(kinds == served)
    try await second.stop()
    #expect(try await log("--limit", "1").output.contains(" stop version="))
    let bars = try await log("--limit", "0", "--histogram", "event = request")
    // The requests may be of two minutes.
    let counts = bars.output.split(separator: "\n").compactMap { $0.split(separator: " ").last }
    #expect(counts.compactMap { Int($0) }.reduce(0, +) == 2, "\(bars.output)")
  }

  @Test func `A session's events are erased by the service, or in its folder if it is stopped`()
    async throws
  {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]) + ["--state", state])
    let (visitors, operators) = try await command.addresses()
    for session in ["s1", "s2", "s1", "s3"] {
      _ = try await RunningCommand.ask(
        "GET /config",
        host: "localhost\r\nX-App: session=\"\(session)\"",
        at: visitors
      )
    }
    let order = #"{"filter":"session = \"s1\""}"#
    let preview = try await RunningCommand.ask("POST /log/erase?preview", order, at: operators)
    #expect(preview.contains("erased from the log for good: 2 until now"), "\(preview)")
    let erased = try await log("--erase", #"session = "s1""#, "--admin", "\(operators)")
    #expect(erased.output == "2 events erased\n", "\(erased.errors)")
    let sessions = try await log("event = request", "--fields", "session")
    #expect(sessions.output == "s2\ns3\n")
    let audit = try await log("event = erasure")
    #expect(audit.output.contains(" count=2") && audit.output.contains("peer=127.0.0.1"))
    #expect(!audit.output.contains("s1"))
    let refused = try await log("--erase", "sesion = 1", "--admin", "\(operators)")
    #expect(refused.status != 0 && refused.errors.contains("did you mean session?"))
    try await command.stop()
    #expect(try await log("--erase", #"session = "s2""#).output == "1 event erased\n")
    #expect(try await log("event = request", "--fields", "session").output == "s3\n")
  }

  @Test func `The log shows no C1 controls and no marks that turn the direction of writing`()
    async throws
  {
    try sites.write("shop", #"beacon: { path: "beacon" }"#)
    let (command, address) = try await serve()
    let field = "localhost\r\nOrigin: https://a\u{9B}31m\u{202E}\u{200F}\u{2066}é"
    let answer = try await RunningCommand.ask("POST /beacon", "{}", host: field, at: address)
    #expect(answer.contains(" 400 "))
    let fields = ["--fields", "path,error_detail"]
    for words in [[], ["--json"], fields] {
      let told = try await Program(BuiltCommand.path)
        .run(["log", "--state", state, "status = 400"] + words).output
      #expect(told.contains("400") || words == fields, "\(told)")
      let marks = "\u{9B}\u{202E}\u{200F}\u{2066}".unicodeScalars
      let hidden = told.unicodeScalars.filter { marks.contains($0) }
      #expect(hidden.isEmpty, "\(words): \(told.debugDescription)")
      if words == fields { #expect(told.contains("u202e") && told.contains("é"), "\(told)") }
    }
    withExtendedLifetime(command) {}
  }

  @Test func `An age limit of the log without a unit is refused`() async throws {
    try sites.write("shop", "")
    let old = try RunningCommand(sites.arguments(["shop"]) + ["--state", state])
    _ = try await old.addresses()
    try await old.stop()
    #expect(try await log("event = stop").output.contains(" stop version="))
    // Only a clock makes events old: what is of the process before is the oldest that there is.
    let wrong = try await Program(BuiltCommand.path).run(["serve", "--log-age", "7"])
    #expect(wrong.errors.contains("--log-age is 7, expected 1m to 3660d, such as 7d"))
  }

  @Test func `A followed log shows new events that match`() async throws {
    try sites.write("shop", "")
    let (command, address) = try await serve()
    let follower = try ChildProcess(
      BuiltCommand.path,
      ["log", "--state", state, "--follow", "--session", "s-7", "--fields", "session,path"]
    )
    defer { follower.signal(SIGTERM) }
    for session in ["s-6", "s-7"] {
      _ = try await onThread {
        let socket = try PlainSocket(to: address)
        try socket.send(
          "GET /config?\(session) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
            + "X-App: session=\"\(session)\"\r\n\r\n"
        )
        return try socket.receiveAll()
      }
    }
    let line = try await onThread { follower.output.availableData }
    #expect(String(decoding: line, as: UTF8.self) == "s-7\t/config\n")
    try await command.stop()
  }

  @Test func `A wrong log filter is refused with its place`() async throws {
    let wrong = try await log("staus >= 500")
    #expect(wrong.status == 2)
    #expect(
      wrong.errors.hasPrefix(
        """
        portico log: there is no field staus; did you mean status?
          staus >= 500
          ^

        """
      ),
      "\(wrong.errors)"
    )
    let field = try await log("--fields", "status,pat")
    #expect(field.errors.contains("--fields has pat, which is no field; did you mean path?"))
    let missing = try await log()
    #expect(missing.status == 1)
    #expect(missing.errors.contains("there is no log in \(state)/log; expected the --state of a"))
  }
}

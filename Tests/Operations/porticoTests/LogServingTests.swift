// SPDX-License-Identifier: Apache-2.0

import DataFiles
import LoopTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The log of a service at the operators' listener` {
  private let sites = ServedSites()

  private func json(_ target: String, at operators: SocketAddress) async throws -> DataValue {
    try PlainAnswer(try await RunningCommand.ask("GET \(target)", at: operators)).json
  }

  @Test func `The operators' listener answers events by filter and by request`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    for path in ["config", "nothing", "config"] {
      _ = try await RunningCommand.ask("GET /\(path)", at: visitors)
    }
    let all = try await json("/log", at: operators)
    #expect(all.text("since")?.hasSuffix("Z") == true)
    let kinds = all.list("events").map { $0.text("event") }
    #expect(kinds == ["publication", "start", "request", "request", "request"])
    let failed = try await json("/log?q=status%3D404", at: operators).list("events")
    #expect(failed.map { $0.text("path") } == ["/nothing"])
    #expect(try await json("/log?limit=2", at: operators).list("events").count == 2)
    let id = try #require(failed.first?.text("request_id"))
    let one = try await json("/log/\(id)", at: operators).list("events")
    #expect(one.map { $0.text("request_id") } == [id])
    let wrong = try await RunningCommand.ask("GET /log?q=staus%3D404", at: operators)
    #expect(PlainAnswer(wrong).status == "400")
    #expect(wrong.contains("there is no field staus; did you mean status?"))
    let many = PlainAnswer(try await RunningCommand.ask("GET /log?limit=-1", at: operators))
    #expect(many.status == "400" && many.body.contains("limit is -1, expected 0 to 10000"))
    let strange = PlainAnswer(try await RunningCommand.ask("GET /log?order=size", at: operators))
    #expect(strange.status == "400" && strange.body.contains("expected time or duration"))
    let timed = try await json("/log?order=duration&q=event%3Drequest", at: operators)
    #expect(timed.list("events").count == 3)
    try await command.stop()
  }

  @Test func `The summary of the log counts events over time and by a field`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    for path in ["config", "nothing", "config"] {
      _ = try await RunningCommand.ask("GET /\(path)", at: visitors)
    }
    let summary = try await json("/log/summary?by=status&q=event%3Drequest", at: operators)
    let groups = summary.list("groups")
    #expect(groups.map { $0.text("value") } == ["200", "404"], "\(groups)")
    #expect(groups.map { $0.text("events") } == ["2", "1"], "\(groups)")
    let volume = summary.list("volume")
    let counts = volume.flatMap { part in
      ["info", "warnings", "errors"].compactMap { part.text($0).flatMap { Int($0) } }
    }
    #expect(counts.reduce(0, +) == 3 && (1...60).contains(volume.count), "\(volume)")
    let routes = try await json("/log/summary?by=route&q=event%3Drequest", at: operators)
    #expect(routes.list("groups").map { $0.text("value") } == ["/config"], "\(routes)")
    let strange = try await RunningCommand.ask("GET /log/summary?by=size", at: operators)
    #expect(PlainAnswer(strange).status == "400" && strange.contains("by is size; expected route"))
    let wrong = try await RunningCommand.ask("GET /log/summary?q=staus%3D404", at: operators)
    #expect(PlainAnswer(wrong).status == "400" && wrong.contains("did you mean status?"))
    try await command.stop()
  }

  @Test func `The operators' listener answers events as text and as a stream`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    let text = try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send(
        "GET /log?q=event%3Drequest HTTP/1.1\r\nHost: localhost\r\nAccept: text/plain\r\n"
          + "Connection: close\r\n\r\n"
      )
      return PlainAnswer(try socket.receiveAll()).body
    }
    #expect(text.contains(" shop GET /config 200 document request_id="))
    let stream = try await onThread {
      let socket = try PlainSocket(to: operators)
      try socket.send("GET /log/stream?q=status%3D404 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      _ = try socket.receive(through: "\r\n\r\n")
      return socket
    }
    for path in ["config", "nothing"] {
      _ = try await RunningCommand.ask("GET /\(path)", at: visitors)
    }
    let event = try await onThread { try stream.receive(through: "}\n\n") }
    #expect(event.contains("data: {\"time\":\""))
    #expect(event.contains(#""path":"/nothing""#) && !event.contains(#""path":"/config""#))
    try await command.stop()
  }
}

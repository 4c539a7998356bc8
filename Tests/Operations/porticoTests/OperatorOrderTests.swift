// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Dispatch
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An order of an operator` {
  private let sites = ServedSites()

  /// A site that passes `/p` on to a service, and has a model of it.
  private func serve(
    _ options: [String] = [],
    service: String = "http://127.0.0.1:1"
  ) async throws -> (command: RunningCommand, visitors: SocketAddress, operators: SocketAddress) {
    try sites.write(
      "shop",
      #"backends: { near: { addresses: "\#(service)", timeout: "60s" } }, passes: { "/p": { backend: "near" } }"#
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"] + options
    )
    let (visitors, operators) = try await command.addresses()
    return (command, visitors, operators)
  }

  private func order(
    _ target: String,
    _ body: String = "",
    at operators: SocketAddress
  ) async throws -> PlainAnswer {
    PlainAnswer(try await RunningCommand.ask("POST \(target)", body, at: operators))
  }

  private func status(_ target: String, at address: SocketAddress) async throws -> String {
    PlainAnswer(try await RunningCommand.ask("GET \(target)", at: address)).status
  }

  private func health(at operators: SocketAddress) async throws -> String {
    try await RunningCommand.ask("GET /health?verbose", at: operators)
  }

  /// Sends a request that waits for the service, over a connection that could be used again.
  private func waitingRequest(
    at visitors: SocketAddress,
    _ operators: SocketAddress
  ) async throws -> (client: PlainSocket, id: String) {
    let client = try await onThread {
      let socket = try PlainSocket(to: visitors)
      try socket.send("GET /p/1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
      return socket
    }
    var id = ""
    try await waitUntil("the request waits") {
      let list = PlainAnswer(try await RunningCommand.ask("GET /inflight", at: operators))
      id = try list.json.list("inflight").first?.text("request") ?? ""
      return !id.isEmpty
    }
    return (client, id)
  }

  @Test func `An order to drain makes an instance unready until it is undone; a preview does not`()
    async throws
  {
    let goOn = DispatchSemaphore(value: 0)
    let service = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      goOn.wait()
      try peer.send("HTTP/1.1 204 No Content\r\n\r\n")
    }
    let (command, visitors, operators) = try await serve(service: "http://\(service.address)")
    let preview = try await order("/drain?preview", at: operators)
    #expect(preview.status == "200" && preview.body.contains("GET /ready would answer 503"))
    #expect(try await status("/ready", at: operators) == "200")
    let (kept, _) = try await waitingRequest(at: visitors, operators)
    let drained = try await order("/drain", at: operators)
    #expect(drained.body.hasPrefix(#"{"drained":true,"since":"2"#), "\(drained.body)")
    let ready = PlainAnswer(try await RunningCommand.ask("GET /ready", at: operators))
    #expect(ready.status == "503" && ready.body.contains("an operator has drained the instance"))
    #expect(try await health(at: operators).contains(#""check":"drain","outcome":"warning""#))
    #expect(try await status("/config", at: visitors) == "200")
    goOn.signal()
    let last = try await onThread { try kept.receiveAll() }
    #expect(last.contains("connection: close\r\n"), "\(last)")
    #expect(try await order("/undrain", at: operators).body.hasPrefix(#"{"drained":false"#))
    #expect(try await status("/ready", at: operators) == "200")
    let notes = try await RunningCommand.ask("GET /annotations?from=-1h", at: operators)
    #expect(notes.contains("the instance is drained"))
    #expect(notes.contains("the instance takes visitors again"))
    let audit = try await command.until("the instance takes visitors again")
    #expect(audit.components(separatedBy: "audit: drain ").count == 3)
    service.stop()
  }

  @Test func `An ejected service gets no calls until it is readmitted`()
    async throws
  {
    let service = try ScriptedServer { socket, _ in
      while true {
        _ = try socket.receive(through: "\r\n\r\n")
        try socket.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    let (command, visitors, operators) = try await serve(
      service: "http://\(service.address)"
    )
    #expect(try await status("/p/1", at: visitors) == "200")
    let preview = try await order("/backends/near:eject?preview", #"{"for":"10m"}"#, at: operators)
    #expect(preview.body.contains("all of near would get no calls for 10 minutes."))
    #expect(preview.body.contains(#""route":"/p""#), "\(preview.body)")
    #expect(try await status("/p/2", at: visitors) == "200")
    let ejected = try await order("/backends/near:eject", #"{"for":"10m"}"#, at: operators)
    #expect(ejected.body.contains(#""ejected":true,"seconds":600"#), "\(ejected.body)")
    #expect(try await status("/p/3", at: visitors) == "503")
    let table = try await RunningCommand.ask("GET /backends", at: operators)
    #expect(table.contains(#""state":"ejected by an operator""#))
    #expect(try await health(at: operators).contains("an operator has ejected 1"))
    let readmitted = try await order("/backends/near:readmit", at: operators)
    #expect(readmitted.body.contains(#""ejected":false"#))
    #expect(try await status("/p/4", at: visitors) == "200")
    let again = try await order("/backends/near:readmit", at: operators)
    #expect(again.status == "400" && again.body.contains("is not ejected by an operator"))
    let audit = try await command.until("all of near is readmitted")
    #expect(audit.contains("all of near is ejected for 10 minutes"))
  }

  @Test func `A closed site shuts visitors out, after a restart too, until it is opened again`()
    async throws
  {
    let (command, visitors, operators) = try await serve()
    let body = #"{"on":true,"message":"Back at noon","for":"30m"}"#
    let preview = try await order("/maintenance?preview", body, at: operators)
    #expect(preview.body.contains("shop would be closed for everybody until 2"))
    #expect(try await status("/config", at: visitors) == "200")
    let closed = try await order("/maintenance", body, at: operators)
    #expect(closed.body.hasPrefix(#"{"sites":["shop"],"on":true,"until":"2"#), "\(closed.body)")
    let config = try await RunningCommand.ask("GET /config", at: visitors)
    #expect(config.contains("Back at noon"))
    #expect(try await status("/p/1", at: visitors) == "503")
    #expect(try await health(at: operators).contains("an operator has closed the site until 2"))
    try await command.stop()
    let (later, again, admin) = try await serve()
    #expect(try await RunningCommand.ask("GET /config", at: again).contains("Back at noon"))
    let open = try await order("/maintenance", #"{"on":false}"#, at: admin)
    #expect(open.body.hasPrefix(#"{"sites":["shop"],"on":false"#))
    #expect(!(try await RunningCommand.ask("GET /config", at: again)).contains("Back at noon"))
    withExtendedLifetime(later) {}
  }

  @Test func `An order cancels a request that waits, after a preview that says what for`()
    async throws
  {
    let service = try ScriptedServer { peer, _ in
      // The call is given up, which may be a reset.
      do { _ = try peer.receiveAll() } catch {}
    }
    let (command, visitors, operators) = try await serve(service: "http://\(service.address)")
    let (client, id) = try await waitingRequest(at: visitors, operators)
    let body = "{\"request\":\"\(id)\"}"
    let preview = try await order("/inflight/cancel?preview", body, at: operators)
    #expect(preview.body.contains("GET /p/1 has waited"), "\(preview.body)")
    #expect(preview.body.contains("at the step pass for near."), "\(preview.body)")
    #expect(try await order("/inflight/cancel", body, at: operators).status == "200")
    let answer = try? await onThread { try client.receiveAll() }
    #expect(["", nil].contains(answer))
    #expect(try await order("/inflight/cancel", body, at: operators).status == "404")
    service.stop()
    withExtendedLifetime(command) {}
  }

  @Test func `An order on the log's level holds for a while and is shown`() async throws {
    let (command, _, operators) = try await serve()
    let set = try await order("/log/level?for=10m", #"{"level":"error"}"#, at: operators)
    #expect(set.body.hasPrefix(#"{"level":"error","until":"2"#), "\(set.body)")
    #expect(try await health(at: operators).contains("an operator has set it to error until 2"))
    let usual = try await order("/log/level", #"{"level":"usual"}"#, at: operators)
    #expect(usual.body.contains(#""until":null"#))
    #expect(!(try await health(at: operators)).contains("log level"))
    withExtendedLifetime(command) {}
  }

  @Test func `The preview of a purge names the entries hit and the calls that make them again`()
    async throws
  {
    let (command, _, operators) = try await serve()
    let preview = try await order("/purge?preview", #"{"all":true}"#, at: operators)
    #expect(preview.status == "200" && preview.body.contains("\"dry-run\":["), "\(preview.body)")
    #expect(preview.body.contains("No service is called for it again."))
    let purges = try await RunningCommand.ask("GET /purges", at: operators)
    #expect(PlainAnswer(purges).body == #"{"purges":[]}"#)
    withExtendedLifetime(command) {}
  }

  @Test(arguments: [
    ("/backends/far:eject", "", "404", "has no service \\\"far\\\"; expected one of near"),
    ("/backends/near", "", "404", "expected /backends/NAME:eject or /backends/NAME:readmit"),
    (
      "/backends/near:eject", #"{"endpoint":"http://x"}"#, "400",
      "\\\"endpoint\\\" is \\\"http://x\\\""
    ),
    ("/backends/near:eject", #"{"for":"1y"}"#, "400", "expected a time from 1m to 366d"),
    ("/inflight/cancel", "{}", "400", "the order has no \\\"request\\\", which it needs"),
    ("/inflight/cancel", #"{"request":"+123456789abcdef"}"#, "400", "expected an id"),
    ("/inflight/cancel", #"{"request":"0123456789abcdef"}"#, "404", "waits for nothing any more"),
    ("/drain", #"{"on":true}"#, "400", "the order has no key \\\"on\\\"; expected none"),
    ("/maintenance", "{}", "400", "the order has no \\\"on\\\", which it needs"),
    ("/maintenance", #"{"on":true}"#, "400", "\\\"message\\\" is missing"),
    ("/maintenance", #"{"on":true,"message":7}"#, "400", "message"),
    ("/maintenance", #"{"on":true,"message":"a","until":"1999-01-01T00:00Z"}"#, "400", "to come"),
    ("/log/erase", "{}", "400", "the order has no \\\"filter\\\", which it needs"),
    ("/log/erase", #"{"filter":7}"#, "400", "is an integer; expected a string"),
    ("/log/erase?preview", #"{"filter":"sesion = 1"}"#, "400", "did you mean session?"),
    ("/log/level", #"{"level":"debug"}"#, "400", #"expected \"all\" or \"usual\" or \"warning\""#),
    ("/log/level?for=9", #"{"level":"all"}"#, "400", "expected a time from 1m to 366d"),
  ])
  func `An order that cannot be understood is refused with what was seen and expected`(
    target: String,
    body: String,
    code: String,
    why: String
  ) async throws {
    let (command, _, operators) = try await serve()
    let answer = try await order(target, body, at: operators)
    #expect(answer.status == code && answer.body.contains(why), "\(answer)")
    withExtendedLifetime(command) {}
  }
}

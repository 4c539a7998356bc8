// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Dispatch
import LoopTesting
import Reactor
import Testing

/// A site with a plan and passes to a service, or `--upstream` alone in front of it.
private final class Front: Sendable {
  let command: RunningCommand
  private let sites = ServedSites()

  enum Kind: Sendable { case site, upstream }

  init(
    _ kind: Kind = .site,
    of service: SocketAddress,
    _ options: [String] = [],
    files: (soft: Int, hard: Int)? = nil
  ) throws {
    switch kind {
    case .upstream:
      let words = ["--listen", "127.0.0.1:0", "--upstream", "\(service)"]
      command = try RunningCommand(words + options, files: files)
    case .site:
      try sites.write(
        "shop",
        """
        backends: { b: { addresses: "http://\(service)", timeout: "60s", health: false } },
        passes: { "/files": { backend: "b" }, "/kept": { backend: "b", cache: "standard" } }
        """
      )
      try sites.put(
        """
        {
          datatype: "x", budget: "60s",
          calls: { rose: { backend: "b", path: "/rose", timeout: "60s" } },
          body: { title: { $pick: "$.rose.title" } },
        }
        """,
        at: "shop/Content/plan.json5"
      )
      command = try RunningCommand(sites.arguments(["shop"]) + options, files: files)
    }
  }

  /// The address of the visitors' listener.
  func visitors() async throws -> SocketAddress {
    try #require(try await command.places(until: "Try:").first)
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The wire of a served site` {
  /// A service that answers each request with the same, once it is told to.
  private func service(_ answer: String) throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        _ = try peer.receive(through: "\r\n\r\n")
        try peer.send(answer)
      }
    }
  }

  private static let rose =
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
    + #"{"title":"Rose"}"#

  @Test func `TRACE is answered with 405 and the allowed methods everywhere`() async throws {
    let service = try service(Self.rose)
    let front = try Front(of: service.address)
    let (visitors, operators) = try await front.command.addresses()
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

  // MARK: clients that leave

  @Test(
    arguments: [
      (Front.Kind.site, "/plan"), (.site, "/files/x"), (.site, "/kept/x"), (.upstream, "/x"),
    ],
    [true, false]
  )
  private func `A backend call ends when its client has reset or closed its connection`(
    way: (kind: Front.Kind, path: String),
    isReset: Bool
  ) async throws {
    let (asked, hasAsked) = AsyncStream.makeStream(of: Void.self)
    let (ended, hasEnded) = AsyncStream.makeStream(of: String.self)
    let service = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      hasAsked.yield()
      var end = "end"
      do { _ = try peer.receiveAll() } catch { end = "\(error)" }
      hasEnded.yield(end)
    }
    let options = way.kind == .upstream ? ["--upstream-timeout", "10m"] : []
    let front = try Front(way.kind, of: service.address, options)
    let visitors = try await front.visitors()
    let client = try await onThread { try PlainSocket(to: visitors) }
    try client.send("GET \(way.path) HTTP/1.1\r\nHost: a\r\n\r\n")
    for await _ in asked { break }
    if isReset { client.reset() } else { client.close() }
    // A read that timed out would say EAGAIN.
    for await end in ended {
      #expect(end == "end" || end.hasSuffix("errno 104"))
      break
    }
    service.stop()
    withExtendedLifetime(front) {}
  }

  @Test(
    arguments: [
      (Front.Kind.site, "/plan"), (.site, "/files/x"), (.site, "/kept/x"), (.upstream, "/x"),
    ]
  )
  private func `A client that has closed its sending direction is still answered`(
    kind: Front.Kind,
    path: String
  ) async throws {
    let isAsked = DispatchSemaphore(value: 0)
    let service = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      isAsked.wait()
      try peer.send(Self.rose)
    }
    let front = try Front(kind, of: service.address)
    let visitors = try await front.visitors()
    let answer = try await onThread {
      let client = try PlainSocket(to: visitors)
      try client.send("GET \(path) HTTP/1.1\r\nHost: a\r\n\r\n")
      client.finishSending()
      // It is asked whether it is still there.
      let interim = try client.receive(through: "\r\n\r\n")
      isAsked.signal()
      return try interim + client.receiveAll()
    }
    #expect(answer.hasPrefix("HTTP/1.1 100 Continue\r\n\r\n"), "\(answer)")
    #expect(answer.contains("HTTP/1.1 200 OK\r\n") && answer.contains("Rose"), "\(answer)")
    service.stop()
    withExtendedLifetime(front) {}
  }

  // MARK: limits

  @Test
  func `The connection limit uses all file descriptors that are left`() async throws {
    let service = try service(Self.rose)
    let front = try Front(of: service.address, files: (soft: 100, hard: 600))
    let (visitors, operators) = try await front.command.addresses()
    let config = try await RunningCommand.ask("GET /config", host: "localhost", at: operators)
    let text = try #require(try PlainAnswer(config).json["limits"]?.text("connections"))
    let limit = try #require(Int(text))
    #expect((300..<600).contains(limit))
    let answers = try await onThread {
      var sockets: [PlainSocket] = []
      for _ in 0..<limit {
        let socket = try PlainSocket(to: visitors)
        try socket.send("GET /config HTTP/1.1\r\nHost: a\r\n\r\n")
        _ = try socket.receive(through: "\"shop\"")
        sockets.append(socket)
      }
      let refused = try PlainSocket(to: visitors).receive(through: "\r\n\r\n")
      // Those that are there are answered, whatever it takes to do so.
      try sockets[0].send("GET /files/x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
      _ = try sockets[0].receive(through: "}")
      return (refused, try sockets[0].receiveAll())
    }
    #expect(answers.0.hasPrefix("HTTP/1.1 503 "))
    #expect(answers.1.contains("Rose"))
    service.stop()
  }

  @Test func `Too few file descriptors are reported with how many are needed`() async throws {
    let front = try Front(.upstream, of: .loopback(port: 1), files: (soft: 100, hard: 100))
    let said = try await front.command.until("LimitNOFILE=)")
    #expect(said.contains("portico: the limit of open files is 100, of which "), "\(said)")
    #expect(try await front.command.ended() == 1)
  }

  @Test func `The timeouts of clients are those of the options`() async throws {
    let service = try ScriptedServer { peer, _ in _ = try peer.receiveAll() }
    let options = [
      "--head-timeout", "150ms", "--body-timeout", "200ms", "--send-timeout", "2s",
      "--idle-timeout", "250ms",
    ]
    let front = try Front(of: service.address, options)
    let (visitors, operators) = try await front.command.addresses()
    let config = try await RunningCommand.ask("GET /config", host: "localhost", at: operators)
    let limits = try #require(try PlainAnswer(config).json["limits"])
    for (name, wanted) in [("head", "150"), ("body", "200"), ("send", "2000"), ("idle", "250")] {
      #expect(limits.text("\(name)Milliseconds") == wanted)
    }
    let requests = [
      ("GET /conf", "HTTP/1.1 408 "), ("GET /config HTTP/1.1\r\nHost: a\r\n\r\n", "HTTP/1.1 200 "),
      ("POST /files/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab", "HTTP/1.1 408 "),
    ]
    for (request, answer) in requests {
      let said = try await onThread {
        let socket = try PlainSocket(to: visitors)
        try socket.send(request)
        return try socket.receiveAll()
      }
      #expect(said.hasPrefix(answer), "\(request): \(said)")
    }
    service.stop()
  }

  @Test(arguments: [
    ("--head-timeout", "10"), ("--body-timeout", "-1s"), ("--send-timeout", "0s"),
    ("--idle-timeout", "61m"), ("--upstream-timeout", "1 s"),
  ])
  func `An invalid timeout is refused with the valid range`(
    option: String,
    text: String
  ) async throws {
    let command = try RunningCommand([option, text])
    let said = try await command.until("--help")
    #expect(said.contains("portico serve: \(option) is \(text), expected 100ms to 60m"), "\(said)")
    #expect(try await command.ended() == 2)
  }

  @Test(arguments: ["GET", "POST"])
  func `The server behind --upstream is waited for as long as its option says`(
    method: String
  ) async throws {
    let service = try ScriptedServer { peer, _ in _ = try peer.receiveAll() }
    let front = try Front(.upstream, of: service.address, ["--upstream-timeout", "300ms"])
    let visitors = try await front.visitors()
    let body = method == "GET" ? nil : "body"
    let answer = try await RunningCommand.ask("\(method) /x", body, at: visitors)
    #expect(answer.hasPrefix("HTTP/1.1 504 "), "\(answer)")
    service.stop()
  }
}

// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPServer
import HTTPValues
import LoopTesting
import Passing
import ProgramTesting
import Reactor
import Signals
import Synchronization
import Testing

/// A gateway on one loop that passes everything on to one upstream.
final class Gateway: Sendable {
  private let group: LoopGroup
  private let server: HTTPServer
  var address: SocketAddress { server.addresses[0] }

  /// - Parameter clock: one that stands still where a busy machine would make somebody too slow.
  init(
    to upstream: SocketAddress,
    usesHTTP2: Bool = false,
    clock: LoopClock = .system
  ) async throws {
    group = try LoopGroup(count: 1, name: "gateway", clock: clock)
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let origin = Origin(.http, host: upstream.ip, port: upstream.port)
    let registry = try SignalRegistry()
    let clientSignals = try ClientSignals(registry)
    let forwarding = try Upstream(origin, in: registry)
    server = try await HTTPServer.start(
      [ListenerConfiguration(.loopback(port: 0))],
      on: group,
      signals: ServerSignals(SignalRegistry())
    ) { core in
      var configuration = ClientConfiguration()
      configuration.cleartextHTTP2 = usesHTTP2 ? .always : .never
      return Handler(
        try forwarding.forwarder(
          over: HTTPClient(
            on: core,
            configuration,
            resolver: resolver,
            signals: clientSignals
          )
        )
      )
    }
  }

  func connect() throws -> PlainSocket { try PlainSocket(to: address, keeping: self) }

  deinit { group.stop() }

  private final class Handler: RequestHandler {
    private let forwarder: Forwarder
    init(_ forwarder: Forwarder) { self.forwarder = forwarder }
    func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
      .begun { [forwarder] in forwarder.begin($0) }
    }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Forwarding requests` {
  /// Answers with the request head it received as its body.
  private func mirror() throws -> ScriptedServer {
    try ScriptedServer { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        try peer.send("HTTP/1.1 200 OK\r\nContent-Length: \(head.utf8.count)\r\n\r\n\(head)")
      }
    }
  }

  private func ask(_ request: String, of upstream: ScriptedServer) async throws -> String {
    let peer = try await Gateway(to: upstream.address).connect()
    try peer.send(request)
    return try peer.receiveAll()
  }

  @Test func `A forwarded request loses hop-by-hop fields and gains Via and X-Forwarded fields`()
    async throws
  {
    let upstream = try mirror()
    let answer = try await ask(
      "GET /x?y HTTP/1.1\r\nHost: shop.example\r\nConnection: close, X-Drop\r\nX-Drop: 1\r\n"
        + "Keep-Alive: 5\r\nProxy-Connection: x\r\nUpgrade: h2c\r\nTE: gzip, trailers\r\n"
        + "Accept: a\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n",
      of: upstream
    )
    let sent = answer.lowercased()
    #expect(sent.contains("get /x?y http/1.1\r\nhost: shop.example\r\n"))
    #expect(sent.contains("accept: a\r\n"))
    #expect(sent.contains("te: trailers\r\n"))
    #expect(sent.contains("via: 1.1 portico\r\n"))
    #expect(sent.contains("x-forwarded-for: 127.0.0.1\r\n"))
    #expect(sent.contains("x-forwarded-proto: http\r\n"))
    for dropped in ["x-drop", "keep-alive:", "proxy-connection", "upgrade:", "gzip"] {
      #expect(!sent.contains(dropped))
    }
    upstream.stop()
  }

  @Test func `Connection cannot make a forwarder drop Host or Cookie`() async throws {
    let upstream = try mirror()
    let answer = try await ask(
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close, Cookie, Host\r\nCookie: c=1\r\n\r\n",
      of: upstream
    )
    #expect(answer.contains("cookie: c=1"))
    upstream.stop()
  }

  @Test(arguments: [("0", "HTTP/1.1 200"), ("1", "max-forwards: 0"), ("x", "max-forwards: x")])
  func `A forwarder counts Max-Forwards down and answers OPTIONS at zero`(
    count: String,
    expected: String
  ) async throws {
    let upstream = try mirror()
    let answer = try await ask(
      "OPTIONS / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nMax-Forwards: \(count)\r\n\r\n",
      of: upstream
    )
    #expect(answer.contains(expected))
    if count == "0" { #expect(upstream.connections == 0) }
    upstream.stop()
  }

  @Test func `A request that has passed this gateway already is answered with 508`() async throws {
    let upstream = try mirror()
    let answer = try await ask(
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nVia: 1.1 cdn, 1.1 portico\r\n\r\n",
      of: upstream
    )
    #expect(answer.hasPrefix("HTTP/1.1 508 "))
    upstream.stop()
  }

  @Test func `Interim responses, Date and trailers are forwarded`() async throws {
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\n"
          + "Date: Mon, 01 Jan 2024 00:00:00 GMT\r\nTransfer-Encoding: chunked\r\n\r\n"
          + "2\r\nok\r\n0\r\nX-Sum: 7\r\n\r\n"
      )
    }
    let answer = try await ask(
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      of: upstream
    )
    #expect(answer.hasPrefix("HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n"))
    #expect(answer.contains("date: Mon, 01 Jan 2024 00:00:00 GMT\r\n"))
    #expect(answer.matches(of: #/date:/#).count == 1)
    #expect(answer.hasSuffix("2\r\nok\r\n0\r\nx-sum: 7\r\n\r\n"))
    upstream.stop()
  }

  @Test(arguments: [
    ("garbage\r\n\r\n", 502), ("", 502),
    ("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello", 502),
  ])
  func `A malformed upstream response is answered with 502 and Proxy-Status`(
    upstreamAnswer: String,
    status: Int
  ) async throws {
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(upstreamAnswer)
    }
    let answer = try await ask(
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
      of: upstream
    )
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "))
    #expect(answer.contains("proxy-status: portico; error="))
    upstream.stop()
  }

  @Test(arguments: [
    "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nonly this",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nonly this\r\nxx\r\n",
  ])
  func `A response that breaks off upstream breaks off for the client`(
    upstreamAnswer: String
  ) async throws {
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(upstreamAnswer)
    }
    let outcome = try await Program("curl").run(
      ["-sS", "--fail", "--max-time", "10", "http://\(try await Gateway.held(upstream))/"])
    #expect(outcome.status != 0)
    upstream.stop()
  }

  @Test(arguments: [false, true])
  func `Bodies are forwarded both ways at once, over HTTP/1 and HTTP/2 upstream`(
    usesHTTP2: Bool
  ) async throws {
    let echo = try await EchoOrigin()
    let gateway = try await Gateway(to: echo.address, usesHTTP2: usesHTTP2)
    for arguments in [["--http1.1"], ["--http2-prior-knowledge"]] {
      let outcome = try await Program("sh").run([
        "-c",
        "head -c 30000000 /dev/zero | curl -sS \(arguments[0]) --max-time 20 -T - -X POST "
          + "http://\(gateway.address)/echo | wc -c",
      ])
      #expect(outcome.output.contains("30000000"))
      #expect(outcome.errors == "")
    }
    _ = gateway
  }

  @Test func `A response that comes before the request body is forwarded at once`() async throws {
    let upstream = try ScriptedServer { peer, _ in
      _ = try peer.receive(through: "\r\n\r\n")
      try peer.send(
        "HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
      )
    }
    let peer = try await Gateway(to: upstream.address).connect()
    try peer.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\nabc")
    #expect(try peer.receive(through: "\r\n\r\n").hasPrefix("HTTP/1.1 413 "))
    upstream.stop()
  }

  @Test(arguments: ["0", "5"])
  func `TRACE is answered with 405 and not forwarded`(forwards: String) async throws {
    let upstream = try mirror()
    let answer = try await ask(
      "TRACE /x HTTP/1.1\r\nHost: a\r\nMax-Forwards: \(forwards)\r\nConnection: close\r\n\r\n",
      of: upstream
    )
    #expect(answer.hasPrefix("HTTP/1.1 405 "))
    #expect(answer.contains("\r\nallow: GET, HEAD, "))
    #expect(upstream.connections == 0)
    upstream.stop()
  }

  @Test(arguments: [true, false])
  func `A request with Content-Length: 0 is forwarded once its stream has ended without a body`(
    hasBody: Bool
  ) async throws {
    let upstream = try mirror()
    let gateway = try await Gateway(to: upstream.address, clock: .manual(ManualClock()))
    let peer = try FramePeer(toServer: gateway.connect())
    // Content-Length is entry 28 of the static table.
    let block = FramePeer.block("POST", "/x") + [0x0F, 0x0D, 1, UInt8(ascii: "0")]
    try peer.sendHead(1, block: block)
    // What the server says to a ping it says after it has seen the head.
    try peer.send(type: FramePeer.ping, payload: [UInt8](repeating: 7, count: 8))
    _ = try await onThread { try peer.receive(type: FramePeer.ping) }
    #expect(upstream.connections == 0)
    try peer.sendContent(1, hasBody ? "x" : "", isLast: true)
    if hasBody {
      let reset = try await onThread { try peer.receive(type: 3) }
      #expect(reset.stream == 1 && reset.payload == FramePeer.bytes(1))
      #expect(upstream.connections == 0)
    } else {
      let echo = try await onThread { try peer.receive(type: 0) }
      #expect(String(decoding: echo.payload, as: UTF8.self).hasPrefix("POST /x HTTP/1.1\r\n"))
    }
    upstream.stop()
  }

  @Test func `CONNECT is answered with 501`() async throws {
    let upstream = try mirror()
    let answer = try await ask(
      "CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\nConnection: close\r\n\r\n",
      of: upstream
    )
    #expect(answer.hasPrefix("HTTP/1.1 501 "))
    upstream.stop()
  }
}

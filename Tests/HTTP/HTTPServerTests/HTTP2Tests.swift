// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The HTTP/2 server` {
  private func curl(
    _ server: TestServer,
    _ target: String,
    _ more: String...
  ) async throws
    -> Program.Outcome
  {
    try await Program("curl").run(
      ["-sS", "--http2-prior-knowledge", "-i", "--max-time", "10"] + more
        + ["http://\(server.address)\(target)"]
    )
  }

  @Test(arguments: [
    ("/hello", "hello"), ("/made", "made"), ("/ignore", "ignored"), ("/hints", "hinted"),
  ])
  func `curl is answered over HTTP/2`(target: String, body: String) async throws {
    let server = try await TestServer()
    let outcome = try await curl(server, target)
    #expect(outcome.errors == "")
    #expect(outcome.output.contains("HTTP/2 200"))
    #expect(outcome.output.contains("\r\ndate: "))
    #expect(outcome.output.hasSuffix(body))
  }

  @Test func `Trailers and interim responses are sent over HTTP/2`() async throws {
    let server = try await TestServer()
    #expect(try await curl(server, "/hints").output.hasPrefix("HTTP/2 103"))
    #expect(try await curl(server, "/trailers").output.contains("x-checksum: 1"))
  }

  @Test func `A body of 20 MB is streamed both ways over HTTP/2`() async throws {
    let server = try await TestServer()
    let outcome = try await Program("sh").run([
      "-c",
      "head -c 20000000 /dev/zero | curl -sS --http2-prior-knowledge --max-time 20 -T - "
        + "-X POST http://\(server.address)/echo | wc -c",
    ])
    #expect(outcome.output.trimmingPrefix(" ").hasPrefix("20000000"))
  }

  @Test func `An HTTP/2 response that breaks off resets its stream`() async throws {
    let server = try await TestServer()
    let outcome = try await curl(server, "/broken")
    #expect(outcome.status == 92)
  }

  @Test func `HEAD is answered without content over HTTP/2`() async throws {
    let server = try await TestServer()
    for target in ["/hello", "/made", "/bytes/100000", "/ignore"] {
      let outcome = try await curl(server, target, "--head")
      #expect(outcome.status == 0)
      #expect(outcome.output.contains("content-length: "))
    }
  }

  @Test
  func `An unread HTTP/2 body is received for a while and then reset, and the connection goes on`()
    async throws
  {
    let server = try await TestServer()
    let outcome = try await Program("sh").run([
      "-c",
      "head -c 3000000 /dev/zero > body; nghttp -v -n -m 2 -d body http://\(server.address)/ignore;"
        + "rm body",
    ])
    #expect(outcome.output.matches(of: /:status: 200/).count == 2)
    #expect(outcome.output.contains("recv RST_STREAM"))
    #expect(!outcome.output.contains("recv GOAWAY"))
  }

  @Test func `Many streams of many HTTP/2 clients are served`() async throws {
    let server = try await TestServer()
    for target in ["/hello", "/ignore", "/bytes/40000"] {
      let outcome = try await Program("h2load").run(
        ["-n", "5000", "-c", "8", "-m", "32", "http://\(server.address)\(target)"])
      #expect(outcome.output.contains("5000 succeeded, 0 failed, 0 errored"))
    }
  }

  @Test func `A draining HTTP/2 server finishes its requests and sends GOAWAY`() async throws {
    var limits = ServerLimits()
    limits.timeouts.drain = .seconds(300)
    let server = try await TestServer(limits: limits)
    async let load = Program("nghttp").run(["-v", "-n", "http://\(server.address)/slow"])
    await server.gate.waitUntilAsked()
    async let drained: Void = server.server.drain()
    // Who stops takes no new connections first.
    try await waitUntil("no new connection is taken") { (try? server.connect()) == nil }
    try await server.settle()
    await server.gate.open()
    let outcome = try await load
    await drained
    #expect(outcome.output.contains("recv GOAWAY"))
    #expect(outcome.output.contains(":status: 200"))
  }
}

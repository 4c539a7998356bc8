// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import LoopTesting
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Content codings of request bodies` {
  /// Sends what a shell command writes as the body of a request, and returns the response.
  private func send(
    _ command: String,
    coded coding: String,
    to target: String = "/length",
    of server: TestServer,
    _ protocolOption: String = "--http1.1"
  ) async throws -> String {
    let outcome = try await Program("sh").run([
      "-c",
      "\(command) | curl -sS -i \(protocolOption) --max-time 60 -H 'Content-Encoding: \(coding)' "
        + "-H 'Expect:' --data-binary @- http://\(server.address)\(target)",
    ])
    #expect(outcome.errors == "")
    return outcome.output
  }

  @Test(arguments: [
    ("gzip -c", "gzip"), ("gzip -c", "X-Gzip"), ("zstd -c", "zstd"), ("brotli -c", "br"),
    ("gzip -c | zstd -c", "gzip, zstd"), ("cat", "identity"),
  ])
  func `A handler that reads a whole body gets it decoded`(
    tool: String,
    coding: String
  )
    async throws
  {
    let server = try await TestServer()
    for option in ["--http1.1", "--http2-prior-knowledge"] {
      let answer = try await send(
        "seq 1 20000 | \(tool)",
        coded: coding,
        of: server,
        option
      )
      #expect(answer.hasSuffix("\r\n\r\n108894"), "\(answer)")
    }
  }

  @Test(arguments: ["compress", "aes128gcm", "gzip, gzip, gzip"])
  func `A body in a coding that nobody here undoes is 415 with those that are understood`(
    coding: String
  ) async throws {
    let server = try await TestServer()
    let answer = try await send("printf abc", coded: coding, of: server)
    #expect(answer.hasPrefix("HTTP/1.1 415 "), "\(answer)")
    #expect(answer.contains("\r\naccept-encoding: gzip, zstd, br, deflate\r\n"), "\(answer)")
  }

  @Test(arguments: [
    // More than the handler takes, and as much from far too few bytes.
    ("seq 1 300000 | gzip -c", 413), ("head -c 1000000000 /dev/zero | zstd -c", 413),
    ("printf abc", 400), ("seq 1 20000 | gzip -c | head -c 1000", 400),
    ("(seq 1 20000 | gzip -c; printf abc)", 400),
  ])
  func `A coded body that is too large, broken or not whole is refused`(
    command: String,
    status: Int
  ) async throws {
    let server = try await TestServer()
    let coding = command.contains("zstd") ? "zstd" : "gzip"
    let answer = try await send(command, coded: coding, of: server)
    #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
  }

  @Test func `A request without a body is answered whatever coding it names`() async throws {
    let peer = try await TestServer().connect()
    try peer.send("POST /length HTTP/1.1\r\nHost: a\r\nContent-Encoding: compress\r\n")
    try peer.send("Content-Length: 0\r\n\r\n")
    #expect(try peer.receive(through: "\r\n\r\n0").hasPrefix("HTTP/1.1 200 "))
  }

  @Test func `A handler that forwards a body piece by piece gets it as it is`() async throws {
    let server = try await TestServer()
    let answer = try await send("printf abc", coded: "compress", to: "/echo", of: server)
    #expect(answer.hasSuffix("\r\n\r\nabc"), "\(answer)")
  }
}

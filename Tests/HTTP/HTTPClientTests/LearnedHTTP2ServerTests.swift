// SPDX-License-Identifier: Apache-2.0

import Foundation
import HTTPClient
import HTTPValues
import LoopTesting
import ProgramTesting
import Reactor
import Testing

@Suite(.timeLimit(.minutes(5))) struct `HTTP/2 that a client learns of a real server` {
  @Test func `nginx that speaks only HTTP/1.1 refuses a trial and answers all calls`() async throws
  {
    let server = try await RealServer.nginx { address, _ in
      "server { listen \(address); location / { return 200 ok; } }"
    }
    let client = try await ClientFixture { $0.cleartextHTTP2 = .learned }
    while client.count(closed: "no_http2") == 0 {
      #expect(try await Set(versions(of: 20, client, server.address)) == [.http11])
    }
    #expect(try await Set(versions(of: 20, client, server.address)) == [.http11])
    #expect(client.count(closed: "no_http2") == 1)
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/h2o")))
  func `h2o answers a trial, and then calls of a crowd`() async throws {
    let server = try await RealServer("/usr/bin/h2o", isReady: "ready to serve") {
      address,
      folder in
      try "ok".write(toFile: "\(folder)/a", atomically: true, encoding: .utf8)
      let file = "\(folder)/h2o.conf"
      try """
      \(getuid() == 0 ? "user: root" : "")
      listen: { host: \(address.ip), port: \(address.port) }
      hosts: { default: { paths: { /: { file.dir: "\(folder)" } } } }
      """.write(toFile: file, atomically: true, encoding: .utf8)
      return ["-c", file]
    }
    let client = try await ClientFixture { $0.cleartextHTTP2 = .learned }
    try await waitUntil("HTTP/2 is learned") {
      try await versions(of: 20, client, server.address).contains(.http2)
    }
    #expect(try await versions(of: 20, client, server.address).count { $0 == .http2 } > 10)
    #expect(client.count(closed: "no_http2") == 0)
  }

  /// The versions in which calls are answered that are made in one turn.
  private func versions(
    of count: Int,
    _ client: ClientFixture,
    _ address: SocketAddress
  ) async throws -> [Version] {
    try await client.with { client in
      let origin = Origin(.http, host: address.ip, port: address.port)
      let request = Request(authority: origin.authority, target: "/a")
      var options = CallOptions()
      options.isCollected = true
      var versions: [Version] = []
      let exchanges = try (0..<count).map { _ in
        try client.submit(request, to: Destination(origin), options: options)
      }
      for exchange in exchanges {
        try await exchange.waitForHead(nil)
        #expect(exchange.response.status == .ok)
        _ = try await exchange.collect(atMost: 100)
        versions.append(exchange.version)
      }
      return versions
    }
  }
}

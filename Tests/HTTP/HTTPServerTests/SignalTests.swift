// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import LoopTesting
import Signals
import Testing

@Suite(.timeLimit(.minutes(1))) struct `A server's signals` {
  private func value(_ server: TestServer, _ name: String, _ label: String...) -> Int? {
    let series = server.signals.snapshot()[name]?.series.first { $0.labelValues == label }
    switch series?.value {
    case .counter(let count): return Int(clamping: count)
    case .gauge(let level): return Int(level)
    case .histogram, nil: return nil
    }
  }

  @Test func `count what the wire does`() async throws {
    let server = try await TestServer()
    let peer = try server.connect()
    try peer.send("GET /hello HTTP/1.1\r\nHost: a\r\n\r\n")
    _ = try peer.receive(through: "hello")
    #expect(value(server, "portico_server_connections") == 1)
    try peer.send("GET /none HTTP/1.1\r\nHost: a b\r\n\r\n")
    _ = try peer.receiveAll()
    try await server.settle()
    #expect(value(server, "portico_server_requests_total", "1.1") == 1)
    #expect(value(server, "portico_server_responses_total", "2xx") == 1)
    #expect(value(server, "portico_server_responses_total", "4xx") == 1)
    #expect(value(server, "portico_server_refusals_total", "host") == 1)
    #expect(value(server, "portico_server_connections_opened_total") == 1)
    #expect((value(server, "portico_server_sent_bytes_total") ?? 0) > 100)
    #expect((value(server, "portico_server_received_bytes_total") ?? 0) > 40)
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import Gateway
import LoopTesting
import Message
import Signals
import Sites
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Several sites behind one listener` {
  @Test func `Each of several sites answers for its own hosts`() async throws {
    let server = try await SitesServer([
      #"["shop.example", "*.shop.example"]"#, #"["a.shop.example", "localhost:8081"]"#, nil,
    ])
    #expect(try await server.asked("shop.example") == "site 0")
    #expect(try await server.asked("SHOP.example.:80") == "site 0")
    #expect(try await server.asked("b.shop.example") == "site 0")
    #expect(try await server.asked("a.shop.example") == "site 1")
    #expect(try await server.asked("localhost:8081") == "site 1")
    #expect(try await server.asked("localhost") == "site 2")
    #expect(try await server.asked("nobody.example") == "site 2")
  }

  @Test func `A request for a host without a site answers 421 and is counted`() async throws {
    let server = try await SitesServer([#""shop.example""#, #""garden.example""#])
    let answer = try await server.answer(to: ["GET /which HTTP/1.1", "Host: other.example"])
    #expect(answer.hasPrefix("HTTP/1.1 421 Misdirected Request\r\n"))
    #expect(answer.contains("content-type: application/problem+json\r\n"))
    #expect(answer.contains("cache-control: no-store\r\n"))
    #expect(answer.contains(#""status":421,"detail":"no site that is served here"#))
    // Requests that are answered by a task are refused as well.
    let query = [
      "QUERY /which HTTP/1.1", "Host: other.example", "Content-Type: application/json",
      "Content-Length: 2",
    ]
    #expect(try await server.answer(to: query).hasPrefix("HTTP/1.1 421"))
    let counter = try server.signals.counter(
      "portico_misdirected_requests_total",
      "Requests for hosts that no site has."
    )
    #expect(server.signals.value(of: counter) == 2)
  }

  @Test func `A target with a host in it goes to the site of that host`() async throws {
    let server = try await SitesServer([#""shop.example""#, #""garden.example""#])
    let answer = try await server.answer(to: [
      "GET http://garden.example/which HTTP/1.1", "Host: garden.example",
    ])
    #expect(answer.contains(#""site":1"#))
  }

  @Test
  func `A request without a host goes to the site for the rest, or answers 400`() async throws {
    let strict = try await SitesServer([#""shop.example""#, #""garden.example""#])
    #expect(try await strict.answer(to: ["GET /which HTTP/1.0"]).hasPrefix("HTTP/1.1 400"))
    let open = try await SitesServer([#""shop.example""#, nil])
    #expect(try await open.answer(to: ["GET /which HTTP/1.0"]).contains(#""site":1"#))
    // HTTP/1.1 has a host, whoever answers.
    #expect(try await open.answer(to: ["GET /which HTTP/1.1"]).hasPrefix("HTTP/1.1 400"))
  }

  @Test func `A single site answers for all hosts, or for those that it names`() async throws {
    let open = try await SitesServer([nil])
    #expect(try await open.asked("anything.example") == "site 0")
    #expect(try await open.answer(to: ["GET /which HTTP/1.0"]).contains(#""site":0"#))
    let strict = try await SitesServer([#""shop.example""#])
    #expect(try await strict.asked("shop.example") == "site 0")
    #expect(try await strict.asked("anything.example") == "421")
  }

  @Test func `A publication with new hosts applies to connections that are open`() async throws {
    let server = try await SitesServer([#""a.example""#, #""b.example""#])
    let request = "GET /which HTTP/1.1\r\nHost: b.example\r\n\r\n"
    let first = try await onThread {
      let socket = try server.connect()
      try socket.send(request)
      let first = try socket.receive(through: "}")
      _ = server.publish(1, hosts: #""c.example""#)
      try socket.send(request)
      return (first, try socket.receive(through: "}"))
    }
    #expect(first.0.contains("200 OK") && first.1.contains("421 Misdirected"))
  }

  @Test
  func `A publication that claims another site's host is refused, others apply`() async throws {
    let server = try await SitesServer([#""a.example""#, #""b.example""#])
    #expect(server.publish(0, hosts: #"["a.example", "c.example"]"#).isNew)
    #expect(try await server.asked("c.example") == "site 0")
    #expect(server.publish(0, hosts: #""c.example""#).isNew)
    #expect(try await server.asked("a.example") == "421")
    let refused = server.publish(1, hosts: #"["b.example", "c.example"]"#)
    #expect(!refused.isNew && refused.findings.map(\.rule) == [.takenHost])
    #expect(try await server.asked("b.example") == "site 1")
    #expect(try await server.asked("c.example") == "site 0")
    #expect(server.publish(1, hosts: nil).isNew)
    #expect(try await server.asked("b.example") == "site 1")
    #expect(try await server.asked("a.example") == "site 1")
    #expect(!server.publish(0, hosts: nil).isNew)
  }

  @Test func `The event of a request names its site`() async throws {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let server = try await SitesServer([#""a.example""#, #""b.example""#], events: log)
    for host in ["b.example", "a.example", "c.example"] { _ = try await server.asked(host) }
    let lines = try EventLines.of(log)
    try #require(lines.count == 3)
    #expect(lines[0].contains(#""site":"site1","request_id""#))
    #expect(lines[1].contains(#""site":"site0","request_id""#))
    #expect(!lines[2].contains(#""site""#))
    #expect(lines[2].contains(#""status":421,"step":"route","source":"problem""#))
  }
}

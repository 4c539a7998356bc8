// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import ResourceService
import Signals
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Connections to the service of records` {
  @Test func `A record is created and listed over a real connection`() async throws {
    let server = try await ResourceServer()
    let create = ResourceServer.request(
      "POST /v1/flowers",
      ["Connection: close"],
      body: "{\"name\":\"Rose\"}"
    )
    let list = ResourceServer.request("GET /v1/flowers", ["Connection: close"])
    let replies = try await onThread {
      try [create, list].map { text in
        let socket = try server.connect()
        try socket.send(text)
        return try socket.receiveAll()
      }
    }
    #expect(replies[0].hasPrefix("HTTP/1.1 201"))
    #expect(replies[1].contains("\"total\":1") && replies[1].contains("\"name\":\"Rose\""))
  }

  @Test func `Each line of an NDJSON stream creates a record or gets its own error`() async throws {
    let server = try await ResourceServer()
    let lines = "{\"name\":\"A\"}\n{\"nam\n{\"price\":1}\n{\"name\":\"B\"}"
    let fields = ["Connection: close", "Content-Type: application/x-ndjson"]
    let text = ResourceServer.request("POST /v1/flowers", fields, body: lines)
    let reply = try await onThread {
      let socket = try server.connect()
      try socket.send(text)
      return try socket.receiveAll()
    }
    let statuses = reply.split(separator: "\"status\":").dropFirst().map { $0.prefix(3) }
    #expect(statuses == ["201", "400", "422", "201"])
    #expect(try server.under.send(.get, "/v1/flowers").names == ["A", "B"])
  }

  @Test func `Each line of a stream to the batch is an operation on a record of any type`()
    async throws
  {
    let server = try await ResourceServer()
    let id = "s-01h455vb4pex5vsknk084sn02q"
    let lines = """
      {"op":"create","type":"shops","uuid":"\(id)","body":{"name":"Here"}}
      {"op":"create","type":"flowers","body":{"name":"A","shop":"\(id)"}}
      {"op":"get","id":"f-01h455vb4pex5vsknk084sn02q"}
      {"op":"create","type":"flowers","lid":"a","body":{"name":"B"}}
      {"op":"grow"}
      {"op":"update","id":"\(id)","body":{"name":"There"}}
      """
    let fields = ["Connection: close", "Content-Type: application/x-ndjson"]
    let text = ResourceServer.request("POST /v1:batch", fields, body: lines)
    let reply = try await onThread {
      let socket = try server.connect()
      try socket.send(text)
      return try socket.receiveAll()
    }
    let statuses = reply.split(separator: "\"status\":").dropFirst().map { $0.prefix(3) }
    #expect(statuses == ["201", "201", "404", "400", "400", "200"])
    #expect(try server.under.send(.get, "/v1/shops/\(id)/flowers").names == ["A"])
    #expect(try server.under.send(.get, "/v1/shops").names == ["There"])
  }

  @Test func `A long poll waits for a change and then answers it`() async throws {
    let server = try await ResourceServer()
    let text = ResourceServer.request("GET /v1/changes?since=0&wait=30s", ["Connection: close"])
    async let reply = onThread {
      let socket = try server.connect()
      try socket.send(text)
      return try socket.receiveAll()
    }
    try await waitUntil("the request waits for changes") { server.under.service.feed.readers == 1 }
    _ = try server.under.create(["name": "Rose"])
    #expect(try await reply.contains(/"syncToken":"[0-9a-f]{16}_1"/))
    try await waitUntil("nobody waits for changes") { server.under.service.feed.readers == 0 }
  }

  @Test(arguments: ["-1", "soon", ""])
  func `A long poll with an unreadable wait is refused`(wait: String) async throws {
    let server = try await ResourceServer()
    let text = ResourceServer.request("GET /v1/changes?wait=\(wait)", ["Connection: close"])
    let reply = try await onThread {
      let socket = try server.connect()
      try socket.send(text)
      return try socket.receiveAll()
    }
    #expect(reply.hasPrefix("HTTP/1.1 400") && reply.contains("expected seconds such as 30s"))
  }

  @Test
  func `An event stream delivers every change and ends with its client`() async throws {
    let server = try await ResourceServer()
    _ = try server.under.create(["name": "Old"])
    let text = ResourceServer.request("GET /v1/changes?since=0", ["Accept: text/event-stream"])
    let socket = try server.connect()
    let first = try await onThread {
      try socket.send(text)
      return try socket.receive(through: "\"_version\":1}\n\n")
    }
    #expect(first.contains("text/event-stream"))
    #expect(first.contains(/id: [0-9a-f]{16}_1\nevent: change\ndata:/))
    let id = try server.under.create(["name": "New"])
    let second = try await onThread { try socket.receive(through: "\"_version\":2}\n\n") }
    #expect(second.contains("{\"uuid\":\"\(id)\",\"_type\":\"flowers\",\"_version\":2}"))
    #expect(!second.contains("New"))
    socket.reset()
    try await waitUntil("nobody waits for changes") { server.under.service.feed.readers == 0 }
  }

  @Test func `Every one of many event streams gets each of several commits in order`() async throws
  {
    let server = try await ResourceServer()
    let text = ResourceServer.request("GET /v1/changes?since=0", ["Accept: text/event-stream"])
    let streams = try (0..<40).map { _ in
      let socket = try server.connect()
      try socket.send(text)
      return socket
    }
    try await waitUntil("all streams wait") { server.under.service.feed.readers == 40 }
    for number in 1...5 { _ = try server.under.create(["name": .text("New \(number)")]) }
    for socket in streams {
      let got = try await onThread { try socket.receive(through: "\"_version\":5}\n\n") }
      let versions = got.matches(of: /"_version":(\d+)/).map { String($0.1) }
      #expect(versions == ["1", "2", "3", "4", "5"])
    }
  }

  @Test
  func `A path outside the mount answers 404, and a sync token of the future 410`() async throws {
    let server = try await ResourceServer()
    let requests = [
      ResourceServer.request("GET /v2", ["Connection: close"]),
      ResourceServer.request(
        "GET /v1/changes?since=9",
        ["Connection: close", "Accept: text/event-stream"]
      ),
    ]
    let replies = try await onThread {
      try requests.map { text in
        let socket = try server.connect()
        try socket.send(text)
        return try socket.receiveAll()
      }
    }
    #expect(replies[0].hasPrefix("HTTP/1.1 404") && replies[1].hasPrefix("HTTP/1.1 410"))
  }
}

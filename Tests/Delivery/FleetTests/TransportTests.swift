// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Digests
import Fleet
import FleetTesting
import Foundation
import HTTPClient
import HTTPServer
import HTTPValues
import LoopTesting
import Reactor
import Signals
import Synchronization
import Testing

/// A gateway that does nothing.
private final class IdleMember: FleetMember {
  private let noted = Mutex<[FleetEntry]>([])
  var applied: [FleetEntry] { noted.withLock(\.self) }

  func load(_ edition: FleetEdition, isOver: @escaping @Sendable (LoadOutcome) -> Void) {
    isOver(.ready)
  }
  func activate(_ entry: FleetEntry, _: RolloutWithdrawal?) {}
  func apply(_ entry: FleetEntry) { noted.withLock { $0.append(entry) } }
  func beginEdges(_ fence: Fence, _ jobs: [FleetEntry]) {}
  func purgeEdges(_ job: FleetEntry) {}
  func endEdges() {}
  func share(_: [String: Double], among _: Int, at _: Instant) -> [String: Double] { [:] }
  func vouch(until _: Instant) {}
  func tidy() {}
  func counted(_: DataValue) {}
  func report(_ report: FleetReport) {}
}

/// A node with a server for others, in a folder of its own.
private struct ServedNode {
  let node: FleetNode
  let transport: HTTPFleetTransport
  let member = IdleMember()
  let address: SocketAddress
  let gate: FleetGate
  private let server: HTTPServer
  let told = Told()

  /// A list that several threads write.
  final class Told: Sendable {
    let texts = Mutex<[String]>([])
  }

  init(
    _ name: String,
    in folder: String,
    key: FleetKey,
    clock: LoopClock = .system,
    bound: Duration = FleetTiming().bound,
    on group: LoopGroup
  ) async throws {
    let gate = FleetGate(key, clock: clock) { _ in }
    self.gate = gate
    server = try await HTTPServer.start(
      [ListenerConfiguration(.loopback(port: 0))],
      on: group,
      limits: FleetGate.limits,
      signals: ServerSignals(try SignalRegistry(), reportBug: { _ in }),
      handler: { gate.handler(on: $0) }
    )
    let address = server.addresses[0]
    var settings = FleetNode.Settings(folder: "\(folder)/\(name)", name: name)
    settings.address = "\(address)"
    settings.timing.beat = .milliseconds(200)
    settings.timing.bound = bound
    let (own, loop, member, told) = (settings, group.loops[0], member, told)
    (transport, node) = try await loop.perform { core in
      let transport = try HTTPFleetTransport(
        of: "shop",
        key,
        ClientConfiguration(),
        resolver: Resolver(pool: WorkerPool("names", threads: 1)),
        on: core
      ) { text in told.texts.withLock { $0.append(text) } }
      let node = try FleetNode(own, loop: loop, transport: transport, member: member)
      transport.begin(as: node.id)
      gate.open("shop", to: node)
      return (transport, node)
    }
    self.address = address
    node.start { wake in try SQLiteFleetStore("\(folder)/store", wake: wake) }
  }
}

@Suite(.timeLimit(.minutes(5))) struct `The way from one node to another` {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("fleet-way-\(UUID().uuidString)").path
  private let key: FleetKey
  /// The time at nodes that get what a test signs: it stands still, so that no signature grows old on a busy machine.
  private let clock = ManualClock()

  init() throws { key = try #require(FleetKey(Array("sixteen bytes and more".utf8))) }

  private static func body(_ messages: [PeerMessage]) -> [UInt8] {
    DataValue.list(messages.map(\.data)).json
  }

  /// The field of a signature, as a node of the same release makes it.
  private func field(
    _ body: [UInt8],
    to node: NodeID,
    key word: String = "sixteen bytes and more",
    time: Int64? = nil,
    site: String = "shop",
    nonce: String = "00000000000000aa"
  ) -> String {
    let digest = Hexadecimal.text(SHA256.digest(of: body.span))
    let time = time ?? clock.wallSeconds * 1_000
    let head = "1 \(NodeID(77)) \(node) \(time) \(nonce) \(digest)"
    let signed = Array("\(head) \(site)".utf8)
    let seal = SHA256.authentication(of: signed.span, key: Array(word.utf8))
    return "Portico-Fleet: \(head) \(Hexadecimal.text(seal))\r\n"
  }

  private func answer(
    _ fields: String,
    _ body: [UInt8],
    _ line: String = "POST /fleet/shop",
    at address: SocketAddress
  ) async throws -> String {
    let text = String(decoding: body, as: UTF8.self)
    return try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send(
        "\(line) HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)"
          + "Content-Length: \(body.count)\r\n\r\n\(text)"
      )
      return try socket.receiveAll()
    }
  }

  @Test func `Two nodes make a purge of an operator over real sockets`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let group = try LoopGroup(count: 1)
    // An acknowledgement waits for both, however slow this machine is.
    let bound = Duration.seconds(60)
    let first = try await ServedNode("a", in: folder, key: key, bound: bound, on: group)
    let second = try await ServedNode("b", in: folder, key: key, bound: bound, on: group)
    try await waitUntil("the nodes know each other") {
      [first.node, second.node].allSatisfy { $0.state.nodes.count == 1 }
    }
    let order = #"{"tag":"a"}"#
    let told = try await first.node.purge(Purge(.tags(["a"])), order: order)
    #expect(told.nodes == 2 && told.missing == [], "\(told)")
    #expect(second.member.applied.map(\.order) == [order])
    #expect(first.transport.failures == [:])
  }

  @Test func `A node with another key is refused and told why`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let group = try LoopGroup(count: 1)
    let other = try #require(FleetKey(Array("another key of a stranger".utf8)))
    let first = try await ServedNode("a", in: folder, key: key, on: group)
    let second = try await ServedNode("b", in: folder, key: other, on: group)
    try await waitUntil("the nodes know each other") {
      [first.node, second.node].allSatisfy { $0.state.nodes.count == 1 }
    }
    _ = try await first.node.purge(Purge(.everything))
    try await waitUntil("the reason is told") {
      first.told.texts.withLock { $0.contains { $0.contains("of another key") } }
    }
    // The store is the way that is left.
    try await waitUntil("the purge is made") { second.member.applied.count == 1 }
  }

  @Test func `A stranger is refused with a reason, and nothing is taken`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let group = try LoopGroup(count: 1)
    let served = try await ServedNode("a", in: folder, key: key, clock: .manual(clock), on: group)
    let (id, address) = (served.node.id, served.address)
    let body = Self.body([.entries([FleetSamples.entry(FleetSamples.purge, 1)])])
    let now = clock.wallSeconds * 1_000
    let good = field(body, to: id)
    let cases: [(String, [UInt8], String, String)] = [
      ("", body, "POST /fleet/shop", "401"),
      ("Portico-Fleet: 2 x\r\n", body, "POST /fleet/shop", "400"),
      ("Portico-Fleet: 1 x\r\n", body, "POST /fleet/shop", "400"),
      (field(body, to: id, key: "a key of a stranger"), body, "POST /fleet/shop", "401"),
      (field(body, to: id, time: now - 70_000), body, "POST /fleet/shop", "401"),
      (field(body, to: id, time: now + 70_000), body, "POST /fleet/shop", "401"),
      (field(body, to: id, time: .min), body, "POST /fleet/shop", "401"),
      (field(body, to: NodeID(5)), body, "POST /fleet/shop", "421"),
      (good, Self.body([]), "POST /fleet/shop", "401"),
      (field(body, to: id, site: "garden"), body, "POST /fleet/shop", "401"),
      (good, body, "POST /fleet/garden", "404"),
      (good, [], "PUT /fleet/shop", "405"),
      (
        field(Array("[1".utf8), to: id, nonce: "00000000000000ab"), Array("[1".utf8),
        "POST /fleet/shop", "400"
      ),
    ]
    for (fields, body, line, status) in cases {
      let answer = try await answer(fields, body, line, at: address)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(line) \(fields)\(answer)")
      #expect(status == "405" || answer.contains("\"detail\":"), "\(answer)")
    }
    // The signature of the body that was exchanged counts as used.
    let replayed = try await answer(good, body, at: address)
    #expect(replayed.hasPrefix("HTTP/1.1 409 "), "\(replayed)")
    #expect(served.member.applied.isEmpty)
    let taken = try await answer(field(body, to: id, nonce: "00000000000000ac"), body, at: address)
    #expect(taken.hasPrefix("HTTP/1.1 204 "), "\(taken)")
    try await waitUntil("the purge is made") { served.member.applied.count == 1 }
  }

  @Test func `A question for a report is answered once, if its signature covers all of it`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let group = try LoopGroup(count: 1)
    let served = try await ServedNode("a", in: folder, key: key, clock: .manual(clock), on: group)
    let (id, address) = (served.node.id, served.address)
    served.gate.open { request, reader, _, _ in
      .response(Response(.ok), body: Array("\(request.target.text) \(reader.name)".utf8))
    }
    func signed(_ text: String, _ nonce: String, key: String = "sixteen bytes and more") -> String {
      field(Array(text.utf8), to: id, key: key, site: "*", nonce: nonce)
    }
    let reader = "Portico-Fleet-Reader: viewer otto%20k\r\n"
    let good = signed("GET /routes?a=1\nviewer otto%20k", "00000000000000b1") + reader
    let cases = [
      ("", "400"), (reader, "401"), ("Portico-Fleet-Reader: \r\n", "400"),
      (signed("GET /routes?a=2\nviewer otto%20k", "00000000000000b2") + reader, "401"),
      (signed("GET /routes?a=1\nadmin otto%20k", "00000000000000b3") + reader, "401"),
      (
        signed("GET /routes?a=1\nviewer otto%20k", "00000000000000b4", key: "a key of a stranger")
          + reader, "401"
      ),
      (good, "200"), (good, "409"),
    ]
    for (fields, status) in cases {
      let answer = try await answer(fields, [], "GET /routes?a=1", at: address)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(fields)\(answer)")
      #expect(status != "200" || answer.hasSuffix("/routes?a=1 otto k"), "\(answer)")
    }
  }

  @Test
  func `What a later release pushes is given to the store as it came when its sender is gone`()
    async throws
  {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let group = try LoopGroup(count: 1)
    let served = try await ServedNode("a", in: folder, key: key, clock: .manual(clock), on: group)
    let (id, address) = (served.node.id, served.address)
    let purge = FleetSamples.entry(FleetSamples.purge, 1, by: 77).text
      .replacing("\"body\":{", with: "\"body\":{\"depth\":3,")
    let greeting = FleetSamples.entry(
      .unknown("greeting", .members([("to", .text("all"))])),
      2,
      by: 77
    )
    .text.replacing("\"made\"", with: "\"mood\":\"fine\",\"made\"")
    let body = """
      [{"kind":"weather","sky":"blue"},{"kind":"entries","later":1,"entries":[\(purge),\(greeting)]}]
      """
    let bytes = Array(body.utf8)
    let answer = try await answer(field(bytes, to: id), bytes, at: address)
    #expect(answer.hasPrefix("HTTP/1.1 204 "), "\(answer)")
    try await waitUntil("the purge is made") { served.member.applied.count == 1 }
    // The sender gives nothing to the store, and so this node does.
    let folder = folder
    try await waitUntil("both are recorded") {
      try await onThread {
        let store = try SQLiteFleetStore("\(folder)/store")
        defer { store.close() }
        let texts = try store.read(from: 0, limit: 10).entries.map(\.entry.text)
        return texts.count == 2 && texts.contains { $0.contains("\"depth\":3") }
          && texts.contains { $0.contains("\"mood\":\"fine\"") }
      }
    }
  }

  @Test func `A body that is too long is refused before it is read`() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let group = try LoopGroup(count: 1)
    let served = try await ServedNode("a", in: folder, key: key, clock: .manual(clock), on: group)
    let (id, address) = (served.node.id, served.address)
    let fields = field([], to: id) + "Content-Length: \(FleetGate.bodyLimit + 1)\r\n\r\n"
    let answer = try await onThread {
      let socket = try PlainSocket(to: address)
      try socket.send("POST /fleet/shop HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\(fields)")
      return try socket.receiveAll()
    }
    #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
  }
}

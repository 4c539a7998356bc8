// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import Fleet
import FleetTesting
import Foundation
import LoopTesting
import Reactor
import Synchronization
import Testing

/// The way from one node to the others of this process.
private struct LocalWay: FleetTransport {
  let nodes: Nodes
  let sender: Nodes.Name

  func send(_ message: PeerMessage, to node: NodeReport) {
    let target = nodes.all.withLock { $0[node.id] }
    target?.receive(message, from: sender.id.withLock(\.self))
  }

  final class Nodes: Sendable {
    let all = Mutex<[NodeID: FleetNode]>([:])

    final class Name: Sendable { let id = Mutex(NodeID(0)) }
  }
}

/// A gateway that notes what a fleet asks of it.
private final class NotingMember: FleetMember {
  let applied = Mutex<[EntryID]>([])
  let served = Mutex<[String]>([])
  let refusing: String?

  init(refusing: String? = nil) { self.refusing = refusing }

  func load(_ edition: FleetEdition, isOver: @escaping @Sendable (LoadOutcome) -> Void) {
    isOver(edition.name == refusing ? .refused("a test") : .ready)
  }
  func activate(_ entry: FleetEntry, _: RolloutWithdrawal?) {
    served.withLock { $0.append(entry.change?.edition.name ?? "") }
  }
  func apply(_ entry: FleetEntry) { applied.withLock { $0.append(entry.id) } }
  func beginEdges(_ fence: Fence, _ jobs: [FleetEntry]) {}
  func purgeEdges(_ job: FleetEntry) {}
  func endEdges() {}
  func share(_: [String: Double], among _: Int, at _: Instant) -> [String: Double] { [:] }
  func vouch(until _: Instant) {}
  func tidy() {}
  func counted(_: DataValue) {}
  func report(_ report: FleetReport) {}
}

@Suite(.timeLimit(.minutes(5))) struct `A node of a fleet` {
  @Test(arguments: [StoreEngine.sqlite, .postgreSQL])
  func `Three nodes serve an edition and make a purge that one of them was asked for`(
    _ engine: StoreEngine
  ) async throws {
    let under = StoreUnderTest(engine)
    let fleet = LocalWay.Nodes()
    let loop = try RunningLoop()
    var members: [NotingMember] = []
    var nodes: [FleetNode] = []
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fleet-nodes-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in 0..<3 {
      let member = NotingMember()
      let way = LocalWay(nodes: fleet, sender: LocalWay.Nodes.Name())
      var settings = FleetNode.Settings(folder: "\(folder)/\(number)", name: "node-\(number)")
      // The nodes learn of each other at once.
      settings.timing.beat = .milliseconds(200)
      // An acknowledgement waits for all, however slow this machine is.
      settings.timing.bound = .seconds(60)
      let own = settings
      let made = await loop.perform { [event = loop.loop] _ in
        Result { try FleetNode(own, loop: event, transport: way, member: member) }
      }
      let node = try made.get()
      way.sender.id.withLock { $0 = node.id }
      fleet.all.withLock { $0[node.id] = node }
      node.start { wake in try under.open(wake) }
      members.append(member)
      nodes.append(node)
    }
    let all = nodes
    try await waitUntil("the nodes know each other") {
      all.allSatisfy { $0.state.nodes.count == 2 }
    }
    let told = try await nodes[0].purge(Purge(.tags(["a"])))
    #expect(told.nodes == 3 && told.missing == [])
    let digest = try await nodes[1].keep([1, 2, 3])
    #expect(try await nodes[2].fetch(digest) == [1, 2, 3])
    let edition = FleetEdition("0123456789abcdef", manifest: digest)
    let served = try await nodes[1].change(.publication, to: edition) { $0.lead = 50 }
    #expect(served.position != nil && served.missing == [])
    let noting = members
    try await waitUntil("all serve the edition") {
      noting.allSatisfy { $0.served.withLock(\.self) == [edition.name] }
    }
    #expect(members.allSatisfy { $0.applied.withLock(\.self) == [told.entry] })
    #expect(nodes.allSatisfy { $0.state.own.edition == edition.name })
  }

  @Test func `A process that is replaced fails orders, and the next one makes its purges again`()
    async throws
  {
    let under = StoreUnderTest(.sqlite)
    let loop = try RunningLoop()
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fleet-replaced-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func start(since moment: Int64) async throws -> (node: FleetNode, member: NotingMember) {
      let member = NotingMember()
      var settings = FleetNode.Settings(folder: folder, name: "node")
      settings.repeatsSince = moment
      // An acknowledgement waits for the store, however slow this machine is.
      settings.timing.bound = .seconds(60)
      let own = settings
      let way = LocalWay(nodes: LocalWay.Nodes(), sender: LocalWay.Nodes.Name())
      let made = await loop.perform { [event = loop.loop] _ in
        Result { try FleetNode(own, loop: event, transport: way, member: member) }
      }
      let node = try made.get()
      node.start { wake in try under.open(wake) }
      return (node, member)
    }
    let first = try await start(since: .max)
    let told = try await first.node.purge(Purge(.tags(["a"])))
    #expect(told.position != nil)
    try await first.node.end()
    await #expect(throws: PlainError.self) { try await first.node.purge(Purge(.tags(["b"]))) }
    let second = try await start(since: 0)
    #expect(second.node.id == first.node.id)
    #expect(second.member.applied.withLock(\.self) == [told.entry])
    let again = try await second.node.purge(Purge(.tags(["c"])))
    #expect(second.member.applied.withLock(\.self) == [told.entry, again.entry])
    try await second.node.end()
    // A usual start has them in what it keeps.
    #expect(try await start(since: .max).member.applied.withLock(\.self) == [])
  }
}

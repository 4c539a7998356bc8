// SPDX-License-Identifier: Apache-2.0

import Fleet
import FleetTesting
import Reactor
import Testing

@Suite struct `Nodes that meet` {
  @Test func `A node tells those that the store lists its name and address, once`() {
    let node = MachineUnderTest(peers: [2])
    func greeted() -> [NodeID] {
      node.actions.compactMap {
        guard case .send(.greeting(let report), let peer) = $0 else { return nil }
        return report.name == "own" ? peer : nil
      }
    }
    func list(_ address: String) {
      let own = NodeReport(NodeID(1), name: "own")
      let nodes = [own, NodeReport(NodeID(3), name: "new", address: address)].map {
        ListedNode($0, beaten: node.storeTime)
      }
      node.handle(.beaten(.success(node.answer(0, nodes: nodes)), sent: node.now))
    }
    node.handle(.due)
    list("10.0.0.3:9000")
    #expect(greeted() == [NodeID(2), NodeID(3)])
    node.wait(5_000)
    list("10.0.0.3:9000")
    #expect(greeted().isEmpty)
    node.wait(5_000)
    list("10.0.0.3:9001")
    #expect(greeted() == [NodeID(3)])
  }

  @Test func `A node that the store has not listed yet is known by its own word`() {
    let node = MachineUnderTest()
    node.handle(.due)
    node.beaten()
    node.handle(.message(.pulse([:]), from: NodeID(2)))
    var report = NodeReport(NodeID(2), name: "second")
    node.handle(.message(.greeting(report), from: NodeID(2)))
    #expect(node.keptPeers == [report])
    report.address = "10.0.0.2:9000"
    node.handle(.message(.greeting(report), from: NodeID(2)))
    #expect(node.keptPeers == [report])
    report.edition = "0123456789abcdef"
    node.handle(.message(.greeting(report), from: NodeID(2)))
    #expect(node.keptPeers == nil && node.peer(2) == report)
    // Nobody speaks for another node.
    node.handle(.message(.greeting(NodeReport(NodeID(2), name: "x")), from: NodeID(3)))
    #expect(node.peer(2) == report)
  }
}

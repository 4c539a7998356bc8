// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Edges
import Foundation
import LoopTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `An exported edge in front of several sites` {
  private static func rules(_ hosts: String) async throws -> EdgeRuleSet {
    try await EdgeOrigin(
      EdgeSite.files,
      settings: EdgeSite.settings
        .replacingOccurrences(of: "roots:", with: "hosts: [\(hosts)], roots:")
    ).rules()
  }

  private static let later = "Thu, 01 Jan 2099 00:00:00 GMT"
  private static let german = [(name: "Accept-Language", value: "de")]

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge leaves requests for the hosts of other sites to the gateway unchanged`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let stub = try StubOrigin()
    stub.answer { $0.fields = ["Cache-Control": "public, max-age=600", "Expires": Self.later] }
    let rules = try await Self.rules(#""shop.example", "*.shops.example", "[::1]:8000""#)
    let edge = try await EdgeProcess.start(kind, rules, stub.settings)
    try await onThread { [edge, stub] in
      func get(_ host: String, _ path: String = "/terms") throws -> HTTPDialogue.Reply {
        try HTTPDialogue(edge.address, host: host).get(path, Self.german)
      }
      let own = ["shop.example", "SHOP.example:8080", "a.shops.example"]
      for host in own {
        _ = try get(host)
        let head = stub.requests.last?.lowercased() ?? ""
        #expect(head.hasPrefix("get /de/terms http"), "\(host): \(head)")
      }
      let others = ["other.example", "shop.example.evil", "shops.example", "xshop.example"]
      for host in others {
        for path in ["/terms", "/de/terms", "/config"] {
          let count = stub.requests.count
          #expect(try get(host, path).text == "answer \(count + 1)", "\(host)\(path)")
          let head = stub.requests.last?.lowercased() ?? ""
          #expect(head.hasPrefix("get \(path) http"), "\(host): \(head)")
          #expect(head.contains("host: \(host)\r\n") && head.contains("accept-language: de\r\n"))
        }
      }
      // What is kept for one host is given to no other, and is still there.
      let count = stub.requests.count
      #expect(try get("shop.example").text == "answer 1")
      #expect(try get("a.shops.example").text != "answer 1")
      #expect(stub.requests.count == count)
      stub.goAway()
      #expect(try get("unknown.shops.example", "/config").status == 200)
      let closed = try get("gone.example", "/config")
      #expect(closed.status >= 500 && !closed.text.contains("Closed"), "\(closed)")
    }
  }

  @Test func `nginx keeps answers of hosts apart where the site names no hosts`() async throws {
    let stub = try StubOrigin()
    stub.answer { $0.fields = ["Cache-Control": "public, max-age=600", "Expires": Self.later] }
    let rules = try await EdgeOrigin(EdgeSite.files).rules()
    let edge = try await EdgeProcess.start(.nginx, rules, stub.settings)
    try await onThread { [edge] in
      for (host, text) in [
        ("one.example", "answer 1"), ("two.example", "answer 2"), ("one.example", "answer 1"),
      ] {
        let dialogue = try HTTPDialogue(edge.address, host: host)
        #expect(try dialogue.get("/de/terms").text == text)
      }
    }
  }

  @Test func `nginx accepts hosts of any length and number`() async throws {
    let label = String(repeating: "a", count: 60)
    let names = (0..<60).map { "\"\(label).\(label).n\($0).example\"" } + ["\"shop.example\""]
    let stub = try StubOrigin()
    let rules = try await Self.rules(names.joined(separator: ", "))
    let edge = try await EdgeProcess.start(.nginx, rules, stub.settings)
    try await onThread { [edge] in
      let dialogue = try HTTPDialogue(edge.address)
      #expect(try dialogue.get("/terms", Self.german).text == "answer 1")
    }
    #expect(stub.requests.first?.hasPrefix("GET /de/terms ") == true)
  }
}

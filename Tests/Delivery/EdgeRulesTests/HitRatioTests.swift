// SPDX-License-Identifier: Apache-2.0

import EdgeRules
import Foundation
import LoopTesting
import Reactor
import SeededTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The hit ratio of an exported edge` {
  /// Those who come on that day, in every language, from everywhere, with every device and version;
  /// they come again and again.
  private static let visitors = {
    var numbers = SeededNumbers(5)
    return (0..<300).map { _ in GeneratedVisitor.usual(&numbers) }
  }()

  /// Requests in a row: who asks for what. The documents are asked for as Zipf has it.
  private static func requests(_ count: Int, seed: UInt64) -> [(GeneratedVisitor, String)] {
    var numbers = SeededNumbers(seed)
    let paths = ["config", "home", "prices", "plain", "terms", "old", "items/0", "items/1"]
    var sum = 0.0
    let shares = paths.indices.map { index in
      sum += 1 / Double(index + 1)
      return sum
    }
    return (0..<count).map { _ in
      let place = Double.random(in: 0..<sum, using: &numbers)
      let index = shares.firstIndex { $0 > place } ?? 0
      let visitor = visitors[Int.random(in: visitors.indices, using: &numbers)]
      return (visitor, "/\(paths[index])")
    }
  }

  /// Returns the number of answers from the edge's cache; every fortieth one is compared with the
  /// gateway's own.
  private static func hits(
    _ requests: [(GeneratedVisitor, String)],
    _ edge: EdgeProcess,
    _ origin: EdgeOrigin
  ) async throws -> Double {
    let count = try await onThread { [edge, origin] in
      let (dialogue, direct) = (try HTTPDialogue(edge.address), try HTTPDialogue(origin.address))
      var hits = 0
      for (number, (visitor, target)) in requests.enumerated() {
        let reply = try dialogue.get(target, visitor.fields)
        if reply.isHit { hits += 1 }
        guard number % 40 == 0 else { continue }
        let meant = try direct.get(target, visitor.fields)
        if reply.status != meant.status || timeless(reply.text) != timeless(meant.text) {
          Issue.record("\(visitor.fields) at \(target)")
        }
      }
      return hits
    }
    return Double(count) / Double(requests.count)
  }

  /// A body without its instant, which may have moved on between two requests.
  private static func timeless(_ body: String) -> String {
    body.replacing(/"_expire":"[0-9]+"/, with: "")
  }

  @Test(arguments: EdgeProcess.Kind.allCases)
  func `An edge with exported rules has a hit ratio of 99 percent for mixed visitors`(
    _ kind: EdgeProcess.Kind
  ) async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let edge = try await EdgeProcess.start(kind, origin.rules(), origin.settings)
    _ = try await Self.hits(Self.requests(6_000, seed: 3), edge, origin)
    let ratio = try await Self.hits(Self.requests(2_000, seed: 4), edge, origin)
    #expect(ratio >= 0.99, "\(kind.rawValue): \(ratio)")
  }

  @Test
  func `An edge that keys by raw fields has a hit ratio below 60 percent`() async throws {
    let origin = try await EdgeOrigin(EdgeSite.files)
    let edge = try await EdgeProcess.varnish(
      origin.rules(),
      origin.settings,
      vcl: """
        vcl 4.1;
        backend portico { .host = "127.0.0.1"; .port = "\(origin.address.port)"; }
        sub vcl_deliver {
          if (obj.hits > 0) { set resp.http.X-Cache = "HIT"; } else { set resp.http.X-Cache = "MISS"; }
        }
        """
    )
    _ = try await Self.hits(Self.requests(400, seed: 3), edge, origin)
    let ratio = try await Self.hits(Self.requests(400, seed: 4), edge, origin)
    #expect(ratio < 0.6, "\(ratio)")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Fleet
import SeededTesting
import Testing

@Suite struct `The share of a limit` {
  private static func parts(_ demands: [Double]) -> [Double] {
    demands.indices.map { index in
      var others = demands
      let own = others.remove(at: index)
      return LimitShare.part(own: own, others: others)
    }
  }

  @Test func `Five nodes that all want more take equal parts`() {
    for part in Self.parts(Array(repeating: 0.9, count: 5)) { #expect(abs(part - 0.2) < 1e-9) }
  }

  @Test func `A node takes what the others leave`() {
    let parts = Self.parts([1, 0, 0.1, 0.1, 0.1])
    #expect(abs(parts[0] - 0.7) < 1e-9)
    #expect(parts[1] < 1e-9)
  }

  @Test func `A limit that nobody exhausts is whole at a node less what the others use`() {
    #expect(LimitShare.part(own: 5, others: []) == 1)
    #expect(LimitShare.part(own: 0, others: [0.25, 0.25]) == 0.5)
  }

  @Test func `What is admitted never exceeds the limit, and uses it where enough is wanted`() {
    var random = SeededNumbers(7)
    for _ in 0..<2_000 {
      let count = Int.random(in: 1...12, using: &random)
      let demands = (0..<count).map { _ in Double.random(in: 0...2, using: &random) }
      let passed = zip(Self.parts(demands), demands).reduce(0) { $0 + min($1.0, $1.1) }
      #expect(abs(passed - min(1, demands.reduce(0, +))) < 1e-9)
    }
  }
}

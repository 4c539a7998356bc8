// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import HTTPValues
import Reactor
import Services
import Testing

@testable import Backends

@Suite struct `The choice of an endpoint` {
  private func endpoint(
    _ port: UInt16,
    weight: Int = BackendDeclaration.Address.usualWeight
  ) -> Endpoint {
    Endpoint(Destination(Origin(.http, host: "127.0.0.1", port: port)), weight: weight)
  }

  /// Endpoints on ports 1, 2, 3... with these weights.
  private func choice(_ weights: Int..., ramp: Duration = .seconds(10)) -> EndpointChoice {
    var choice = EndpointChoice(ramp: ramp)
    let list = weights.enumerated().map { endpoint(UInt16($0.offset + 1), weight: $0.element) }
    _ = choice.update(to: list, at: at(0))
    return choice
  }

  private func ids(_ choice: EndpointChoice) -> [UInt16: EndpointID] {
    Dictionary(uniqueKeysWithValues: choice.listed.map { ($0.endpoint.origin.port, $0.id) })
  }

  /// Returns the number of calls to each port, of 10,000 calls made one after the other.
  private func shares(
    _ choice: inout EndpointChoice,
    at now: Instant = at(0),
    seed: UInt64 = 7
  ) -> [UInt16: Int] {
    var random = SmallRandom(seed: seed)
    var shares: [UInt16: Int] = [:]
    for _ in 0..<10_000 {
      guard let id = choice.pick(at: now, using: &random) else { continue }
      shares[choice.endpoint(id)?.origin.port ?? 0, default: 0] += 1
      choice.finished(id)
    }
    return shares
  }

  struct Load: CustomTestStringConvertible {
    let weights: (Int, Int)
    let underWay: (Int, Int)
    /// The position of the draw: below the first endpoint's share, or above.
    let drawn: Double
    let chosen: UInt16
    var testDescription: String { "weights \(weights), under way \(underWay), drawn \(drawn)" }
  }

  @Test(arguments: [
    Load(weights: (1, 1), underWay: (0, 0), drawn: 0.1, chosen: 1),
    Load(weights: (1, 1), underWay: (0, 0), drawn: 0.9, chosen: 2),
    Load(weights: (1, 1), underWay: (1, 0), drawn: 0.1, chosen: 2),
    Load(weights: (1, 1), underWay: (3, 3), drawn: 0.1, chosen: 1),
    Load(weights: (1, 1), underWay: (3, 4), drawn: 0.9, chosen: 1),
    Load(weights: (95, 5), underWay: (1, 0), drawn: 0.1, chosen: 1),
    Load(weights: (95, 5), underWay: (18, 0), drawn: 0.1, chosen: 1),
    Load(weights: (95, 5), underWay: (19, 0), drawn: 0.1, chosen: 2),
    Load(weights: (95, 5), underWay: (0, 0), drawn: 0.97, chosen: 2),
    Load(weights: (95, 5), underWay: (0, 1), drawn: 0.97, chosen: 1),
  ])
  func `Of two drawn endpoints the one with less load for its weight is chosen`(load: Load) {
    var choice = choice(load.weights.0, load.weights.1)
    let ids = ids(choice)
    for (port, count) in [(UInt16(1), load.underWay.0), (2, load.underWay.1)] {
      guard let id = ids[port] else { continue }
      choice.entries[id.slot].inFlight = count
    }
    var random = FixedRandom(load.drawn)
    let id = choice.pick(at: at(0), using: &random)
    #expect(id.flatMap { choice.endpoint($0) }?.origin.port == load.chosen)
  }

  @Test func `Idle endpoints are chosen in proportion to their weights`() {
    var choice = choice(95, 5)
    let shares = shares(&choice)
    #expect((400...600).contains(shares[2] ?? 0))
  }

  @Test func `An endpoint with weight zero is chosen only if there is no other`() {
    var choice = choice(10, 0)
    #expect(shares(&choice) == [1: 10_000])
    guard let first = ids(choice)[1] else { return }
    choice.setUsable(first, false, at: at(0))
    #expect(shares(&choice) == [2: 10_000])
  }

  @Test func `No endpoint is chosen when none is usable`() {
    var choice = EndpointChoice()
    #expect(shares(&choice).isEmpty)
    choice = self.choice(1)
    for id in ids(choice).values { choice.setUsable(id, false, at: at(0)) }
    #expect(shares(&choice).isEmpty)
    #expect(choice.count == 1 && choice.usableCount == 0)
  }

  @Test func `An endpoint to avoid is chosen only if there is no other`() {
    var choice = choice(1, 1)
    let ids = ids(choice)
    guard let first = ids[1], let second = ids[2] else { return }
    for draw in [0.1, 0.9] {
      var random = FixedRandom(draw)
      let id = choice.pick(at: at(0), avoiding: [first], using: &random)
      #expect(id == second)
    }
    var random = FixedRandom(0.1)
    let id = choice.pick(at: at(0), avoiding: [first, second], using: &random)
    #expect(id != nil)
    #expect(choice.hasOther(than: [first]) && !choice.hasOther(than: [first, second]))
    choice.setUsable(second, false, at: at(0))
    #expect(!choice.hasOther(than: [first]))
  }

  @Test(arguments: [(0.0, 0.1), (2.5, 0.25), (5, 0.5), (10, 1)])
  func `A new endpoint's share grows slowly to its weight`(age: Double, part: Double) {
    var choice = choice(1)
    let change = choice.update(to: [endpoint(1, weight: 1), endpoint(2, weight: 1)], at: at(100))
    #expect(change.added.count == 1 && change.removed.isEmpty)
    let share = Double(shares(&choice, at: at(100 + age))[2] ?? 0)
    let wanted = 10_000 * part / (1 + part)
    #expect(abs(share - wanted) < 300)
  }

  @Test func `A recovered endpoint's share grows slowly to its weight`() {
    var choice = choice(1, 1)
    guard let second = ids(choice)[2] else { return }
    choice.setUsable(second, false, at: at(0))
    #expect(shares(&choice)[2] == nil)
    choice.setUsable(second, true, at: at(50))
    #expect((700...1_100).contains(shares(&choice, at: at(50))[2] ?? 0))
    #expect((4_700...5_300).contains(shares(&choice, at: at(60))[2] ?? 0))
  }

  @Test func `An endpoint that stays in the list keeps its count of calls`() {
    var choice = choice(1, 1)
    var random = FixedRandom(0.1)
    let held = choice.pick(at: at(0), using: &random)
    let change = choice.update(to: [endpoint(3), endpoint(1, weight: 7)], at: at(1))
    #expect(change.added.count == 1 && change.removed.count == 1)
    #expect(held.map { choice.inFlight($0) } == 1)
    #expect(choice.listed.first { $0.id == held }?.endpoint.weight == 7)
  }

  @Test func `The end of a call to an endpoint that has left does not count for its successor`() {
    var choice = choice(1)
    var random = FixedRandom(0)
    guard let gone = choice.pick(at: at(0), using: &random) else { return }
    _ = choice.update(to: [endpoint(2)], at: at(1))
    guard let next = choice.pick(at: at(1), using: &random) else { return }
    #expect(next.slot == gone.slot && next != gone)
    choice.finished(gone)
    choice.setUsable(gone, false, at: at(1))
    #expect(choice.endpoint(gone) == nil)
    #expect(choice.inFlight(next) == 1 && choice.usableCount == 1)
  }

  @Test func `An origin that is listed twice is one endpoint`() {
    var choice = EndpointChoice()
    let change = choice.update(to: [endpoint(1), endpoint(1), endpoint(2)], at: at(0))
    #expect(change.added.count == 2 && choice.count == 2)
  }
}

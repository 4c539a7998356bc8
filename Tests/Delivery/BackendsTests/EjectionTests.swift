// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

@testable import Backends

@Suite struct `The ejection of endpoints` {
  /// Some endpoints that expectations can ask to change; ejections have no jitter.
  private final class Endpoints {
    var machine: Ejection
    var random = FixedRandom(0)
    let ids: [EndpointID]

    init(_ count: Int, _ change: (inout EjectionSettings) -> Void = { _ in }) {
      var settings = EjectionSettings()
      change(&settings)
      machine = Ejection(settings)
      ids = (0..<count).map { EndpointID(slot: $0, generation: 0) }
      _ = machine.update(.init(added: ids, removed: []), at: at(0))
    }

    /// A call that begins and ends at once; whether it ejected the endpoint.
    func call(
      _ index: Int,
      _ outcome: AttemptOutcome,
      _ second: Double,
      began: Double? = nil
    ) -> Bool {
      machine.ended(
        ids[index],
        outcome,
        began: at(began ?? second),
        at: at(second),
        using: &random
      )
    }

    /// So many failures; whether the last one ejected the endpoint.
    func fail(_ index: Int, _ second: Double, times: Int = 5) -> Bool {
      var isEjected = false
      for _ in 0..<times { isEjected = call(index, .failure(), second) }
      return isEjected
    }

    func rest(_ index: Int, _ seconds: Double, _ now: Double) -> Bool {
      machine.rest(ids[index], for: .seconds(seconds), at: at(now))
    }

    func returning(_ second: Double) -> [Int] {
      machine.returning(at: at(second)).map(\.slot)
    }

    var ejected: [Int] { ids.indices.filter { machine.isEjected(ids[$0]) } }
  }

  @Test(arguments: [
    (4, AttemptOutcome.neither, 1, true), (4, .success, 1, false), (5, .success, 0, true),
    (4, .success, 0, false),
  ])
  func `An endpoint is ejected after enough failures in a row`(
    failures: Int,
    then: AttemptOutcome,
    more: Int,
    isEjected: Bool
  ) {
    let endpoints = Endpoints(2)
    _ = endpoints.fail(0, 0, times: failures)
    #expect(!endpoints.call(0, then, 0))
    _ = endpoints.fail(0, 0, times: more)
    #expect(endpoints.ejected == (isEjected ? [0] : []))
  }

  @Test(arguments: [(1, 0.5, 0), (2, 0.5, 1), (3, 0.5, 1), (4, 0.5, 2), (10, 0.3, 3), (3, 1, 3)])
  func `No more than the largest share of the endpoints is ejected`(
    count: Int,
    share: Double,
    ejected: Int
  ) {
    let endpoints = Endpoints(count) { $0.largestShare = share }
    for index in 0..<count { _ = endpoints.fail(index, 0) }
    #expect(endpoints.ejected.count == ejected)
    #expect(endpoints.machine.ejectedCount == ejected)
  }

  @Test func `An endpoint's ejection doubles each time in a row, up to the longest pause`() {
    let endpoints = Endpoints(2) { $0.longestPause = .seconds(15) }
    #expect(endpoints.fail(0, 0))
    for (returns, next) in [(5.0, 10.0), (15, 15), (30, 15)] {
      #expect(endpoints.machine.nextReturn == at(returns))
      #expect(endpoints.returning(returns - 0.1) == [])
      #expect(endpoints.returning(returns) == [0])
      // On probation one failure is enough.
      #expect(endpoints.call(0, .failure(), returns))
      #expect(endpoints.machine.nextReturn == at(returns + next))
    }
  }

  @Test func `An ejection is lengthened at random by its jitter`() {
    let endpoints = Endpoints(2) { $0.jitter = 0.5 }
    endpoints.random = FixedRandom(0.5)
    #expect(endpoints.fail(0, 0))
    let length = (endpoints.machine.nextReturn - at(0)).nanoseconds
    #expect(abs(length - 6_250_000_000) < 100_000)
  }

  @Test(arguments: [(9.9, 10.0), (10, 5)])
  func `An endpoint that was well for long enough is ejected for a short time again`(
    well: Double,
    pause: Double
  ) {
    let endpoints = Endpoints(2)
    #expect(endpoints.fail(0, 0))
    #expect(endpoints.returning(5) == [0])
    #expect(!endpoints.call(0, .success, 5))
    // A success ends the probation: it takes all the failures again.
    #expect(!endpoints.fail(0, 6, times: 4))
    #expect(!endpoints.call(0, .success, well))
    #expect(endpoints.fail(0, 20))
    #expect(endpoints.machine.nextReturn == at(20 + pause))
  }

  @Test func `Calls that began before an endpoint's last ejection do not eject it again`() {
    let endpoints = Endpoints(2)
    #expect(endpoints.fail(0, 1))
    #expect(!endpoints.call(0, .failure(), 2))
    #expect(endpoints.returning(6) == [0])
    #expect(!endpoints.call(0, .failure(), 7, began: 0.5))
    #expect(endpoints.call(0, .failure(), 7, began: 6.5))
  }

  @Test func `An endpoint that asks for a pause is ejected for that long, within bounds`() {
    let endpoints = Endpoints(3)
    #expect(!endpoints.rest(0, 0, 0))
    #expect(endpoints.rest(0, 3_600, 0))
    #expect(endpoints.machine.nextReturn == at(60))
    #expect(!endpoints.rest(1, 10, 0))
    #expect(!endpoints.rest(0, 60, 10))
    #expect(endpoints.machine.nextReturn == at(70))
  }

  @Test func `An ejection ends early when it exceeds the largest share of those left`() {
    let endpoints = Endpoints(4)
    #expect(endpoints.fail(0, 0) && endpoints.fail(1, 1))
    let gone = [endpoints.ids[2], endpoints.ids[3]]
    let back = endpoints.machine.update(.init(added: [], removed: gone), at: at(2))
    #expect(back == [endpoints.ids[0]])
    #expect(endpoints.ejected == [1])
    #expect(endpoints.machine.nextReturn == at(6))
  }

  @Test func `An ejection does not pass on to a new endpoint in the same slot`() {
    let endpoints = Endpoints(2)
    #expect(endpoints.fail(0, 0))
    let next = EndpointID(slot: 0, generation: 1)
    _ = endpoints.machine.update(.init(added: [next], removed: [endpoints.ids[0]]), at: at(1))
    #expect(!endpoints.machine.isEjected(next) && endpoints.machine.ejectedCount == 0)
    #expect(!endpoints.fail(0, 1))
    #expect(endpoints.returning(100) == [])
  }
}

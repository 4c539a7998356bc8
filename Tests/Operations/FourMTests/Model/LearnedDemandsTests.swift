// SPDX-License-Identifier: Apache-2.0

import SeededTesting
import Sites
import Testing

@testable import FourM

/// A day of an instance whose demands are known, with the resources that it used.
struct LearnedDay {
  static let home = SiteRoute(site: "shop", name: ModelledSite.home)
  static let item = SiteRoute(site: "shop", name: ModelledSite.item)

  var windows: [DemandWindow] = []

  /// A request of the one route takes 0.2 ms of processor time, one of the other 2 ms; 0.01 cores are
  /// used without any.
  ///
  /// - Parameters:
  ///   - noise: how far processor time is from that, at most, as a share.
  ///   - mixes: how far the rates are from a fixed mix.
  ///   - loads: the difference between the smallest and the largest load.
  ///   - waitCost: the processor time of a wait of a loop. While little is to do, each request wakes one,
  ///     and the more there is, the fewer do.
  ///   - composing: the processor time of composing an answer.
  ///   - misses: the difference between the smallest and the largest share of composed answers, of the dear
  ///     route's.
  init(
    windows count: Int = 1_000,
    noise: Double = 0.02,
    mixes: Double = 0.3,
    loads: Double = 1,
    waitCost: Double = 0,
    composing: Double = 0,
    misses: Double = 0.5
  ) {
    var random = SeededNumbers(11)
    for number in 0..<count {
      let load = 1 + loads * Double(number % 100) / 100
      func rate(_ mean: Double) -> Double {
        mean * load * (1 + Double.random(in: -1...1, using: &random) * mixes)
      }
      let (homes, items) = (rate(50), rate(20))
      var window = DemandWindow()
      window.requests = [LearnedDay.home: homes, LearnedDay.item: items]
      window.bodies = [LearnedDay.home: homes * 1_000, LearnedDay.item: items * 5_000]
      window.sent = homes * 1_200 + items * 5_200
      let all = homes + items
      window.waits = all / (1 + all / 200)
      window.composed = items * (0.1 + misses * Double(number % 7) / 7)
      window.processor =
        (0.01 + homes * 0.000_2 + items * 0.002 + window.waits * waitCost
          + window.composed * composing)
        * (1 + Double.random(in: -1...1, using: &random) * noise)
      windows.append(window)
    }
  }

  var demands: LearnedDemands { LearnedDemands(windows) }
}

extension LearnedDemands {
  /// What is used without requests, and the need of requests.
  fileprivate func need(
    _ rates: [SiteRoute: Double],
    composed: Double? = nil
  ) throws(Unknown) -> (constant: Double, need: Need) {
    try processor(rates, composing: composed != nil) { fit throws(Unknown) in
      (fit.constant, try fit.need(of: rates, composed: composed ?? 0))
    }
  }
}

@Suite struct `Demands that are learned from the history` {
  @Test func `Learned demands predict the processor time of other loads and mixes`() throws {
    let demands = LearnedDay().demands
    // Twice the largest load, and a mix in which the dear route has far more than it ever had.
    for (homes, items) in [(200.0, 80.0), (20.0, 100.0)] {
      let (constant, need) = try demands.need([LearnedDay.home: homes, LearnedDay.item: items])
      let truth = homes * 0.000_2 + items * 0.002
      #expect(abs(need.value - truth) / truth < 0.04)
      #expect(need.error < 0.1 * truth)
      #expect(abs(constant - 0.01) < 0.01)
    }
  }

  @Test func `Waking loops at low loads does not make requests at high loads dearer`() throws {
    // A wait takes as long as three requests of the mix.
    let demands = LearnedDay(loads: 20, waitCost: 0.002).demands
    let need = try demands.need([LearnedDay.home: 5_000, LearnedDay.item: 2_000]).need
    #expect(abs(need.value - 5) < 0.25, "\(need)")
  }

  @Test func `Requests bear the cost of waking loops where loads do not tell the two apart`() throws
  {
    let demands = LearnedDay(noise: 0.08, loads: 0.2, waitCost: 0.002).demands
    let rates = [LearnedDay.home: 50.0, LearnedDay.item: 20.0]
    let need = try demands.need(rates).need
    #expect(need.value > 0.05 + 0.5 * 0.002 * 70 / (1 + 70.0 / 200), "\(need)")
  }

  @Test func `The cost of composing is told apart from that of requests if it has changed`() throws
  {
    let rates = [LearnedDay.home: 50.0, LearnedDay.item: 20.0]
    let apart = LearnedDay(composing: 0.003).demands
    for (composed, truth) in [(0.0, 0.05), (20.0, 0.11)] {
      let need = try apart.need(rates, composed: composed).need
      #expect(abs(need.value - truth) < 0.005, "\(need)")
    }
    // A tenth of the dear requests has always been composed.
    let alike = LearnedDay(composing: 0.003, misses: 0).demands
    #expect(abs(try alike.need(rates, composed: 2).need.value - 0.056) < 0.003)
    #expect(throws: LearnedDemands.Unknown.self) { try alike.need(rates, composed: 20) }
  }

  @Test func `Learned demands say that there is not enough data`() {
    let few = LearnedDay(windows: 59).demands
    #expect(
      throws: LearnedDemands.Unknown(
        "not enough data: 59 windows of 10 s with traffic, of 60"
      )
    ) { try few.need([LearnedDay.home: 1]) }
    let unmeasured = SiteRoute(site: "shop", name: .init(method: "POST", path: "/orders"))
    #expect(
      throws: LearnedDemands.Unknown(
        "not enough data: POST /orders has had no request in the last day"
      )
    ) { try LearnedDay().demands.need([LearnedDay.home: 10, unmeasured: 1]) }
  }

  @Test func `Learned demands give no figure if requests do not explain what is used`() {
    var day = LearnedDay()
    for number in day.windows.indices { day.windows[number].processor = number % 7 == 0 ? 1 : 0.1 }
    let demands = day.demands
    #expect(throws: LearnedDemands.Unknown.self) { try demands.need([LearnedDay.home: 50]) }
  }

  @Test func `Learned demands are known where loads are alike, and so explain little`() throws {
    let demands = LearnedDay(windows: 4_000, noise: 0.15, mixes: 0.05, loads: 0.2).demands
    let need = try demands.need([LearnedDay.home: 50, LearnedDay.item: 20]).need
    #expect(abs(need.value - 0.05) < need.error, "\(need)")
    #expect(throws: LearnedDemands.Unknown.self) {
      try LearnedDay(windows: 4_000, noise: 0.3, mixes: 0.05, loads: 0.2).demands
        .need([LearnedDay.home: 50, LearnedDay.item: 20])
    }
  }

  @Test func `Learned demands of a fixed mix do not apply to another mix`() throws {
    let demands = LearnedDay(mixes: 0).demands
    let same = try demands.need([LearnedDay.home: 100, LearnedDay.item: 40]).need
    #expect(abs(same.value - 0.1) < 0.005)
    #expect(throws: LearnedDemands.Unknown.self) {
      try demands.need([LearnedDay.home: 100, LearnedDay.item: 0.1])
    }
  }

  @Test func `Learned demands count the bytes of heads with those of bodies`() throws {
    let need = try LearnedDay().demands.egress([LearnedDay.home: 10, LearnedDay.item: 1])
    #expect(abs(need.value - 17_200) < 1)
  }
}

@Suite struct `A fit without negative coefficients` {
  @Test func `A non-negative fit leaves out a column that would be negative`() throws {
    let rows = (0..<40).map { [1, Double($0), Double($0 % 7)] }
    let values = rows.map { 2 + 3 * $0[1] - 5 * $0[2] }
    let fit = try #require(NonNegativeFit(rows, values))
    #expect(fit.coefficients[2] == 0)
    #expect(fit.coefficients.allSatisfy { $0 >= 0 })
    // No other fit without negative coefficients is nearer: moving any of them makes it worse.
    func distance(_ coefficients: [Double]) -> Double {
      zip(rows, values).reduce(0) { sum, pair in
        let error = pair.1 - zip(pair.0, coefficients).reduce(0) { $0 + $1.0 * $1.1 }
        return sum + error * error
      }
    }
    for column in 0..<3 {
      for step in [-0.01, 0.01] {
        var moved = fit.coefficients
        moved[column] += step
        guard moved[column] >= 0 else { continue }
        #expect(distance(moved) >= distance(fit.coefficients))
      }
    }
  }

  @Test func `A non-negative fit finds exact coefficients without noise`() throws {
    var random = SeededNumbers(3)
    let truth = [0.5, 0, 2, 7.25]
    let rows = (0..<60).map { _ in truth.map { _ in Double.random(in: 0...10, using: &random) } }
    let values = rows.map { zip($0, truth).reduce(0) { $0 + $1.0 * $1.1 } }
    let fit = try #require(NonNegativeFit(rows, values))
    for (found, expected) in zip(fit.coefficients, truth) { #expect(abs(found - expected) < 1e-9) }
    #expect(fit.explained > 0.999_999)
  }

  @Test func `A non-negative fit needs more rows than columns`() {
    #expect(NonNegativeFit([[1, 2], [2, 1]], [1, 2]) == nil)
    #expect(NonNegativeFit([], []) == nil)
  }
}

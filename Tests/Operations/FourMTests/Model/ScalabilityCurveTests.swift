// SPDX-License-Identifier: Apache-2.0

import Testing

@testable import FourM

@Suite struct `The throughput by requests at once` {
  /// Windows of loads from `least` to `most` requests at once whose throughput follows the law.
  private func windows(
    _ single: Double = 100,
    contention: Double = 0,
    coherency: Double = 0,
    from least: Double = 0.5,
    to most: Double = 32,
    noise: (Int) -> Double = { _ in 1 }
  ) -> [DemandWindow] {
    (0..<400).map { number in
      let concurrency = least + (most - least) * Double(number % 100) / 99
      let slowing =
        1 + contention * (concurrency - 1) + coherency * concurrency * (concurrency - 1)
      var window = DemandWindow()
      window.underWay = concurrency
      window.requests = [LearnedDay.home: single * concurrency / slowing * noise(number)]
      return window
    }
  }

  @Test func `The law is found in loads that follow it`() throws {
    let curve = try ScalabilityCurve.fitted(
      to: windows(contention: 0.05, coherency: 0.001)
    ).get()
    #expect(abs(curve.single - 100) < 1)
    #expect(abs(curve.contention - 0.05) < 0.005)
    #expect(abs(curve.coherency - 0.001) < 0.000_1)
    #expect(curve.distance < 0.01)
    // The square root of (1 - σ) / κ.
    let peak = try #require(curve.peak)
    #expect(abs(peak - 30.8) < 0.5)
    #expect(curve.throughput(at: peak) > curve.throughput(at: peak * 1.5))
    #expect(curve.throughput(at: peak) > curve.throughput(at: peak / 1.5))
  }

  @Test func `A peak beyond twice the measured loads is not told`() throws {
    let curve = try ScalabilityCurve.fitted(
      to: windows(contention: 0.05, coherency: 0.001, to: 8)
    ).get()
    #expect(curve.peak == nil)
    #expect(abs(curve.end - 16) < 1)
    let straight = try ScalabilityCurve.fitted(to: windows()).get()
    #expect(straight.peak == nil && straight.contention < 0.001)
  }

  @Test(arguments: [
    (0.01, 0.6, "less than one shows no contention"), (8.0, 9.0, "different numbers of requests"),
    (8.0, 24.0, "the load hardly changed"),
  ])
  func `Loads that show no contention have a reason in place of a curve`(
    least: Double,
    most: Double,
    reason: String
  ) {
    let curve = ScalabilityCurve.fitted(to: windows(from: least, to: most))
    guard case .failure(let unknown) = curve else { return #expect(Bool(false), "\(curve)") }
    #expect(unknown.description.contains(reason), "\(unknown)")
  }

  @Test func `Times that do not follow from the requests at once have no curve`() throws {
    // Requests are slow for another reason at some loads.
    let noisy = windows { $0 % 100 / 8 % 2 == 0 ? 1 : 0.4 }
    guard case .failure(let unknown) = ScalabilityCurve.fitted(to: noisy) else {
      return #expect(Bool(false))
    }
    #expect(unknown.description.contains("from the curve on average"), "\(unknown)")
    let law = try #require(ModelTables.scalability(.failure(unknown)).first)
    #expect(law.rows.first?.figures.last == .text(unknown.description))
  }

  @Test func `The curve has every measured point and goes on to twice the largest load`() throws {
    let curve = try ScalabilityCurve.fitted(to: windows(contention: 0.02)).get()
    let points = try #require(ModelTables.scalability(.success(curve)).last)
    let measured = points.rows.filter { $0.figures[1] != .none }
    #expect(measured.count == curve.points.count)
    #expect(points.rows.last?.figures[0] == .number(curve.end))
    #expect(points.rows.last?.figures[1] == Figure.none)
  }
}

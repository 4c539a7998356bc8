// SPDX-License-Identifier: Apache-2.0
//
// The universal scalability law (Gunther, Guerrilla Capacity Planning, 2007): with N requests under way
// at once, the throughput is X(N) = λN / (1 + σ(N - 1) + κN(N - 1)), where σ is the share of the work
// that waits in a queue (contention) and κ that of agreeing with each other (coherency). Then N/X, the
// time of a request, is a polynomial of N, so that linear least squares find it. Its coefficients are not
// negative, since more requests at once make none of them faster.

import Glibc

/// The throughput of an instance by the number of requests that are under way at once.
package struct ScalabilityCurve: Sendable, Equatable {
  /// The mean of the windows in which about as many requests were under way.
  package struct Point: Sendable, Equatable {
    /// Requests under way at once.
    let concurrency: Double
    /// Requests a second.
    let throughput: Double
    let windows: Int
  }

  package typealias Unknown = LearnedDemands.Unknown

  /// Points of which each has this many windows at least, and the least number of points.
  static let (leastWindows, leastPoints) = (3, 6)
  /// The points for which concurrency doubles.
  private static let pointsToDouble = 4.0
  /// Without so many requests at once there is no contention to be seen.
  static let leastConcurrency = 1.0
  /// The least ratio of the largest and the smallest concurrency.
  static let leastSpan = 4.0
  /// The largest mean distance of the points from the curve, as a share of them.
  static let widestDistance = 0.1
  /// The curve is drawn up to this multiple of the largest concurrency that was measured.
  static let reach = 2.0

  package let points: [Point]
  /// The mean distance of the points from the curve, as a share of them.
  package let distance: Double
  /// The time of a request as `base + linear × N + square × N²`.
  private let base: Double
  private let linear: Double
  private let square: Double

  /// Requests a second with one under way at a time.
  package var single: Double { 1 / (base + linear + square) }
  package var contention: Double { (linear + square) * single }
  package var coherency: Double { square * single }

  package func throughput(at concurrency: Double) -> Double {
    concurrency / (base + linear * concurrency + square * concurrency * concurrency)
  }

  /// The largest concurrency for which the curve is of use.
  package var end: Double { (points.last?.concurrency ?? 0) * ScalabilityCurve.reach }

  /// The concurrency with the largest throughput; `nil` where it is beyond the end of the curve.
  package var peak: Double? {
    guard square > 0 else { return nil }
    let concurrency = (base / square).squareRoot()
    return concurrency <= end ? concurrency : nil
  }

  /// Fits the law to windows with different loads.
  static func fitted(to windows: [DemandWindow]) -> Result<ScalabilityCurve, Unknown> {
    let points = points(of: windows)
    guard points.count >= leastPoints, let first = points.first, let last = points.last else {
      return .failure(
        Unknown(
          "not enough data: \(points.count) different numbers of requests at once in the last day,"
            + " of \(leastPoints)"
        )
      )
    }
    guard last.concurrency >= leastConcurrency else {
      return .failure(
        Unknown(
          "not enough data: at most \(Headroom.short(last.concurrency)) requests were under way at"
            + " once in the last day; less than one shows no contention"
        )
      )
    }
    guard last.concurrency >= first.concurrency * leastSpan else {
      return .failure(
        Unknown(
          "not enough data: the load hardly changed in the last day, from"
            + " \(Headroom.short(first.concurrency)) to \(Headroom.short(last.concurrency)) requests"
            + " at once, of a ratio of \(Headroom.short(leastSpan))"
        )
      )
    }
    guard let curve = ScalabilityCurve(points) else {
      return .failure(Unknown("not enough data: no curve fits"))
    }
    guard curve.distance <= widestDistance else {
      return .failure(
        Unknown(
          "the throughput does not follow from the requests at once: the windows are"
            + " \(LearnedDemands.percent(curve.distance, of: 1)) from the curve on average, of"
            + " \(LearnedDemands.percent(widestDistance, of: 1))"
        )
      )
    }
    return .success(curve)
  }

  private init?(_ points: [Point]) {
    let rows = points.map { [1, $0.concurrency, $0.concurrency * $0.concurrency] }
    let times = points.map { $0.concurrency / $0.throughput }
    guard let fit = NonNegativeFit(rows, times), fit.coefficients.reduce(0, +) > 0 else {
      return nil
    }
    self.points = points
    (base, linear, square) = (fit.coefficients[0], fit.coefficients[1], fit.coefficients[2])
    let distances = zip(rows, points).map { row, point in
      let time = fit.prediction(of: row).value
      return time > 0 ? abs(point.concurrency / time / point.throughput - 1) : 1
    }
    distance = distances.reduce(0, +) / Double(points.count)
  }

  private static func points(of windows: [DemandWindow]) -> [Point] {
    var sums: [Int: (concurrency: Double, throughput: Double, windows: Int)] = [:]
    for window in windows {
      let throughput = window.requests.values.reduce(0, +)
      guard window.underWay > 0, throughput > 0 else { continue }
      let place = Int((log2(window.underWay) * pointsToDouble).rounded())
      var sum = sums[place] ?? (0, 0, 0)
      sum.concurrency += window.underWay
      sum.throughput += throughput
      sum.windows += 1
      sums[place] = sum
    }
    return sums.filter { $0.value.windows >= leastWindows }.sorted { $0.key < $1.key }.map {
      let count = Double($0.value.windows)
      return Point(
        concurrency: $0.value.concurrency / count,
        throughput: $0.value.throughput / count,
        windows: $0.value.windows
      )
    }
  }
}

// SPDX-License-Identifier: Apache-2.0
//
// The peak hour of a coming day is the mean of those of the same weekday in the last four weeks, and the
// trend until then: the slope of Theil and Sen over all pairs of same weekdays, where nine of ten go the
// same way. Days are those of UTC.

import Signals

/// The requests a second in the peak hours of the coming days, from those of the last four weeks.
package struct CapacityForecast: Sendable {
  /// The days that the forecast covers.
  package static let days = 14
  static let history = 28
  private static let leastHours = 12
  private static let (leastPairs, agreement) = (14, 0.9)

  /// The requests a second in the peak hour of each coming day, tomorrow first.
  package let peaks: [Double]
  /// The number of tomorrow's day since 1970.
  package let tomorrow: Int
  /// The usual hour of each peak, of UTC.
  package let hours: [Int]
  /// The growth of the peak hour in a week.
  package let growth: Double

  /// - Parameters:
  ///   - rates: requests a second in the 24 hours of days, by their numbers since 1970.
  ///   - today: the number of the day that is not over.
  ///
  /// `nil` where too few days are known.
  package init?(_ rates: [Int: [Double?]], today: Int) {
    var peaks: [Int: Double] = [:]
    for day in today - CapacityForecast.history..<today {
      let hours = rates[day]?.compactMap(\.self) ?? []
      if hours.count >= CapacityForecast.leastHours { peaks[day] = hours.max() }
    }
    var slopes: [Double] = []
    for (first, peak) in peaks {
      for later in stride(from: first + 7, to: today, by: 7) {
        if let other = peaks[later] { slopes.append((other - peak) / Double(later - first)) }
      }
    }
    guard slopes.count >= CapacityForecast.leastPairs else { return nil }
    slopes.sort()
    let median = slopes[slopes.count / 2]
    let agreeing = slopes.count { $0 * median > 0 }
    let isTrend = Double(agreeing) >= CapacityForecast.agreement * Double(slopes.count)
    let slope = isTrend ? median : 0
    growth = slope * 7
    var (coming, hours): ([Double], [Int]) = ([], [])
    for day in today + 1...today + CapacityForecast.days {
      let same = peaks.filter { ($0.key - day) % 7 == 0 }
      guard !same.isEmpty else { return nil }
      let count = Double(same.count)
      let (mean, center) = (
        same.values.reduce(0, +) / count, Double(same.keys.reduce(0, +)) / count
      )
      coming.append(max(0, mean + slope * (Double(day) - center)))
      hours.append(CapacityForecast.usualPeakHour(same.keys.compactMap { rates[$0] }))
    }
    self.peaks = coming
    self.hours = hours
    tomorrow = today + 1
  }

  /// The hour that has the most requests in some days together.
  private static func usualPeakHour(_ days: [[Double?]]) -> Int {
    let sums = (0..<24).map { hour in
      days.reduce(0) { $0 + ($1.indices.contains(hour) ? $1[hour] ?? 0 : 0) }
    }
    return sums.indices.max { sums[$0] < sums[$1] } ?? 0
  }

  /// The days until the peak hour exceeds a rate; `nil` where it does not within the forecast.
  package func days(until rate: Double) -> Int? { peaks.firstIndex { $0 > rate }.map { $0 + 1 } }
}

extension StoredHistory {
  /// Forecasts the requests of all routes from the last four weeks; `nil` while another process
  /// writes the history, and where the history is too short.
  package func capacityForecast(now: Int) -> CapacityForecast? {
    guard let store else { return nil }
    let units = Dictionary(
      uniqueKeysWithValues: store.catalog.all.enumerated()
        .filter { $1.name == MetricName.requestDurations }.map { ($0, $1.unit) }
    )
    let (day, hour) = (86_400, 3_600)
    let today = now / day
    var counts: [Int: (requests: UInt64, milliseconds: Int)] = [:]
    store.read(
      HistoryTier.all.count - 1,
      max(0, (today - CapacityForecast.history) * day)..<today * day,
      units: units
    ) { time, row in
      var sum = counts[time / hour] ?? (0, 0)
      sum.milliseconds += row.milliseconds
      for case .histogram(let values) in row.cells.values { sum.requests += values.count }
      counts[time / hour] = sum
    }
    var rates: [Int: [Double?]] = [:]
    for (number, sum) in counts where sum.milliseconds >= hour * 1_000 / 2 {
      let place = number % 24
      rates[number / 24, default: [Double?](repeating: nil, count: 24)][place] =
        Double(sum.requests) / (Double(sum.milliseconds) / 1_000)
    }
    return CapacityForecast(rates, today: today)
  }
}

// SPDX-License-Identifier: Apache-2.0
//
// Two questions about the past weeks, answered from the hours of each series. Was a day unlike its
// weekday: its squared distance from the mean of the last four same weekdays, against their variance.
// Does a figure change slowly: the slope of Theil and Sen over all pairs of same weekdays, which a few
// odd days do not bend. Days are those of UTC.

import Bytes
import ContentModel

/// Something unusual in the history, in words.
package struct HistoryFinding: Sendable, Equatable {
  package enum Kind: String, Sendable { case erratic, trend }

  package let kind: Kind
  /// The series as queries have it.
  package let series: String
  package let text: String

  /// Appends the finding as a JSON object.
  package func write(to bytes: inout [UInt8]) {
    bytes += "{\"kind\":\"\(kind.rawValue)\",\"series\":".utf8
    bytes.appendJSON(series)
    bytes += ",\"text\":".utf8
    bytes.appendJSON(text)
    bytes += "}".utf8
  }
}

/// A figure of one series by the hour, for some days.
package struct HourlyFigure: Sendable {
  /// The series and the figure, such as `p99`.
  let series: String
  let figure: String
  /// Returns the figure as text.
  let shown: @Sendable (Double) -> String
  /// The 24 figures of each day, by the number of days since 1970.
  var days: [Int: [Double?]] = [:]

  private static let hours = 24
  /// The number of same weekdays that a day is compared with, how many weeks back they are
  /// searched, and the least number that is needed.
  private static let (bandDays, weeksBack, leastBandDays) = (4, 8, 3)
  /// The days of which figures are needed, so that the first of the weeks searched has a band, too.
  static let daysBack = (weeksBack + 1) * 7
  private static let leastHours = 12
  /// The ratio to the usual variance from which on a day is erratic.
  private static let erraticRatio = 9.0
  /// The least spread that counts as usual, as a share of the figure.
  private static let usualSpread = 0.1
  /// The least weekly change that counts as a trend, the share of pairs that must have its
  /// direction, and the least number of pairs.
  private static let (leastTrend, agreement, leastPairs) = (0.03, 0.9, 14)

  mutating func set(_ value: Double?, hour: Int) {
    let (day, place) = hour.quotientAndRemainder(dividingBy: HourlyFigure.hours)
    days[day, default: [Double?](repeating: nil, count: HourlyFigure.hours)][place] = value
  }

  var findings: [HistoryFinding] { erratic + trend }

  /// A day unlike its weekday, with its figure and the usual one.
  private struct ErraticDay {
    let day: Int
    let mean: Double
    let usual: Double
    let ratio: Double
  }

  private var erraticDays: [Int: ErraticDay] {
    var found: [Int: ErraticDay] = [:]
    for day in days.keys.sorted() { found[day] = compared(day, without: found) }
    return found
  }

  /// The days that were unlike their weekday; those of consecutive weeks are one finding.
  private var erratic: [HistoryFinding] {
    let found = erraticDays
    return found.values.sorted { $0.day < $1.day }.compactMap { last in
      // Only the last day of such a run is reported, with its beginning.
      guard found[last.day + 7] == nil else { return nil }
      var first = last.day
      while found[first - 7] != nil { first -= 7 }
      let weekday = HourlyFigure.weekday(last.day)
      let since =
        first == last.day
        ? "\(weekday) \(HourlyFigure.date(last.day))"
        : "\(weekday)s since \(HourlyFigure.date(first))"
      let (mean, usual) = (shown(last.mean), shown(last.usual))
      let factor = last.usual > 0 ? last.mean / last.usual : .infinity
      let text =
        (0.75...1.33).contains(factor)
        ? "\(figure) varied \(HourlyFigure.times(last.ratio.squareRoot())) as much as usual, around"
          + " \(mean)"
        : "\(figure) \(mean), usually \(usual)"
          + (factor > 1 && factor.isFinite ? ": \(HourlyFigure.times(factor)) as much" : "")
      return HistoryFinding(kind: .erratic, series: series, text: "\(since): \(text)")
    }
  }

  /// The last same weekdays before a day that were not erratic themselves.
  private func band(of day: Int, without erratic: [Int: ErraticDay]) -> [[Double?]] {
    let before = (1...HourlyFigure.weeksBack).map { day - 7 * $0 }.filter {
      days[$0] != nil && erratic[$0] == nil
    }
    return before.prefix(HourlyFigure.bandDays).compactMap { days[$0] }
  }

  /// The mean of an hour in some days and its variance; `nil` where too few days have it.
  private static func usual(
    _ hour: Int,
    in band: [[Double?]]
  ) -> (mean: Double, variance: Double)? {
    let others = band.compactMap { $0[hour] }
    guard others.count >= leastBandDays else { return nil }
    let mean = others.reduce(0, +) / Double(others.count)
    let spread = others.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(others.count - 1)
    return (mean, max(spread, (usualSpread * mean) * (usualSpread * mean)))
  }

  /// The usual ranges of the hours of some days, by the number of hours since 1970: a day whose hours are
  /// outside of them is erratic.
  func usualRanges(of wanted: ClosedRange<Int>) -> [Int: ClosedRange<Double>] {
    let erratic = erraticDays
    var ranges: [Int: ClosedRange<Double>] = [:]
    for day in wanted {
      let band = band(of: day, without: erratic)
      for hour in 0..<HourlyFigure.hours {
        guard let usual = HourlyFigure.usual(hour, in: band) else { continue }
        let reach = (usual.variance * HourlyFigure.erraticRatio).squareRoot()
        // Rates, times and levels are not below zero.
        ranges[day * HourlyFigure.hours + hour] = max(0, usual.mean - reach)...usual.mean + reach
      }
    }
    return ranges
  }

  /// Compares a day with the same weekdays before that were not erratic themselves.
  private func compared(_ day: Int, without erratic: [Int: ErraticDay]) -> ErraticDay? {
    let band = band(of: day, without: erratic)
    guard band.count >= HourlyFigure.leastBandDays, let hours = days[day] else { return nil }
    var (distance, variance, sum, usual, count) = (0.0, 0.0, 0.0, 0.0, 0)
    for hour in 0..<HourlyFigure.hours {
      guard let value = hours[hour], let normal = HourlyFigure.usual(hour, in: band) else {
        continue
      }
      distance += (value - normal.mean) * (value - normal.mean)
      variance += normal.variance
      (sum, usual, count) = (sum + value, usual + normal.mean, count + 1)
    }
    guard count >= HourlyFigure.leastHours, distance > variance * HourlyFigure.erraticRatio,
      variance > 0
    else { return nil }
    return ErraticDay(
      day: day,
      mean: sum / Double(count),
      usual: usual / Double(count),
      ratio: distance / variance
    )
  }

  /// The slow change from week to week, if there is one.
  private var trend: [HistoryFinding] {
    let medians = days.compactMapValues { hours -> Double? in
      let known = hours.compactMap { $0 }
      return known.count >= HourlyFigure.leastHours ? HourlyFigure.median(known) : nil
    }
    var slopes: [Double] = []
    for (day, value) in medians {
      var later = day + 7
      while later <= (medians.keys.max() ?? day) {
        if let other = medians[later] { slopes.append((other - value) * 7 / Double(later - day)) }
        later += 7
      }
    }
    guard slopes.count >= HourlyFigure.leastPairs, let first = medians.keys.min(),
      let last = medians.keys.max()
    else { return [] }
    let (slope, level) = (HourlyFigure.median(slopes), HourlyFigure.median(Array(medians.values)))
    let same = slopes.count { $0.sign == slope.sign && $0 != 0 }
    guard level > 0, abs(slope) / level >= HourlyFigure.leastTrend,
      Double(same) >= HourlyFigure.agreement * Double(slopes.count)
    else { return [] }
    let weeks = Double(last - first) / 7
    let percent = Int((abs(slope) / level * 100).rounded())
    let text =
      "\(figure) \(slope > 0 ? "grows" : "falls") by \(percent)% a week since"
      + " \(HourlyFigure.date(first)): from about \(shown(max(0, level - slope * weeks / 2))) to"
      + " \(shown(max(0, level + slope * weeks / 2)))"
    return [HistoryFinding(kind: .trend, series: series, text: text)]
  }

  private static let weekdays = [
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
  ]

  /// The name of a day by its number since 1970.
  package static func weekday(_ day: Int) -> String { weekdays[(day % 7 + 11) % 7] }

  /// The date of a day by its number since 1970.
  package static func date(_ day: Int) -> String {
    String(UnixTime(seconds: Int64(day) * 86_400).description.prefix(10))
  }

  private static func times(_ factor: Double) -> String {
    factor.rounded() == 2 && abs(factor - 2) < 0.15
      ? "twice" : "\((factor * 10).rounded() / 10) times"
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2)
      ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }
}

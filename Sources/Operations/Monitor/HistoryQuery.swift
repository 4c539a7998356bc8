// SPDX-License-Identifier: Apache-2.0

package import Bytes
import ContentModel
package import HTTPValues

/// A question to the history: which series, from when to when, in which steps.
package struct HistoryQuery: Sendable {

  /// The maximum number of points of a series.
  package static let mostPoints = 2_000
  /// The maximum number of series in an answer.
  package static let mostSeries = 100
  private static let mostShifts = 8
  /// The longest span whose usual ranges are told, in seconds.
  private static let longestUsual = 7 * 86_400 + 3_600
  private static let usualPoints = 600
  private static let usualQuantiles = [0.5, 0.9, 0.99]
  private static let niceSteps = [1, 10, 60, 600, 3_600, 21_600, 86_400]
  private static let names = [
    "series", "from", "to", "step", "compare", "quantile", "by", "usual", "format",
  ]

  let selectors: [HistorySelector]
  /// In seconds since 1970, at whole steps.
  package private(set) var from: Int
  package private(set) var to: Int
  package private(set) var step: Int
  /// The earlier times that are shown for comparison, in seconds, with their texts.
  let shifts: [(text: String, seconds: Int)]
  let quantiles: [Double]
  /// The labels by which series are added up; `nil` for each series by itself.
  let groups: [String]?
  /// Adds the usual range of each series to the answer.
  let hasUsual: Bool

  /// Reads the parameters of `GET /history`.
  ///
  /// - Parameter now: seconds since 1970.
  package init(_ parameters: QueryParameters, now: Int) throws(PlainError) {
    for pair in parameters.pairs where !HistoryQuery.names.contains(pair.name) {
      throw PlainError(
        "\"\(pair.name)\" means nothing; expected " + HistoryQuery.names.joined(separator: ", ")
      )
    }
    selectors = try HistoryQuery.selectors(parameters)
    to = try HistoryQuery.time(parameters["to"], "to", now) ?? now
    let from = try HistoryQuery.time(parameters["from"], "from", now) ?? to - 3_600
    guard from < to else { throw HistoryQuery.reversed(from, to) }
    shifts = try HistoryQuery.shifts(parameters["compare"])
    quantiles = try HistoryQuery.quantiles(parameters["quantile"])
    groups = parameters["by"].map { $0.split(separator: ",").map(String.init) }
    hasUsual = parameters["usual"] != nil
    guard !hasUsual || to - from <= HistoryQuery.longestUsual else {
      throw PlainError("usual: from is more than a week before to; expected at most 7 days")
    }
    let earliest = from - (shifts.map(\.seconds).max() ?? 0)
    // A minute of tolerance, for a query of exactly the span that is kept.
    let tiers = HistoryTier.all.filter { now - earliest <= $0.span + 60 }
    guard let finest = tiers.first else {
      let most = HistoryTier.all[HistoryTier.all.count - 1].span
      throw PlainError(
        "from is \(UnixTime(seconds: Int64(from))), with compare \((now - earliest) / 86_400) days"
          + " ago; expected at most \(most / 86_400) days, which is what is kept"
      )
    }
    if let text = parameters["step"] {
      guard let seconds = HistoryQuery.duration(text), seconds > 0 else {
        throw PlainError("step is \"\(text)\"; expected a duration such as 10s, 5m, 1h or 1d")
      }
      // Earlier times, for comparison, may have longer steps.
      let known = HistoryTier.all.filter { now - from <= $0.span + 60 }
      guard known.contains(where: { seconds.isMultiple(of: $0.step) }) else {
        throw PlainError(
          "step is \"\(text)\"; expected a multiple of \(known.first?.step ?? finest.step)s, which is"
            + " what is kept from \(UnixTime(seconds: Int64(from))) on"
        )
      }
      step = seconds
    } else {
      let least = max(finest.step, (to - from) / HistoryQuery.usualPoints)
      step = HistoryQuery.niceSteps.first { $0 >= least } ?? 86_400
    }
    guard (to - from) / step <= HistoryQuery.mostPoints else {
      throw PlainError(
        "points: \((to - from) / step) from \(from) to \(to) with a step of \(step)s; expected at most"
          + " \(HistoryQuery.mostPoints)"
      )
    }
    self.from = from / step * step
  }

  private static func reversed(_ from: Int, _ to: Int) -> PlainError {
    PlainError("from is \(from) and to is \(to); expected an earlier from")
  }

  private static func selectors(
    _ parameters: QueryParameters
  ) throws(PlainError) -> [HistorySelector] {
    let texts = parameters.pairs.filter { $0.name == "series" }.map { $0.value ?? "" }
    guard !texts.isEmpty else {
      throw PlainError(
        "there is no series; expected one such as portico_answers_total{source=hit}, of those that"
          + " GET /history/series lists"
      )
    }
    var selectors: [HistorySelector] = []
    for text in texts {
      guard let selector = HistorySelector(text) else {
        throw PlainError(
          "series is \"\(text)\"; expected a name with labels such as"
            + " portico_answers_total{source=hit}"
        )
      }
      selectors.append(selector)
    }
    return selectors
  }

  /// Reads the parameters of `GET /annotations`: `from`, a day ago by default, and `to`, now.
  package static func span(
    _ parameters: QueryParameters,
    now: Int
  ) throws(PlainError) -> Range<Int64> {
    let to = try time(parameters["to"], "to", now) ?? now + 1
    let from = try time(parameters["from"], "from", now) ?? to - 86_400
    guard from < to else { throw HistoryQuery.reversed(from, to) }
    return Int64(from)..<Int64(to)
  }

  /// Reads an instant: seconds since 1970, RFC 3339, `now`, or a time ago such as `-1h`.
  private static func time(_ text: String?, _ name: String, _ now: Int) throws(PlainError) -> Int? {
    guard let text else { return nil }
    if text == "now" { return now }
    if text.first == "-", let ago = duration(String(text.dropFirst())) { return now - ago }
    // The bound keeps multiples of the number within 64 bits.
    if let seconds = Int(text), (0..<1 << 40).contains(seconds) { return seconds }
    if let time = UnixTime(text), time.seconds >= 0 { return Int(time.seconds) }
    throw PlainError(
      "\(name) is \"\(text)\"; expected seconds since 1970, an instant such as \(UnixTime.example),"
        + " now, or a time ago such as -1h"
    )
  }

  /// Reads whole seconds, minutes, hours, days or weeks; a number alone is seconds.
  private static func duration(_ text: String) -> Int? {
    let units: [Character: Int] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
    let unit = text.last.flatMap { units[$0] }
    guard let number = Int(unit == nil ? text[...] : text.dropLast()),
      (0..<1_000_000_000).contains(number)
    else { return nil }
    return number * (unit ?? 1)
  }

  private static func shifts(_ text: String?) throws(PlainError) -> [(text: String, seconds: Int)] {
    var shifts: [(text: String, seconds: Int)] = []
    for part in text?.split(separator: ",") ?? [] {
      guard let seconds = duration(String(part)), seconds > 0, shifts.count < mostShifts else {
        throw PlainError(
          "compare is \"\(text ?? "")\"; expected at most \(mostShifts) durations such as 1d,7d"
        )
      }
      shifts.append((String(part), seconds))
    }
    return shifts
  }

  private static func quantiles(_ text: String?) throws(PlainError) -> [Double] {
    guard let text else { return usualQuantiles }
    var quantiles: [Double] = []
    for part in text.split(separator: ",") {
      guard let quantile = Double(part), (0...1).contains(quantile), quantiles.count < 10 else {
        throw PlainError(
          "quantile is \"\(text)\"; expected at most 10 numbers of 0 to 1 such as 0.5,0.99"
        )
      }
      quantiles.append(quantile)
    }
    return quantiles
  }

  /// The same series by the hour, in the weeks that usual ranges follow from and until the end of the query.
  var byHour: HistoryQuery {
    var query = self
    query.from = max(0, from / 86_400 - HourlyFigure.daysBack) * 86_400
    (query.to, query.step) = (to + 3_600, 3_600)
    return query
  }

  /// Returns the index of the coarsest tier that covers a span and whose step divides that of the
  /// query.
  func tier(from: Int, now: Int) -> Int {
    let all = HistoryTier.all
    return all.lastIndex { step.isMultiple(of: $0.step) && now - from <= $0.span + $0.step + 60 }
      ?? all.count - 1
  }
}

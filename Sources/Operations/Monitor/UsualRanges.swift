// SPDX-License-Identifier: Apache-2.0

/// The usual ranges of the figures of a series in some hours, from the same hours of the weeks before.
struct UsualRanges {
  private static let (hour, day) = (3_600, 86_400)

  private let times: Range<Int>
  /// For each figure the ranges by the number of hours since 1970.
  private let ranges: [[Int: ClosedRange<Double>]]

  /// - Parameter line: the series by the hour, since `HourlyFigure.daysBack` days before the times.
  init(_ line: HistoryAnswer.Line, during times: Range<Int>) {
    self.times = times
    let points = line.points.first?.points ?? []
    let days =
      times.lowerBound / UsualRanges.day...(times.upperBound + UsualRanges.hour)
      / UsualRanges.day
    ranges = line.columns.indices.map { column in
      var figure = HourlyFigure(series: line.text, figure: line.columns[column]) { "\($0)" }
      for point in points { figure.set(point.values[column], hour: point.time / UsualRanges.hour) }
      return figure.usualRanges(of: days)
    }
  }

  /// The ranges at the beginning of each step; between the middles of two hours they are in between. None
  /// where no range is known.
  func points(by step: Int) -> [HistoryAnswer.UsualRange] {
    guard ranges.contains(where: { !$0.isEmpty }) else { return [] }
    return stride(from: times.lowerBound, to: times.upperBound, by: step).map { time in
      HistoryAnswer.UsualRange(time: time, ranges: ranges.map { range(at: time, in: $0) })
    }
  }

  private func range(at time: Int, in ranges: [Int: ClosedRange<Double>]) -> ClosedRange<Double>? {
    let sinceMiddle = time - UsualRanges.hour / 2
    let (earlier, rest) = sinceMiddle.quotientAndRemainder(dividingBy: UsualRanges.hour)
    guard let first = ranges[earlier], let second = ranges[earlier + 1] else {
      return ranges[time / UsualRanges.hour]
    }
    let share = Double(rest) / Double(UsualRanges.hour)
    func between(_ one: Double, _ other: Double) -> Double { one + (other - one) * share }
    let least = between(first.lowerBound, second.lowerBound)
    return least...max(least, between(first.upperBound, second.upperBound))
  }
}

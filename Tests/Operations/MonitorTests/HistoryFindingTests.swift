// SPDX-License-Identifier: Apache-2.0

import Foundation
import SeededTesting
import Testing

@testable import Measure
@testable import Monitor

@Suite struct `Findings of the history` {
  /// Monday, 5 January 2026.
  private static let monday = 20_458

  /// A figure whose hours follow a curve of the day, with an even noise and what else a day has.
  private func figure(
    weeks: Int,
    noise: Double = 0.05,
    _ factor: (_ day: Int, _ hour: Int) -> Double
  ) -> HourlyFigure {
    var figure = HourlyFigure(series: "wait_seconds{site=shop}", figure: "p99") {
      Figure.seconds($0).text
    }
    var random = SeededNumbers(7)
    for day in 0..<weeks * 7 {
      for hour in 0..<24 {
        let curve = 0.02 * (1 + Double((hour + 18) % 24) / 24)
        let noise = 1 + Double.random(in: -noise...noise, using: &random)
        figure.set(curve * noise * factor(day, hour), hour: (Self.monday + day) * 24 + hour)
      }
    }
    return figure
  }

  @Test func `Days like their weekdays before cause no finding`() {
    #expect(figure(weeks: 8) { _, _ in 1 }.findings.isEmpty)
    // Weekends differ from other days, and that is usual.
    #expect(figure(weeks: 8) { day, _ in day % 7 > 4 ? 0.3 : 1 }.findings.isEmpty)
  }

  @Test func `A day with twice as much as its weekday is a finding`() {
    let findings = figure(weeks: 6) { day, _ in day == 36 ? 2 : 1 }.findings
    #expect(findings.count == 1)
    let text = findings.first?.text ?? ""
    #expect(text.hasPrefix("Tuesday 2026-02-10: p99 "), "\(text)")
    #expect(text.hasSuffix(": twice as much"), "\(text)")
    #expect(findings.first?.kind == .erratic)
  }

  @Test func `The same odd weekday in following weeks is one finding`() {
    let findings = figure(weeks: 8) { day, _ in day % 7 == 1 && day >= 35 ? 2 : 1 }.findings
    #expect(findings.map { String($0.text.prefix(25)) } == ["Tuesdays since 2026-02-10"])
  }

  @Test func `A day that varied much around its usual figure is a finding`() {
    let findings = figure(weeks: 6) { day, hour in
      day == 37 ? (hour.isMultiple(of: 2) ? 1.9 : 0.1) : 1
    }.findings
    #expect(findings.count == 1)
    #expect(findings.first?.text.contains("as much as usual, around") == true, "\(findings)")
  }

  @Test func `A slow growth week over week is a finding despite odd days`() {
    let findings = figure(weeks: 6) { day, _ in
      (day == 10 ? 3 : 1) * (1 + 0.06 * Double(day) / 7)
    }.findings.filter { $0.kind == .trend }
    #expect(findings.count == 1)
    let text = findings.first?.text ?? ""
    #expect(text.hasPrefix("p99 grows by 5% a week since 2026-01-05: from about "), "\(text)")
  }

  @Test func `Usual ranges lie around the same hours of the weeks before, without odd days`() throws
  {
    let figure = figure(weeks: 6) { day, hour in
      day == 29 ? 10 : hour == 12 ? 3 : 1
    }
    // A Tuesday after the last week; a Tuesday of the fifth week was ten times as slow.
    let day = Self.monday + 43
    let ranges = figure.usualRanges(of: day...day)
    #expect(ranges.count == 24)
    let noon = try #require(ranges[day * 24 + 12])
    let usual = 0.02 * 3 * (1 + Double((12 + 18) % 24) / 24)
    #expect(noon.contains(usual) && noon.contains(usual * 1.2))
    #expect(!noon.contains(usual * 1.5) && !noon.contains(usual * 0.5), "\(noon)")
  }

  @Test func `There are no usual ranges before three same weekdays are known`() {
    let day = Self.monday + 14
    #expect(figure(weeks: 2) { _, _ in 1 }.usualRanges(of: day...day).isEmpty)
    #expect(figure(weeks: 3) { _, _ in 1 }.usualRanges(of: day + 7...day + 7).count == 24)
  }

  @Test func `Findings need weeks of whole days`() {
    #expect(figure(weeks: 2) { day, _ in day > 10 ? 5 : 1 }.findings.isEmpty)
    var sparse = HourlyFigure(series: "a", figure: "rate") { "\($0)" }
    for day in 0..<42 { sparse.set(day == 41 ? 100 : 1, hour: (Self.monday + day) * 24) }
    #expect(sparse.findings.isEmpty, "an hour of a day is no day")
  }
}

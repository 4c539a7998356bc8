// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import Foundation
import Monitor
import Signals
import Testing
import TrafficTesting

@Suite struct `A forecast of the peak hour` {
  private static let today = 20_000

  /// Days whose hour at noon has a rate, all others a tenth of it.
  private func rates(
    _ days: Int = 28,
    _ peak: (Int) -> Double?
  ) -> [Int: [Double?]] {
    var rates: [Int: [Double?]] = [:]
    for day in Self.today - days..<Self.today {
      guard let rate = peak(day) else { continue }
      rates[day] = (0..<24).map { $0 == 12 ? rate : rate / 10 }
    }
    return rates
  }

  @Test func `A forecast goes on with the trend, each weekday from its own level`() throws {
    // Ten a second more each day; Sundays have half.
    let forecast = try #require(
      CapacityForecast(
        rates { day in
          let level = 1_000 + 10 * Double(day - Self.today)
          return day % 7 == 0 ? level - 400 : level
        },
        today: Self.today
      )
    )
    #expect(abs(forecast.growth - 70) < 0.001)
    for (index, peak) in forecast.peaks.enumerated() {
      let day = Self.today + 1 + index
      let truth = 1_000 + 10 * Double(index + 1) - (day % 7 == 0 ? 400 : 0)
      #expect(abs(peak - truth) < 0.001, "\(index)")
    }
    #expect(forecast.hours.allSatisfy { $0 == 12 } && forecast.hours.count == 14)
    #expect(forecast.tomorrow == Self.today + 1)
    #expect(forecast.days(until: 1_075) == 8)
    #expect(forecast.days(until: 2_000) == nil)
  }

  @Test func `A forecast takes noise for no trend`() throws {
    let forecast = try #require(
      CapacityForecast(rates { 100 + Double($0 * 7_919 % 11) }, today: Self.today)
    )
    #expect(forecast.growth == 0)
    #expect(forecast.peaks.allSatisfy { (100...111).contains($0) })
  }

  @Test func `A forecast needs three weeks of days with twelve hours`() {
    #expect(CapacityForecast(rates(13) { _ in 100 }, today: Self.today) == nil)
    #expect(CapacityForecast(rates { $0 % 7 < 3 ? 100 : nil }, today: Self.today) == nil)
    var short = rates { _ in 100 }
    for day in short.keys { short[day] = [Double?](repeating: 5, count: 11) }
    #expect(CapacityForecast(short, today: Self.today) == nil)
    #expect(CapacityForecast(rates(21) { _ in 100 }, today: Self.today) != nil)
  }
}

@Suite struct `A forecast from the history` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/history" }

  @Test func `A forecast reads four weeks of the history without the present day`() throws {
    let registry = try SignalRegistry(capacity: 2_048)
    let durations = try registry.histogram(
      "http_server_request_duration_seconds",
      "Requests.",
      unit: .seconds
    )
    let shard = try registry.makeShard()
    // The beginning of a day.
    let start: Int64 = 1_700_006_400
    var now = start
    let annotations = Annotations(in: folder, at: now) { _ in }
    let monitor = try StoredHistory(registry, in: folder, limit: 64 << 20, annotations) { _ in }
    monitor.record(registry.snapshot(), at: now, uptime: 0)
    // Six requests in ten minutes, and sixty at noon; six thousand on the last day, which is not over.
    for step in 1...28 * 144 + 72 {
      now += 600
      let isNoon = step % 144 / 6 == 12
      let count = step > 28 * 144 ? 6_000 : isNoon ? 60 : 6
      for _ in 0..<count { shard.record(durations, 1_000_000) }
      monitor.record(registry.snapshot(), at: now, uptime: Double(now))
    }
    let forecast = try #require(monitor.capacityForecast(now: Int(now)))
    #expect(forecast.peaks.count == CapacityForecast.days)
    #expect(forecast.peaks.allSatisfy { abs($0 - 0.1) < 0.001 }, "\(forecast.peaks)")
    #expect(monitor.capacityForecast(now: Int(start) + 86_400) == nil)
  }
}

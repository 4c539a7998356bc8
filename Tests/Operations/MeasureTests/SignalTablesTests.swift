// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals
import Testing

/// Signals whose history is sampled by a clock of the test.
private struct Sampled {
  let registry: SignalRegistry
  let counters: SignalFamily<Counter>
  let level: Gauge
  let wait: Histogram
  let shard: SignalShard
  let history = SignalHistory()

  init() throws {
    registry = try SignalRegistry()
    counters = try registry.counters(
      "portico_things_total",
      "Things that came.",
      labels: [SignalLabel("kind", ["good", "bad"])]
    )
    level = try registry.gauge("portico_level", "A level.")
    wait = try registry.histogram("portico_wait_seconds", "Waits.", unit: .seconds)
    shard = try registry.makeShard()
  }

  /// Takes a snapshot each second, after `each` has recorded what that second brings.
  func run(_ seconds: ClosedRange<Int>, each: (SignalShard, Int) -> Void = { _, _ in }) {
    for second in seconds {
      each(shard, second)
      history.add(registry.snapshot(), at: Double(second))
    }
  }

  var stats: FigureTable { SignalTables(history).stats(usedOnly: false) }
}

extension FigureTable {
  /// The figures of the row with a name, by the keys of the columns.
  fileprivate subscript(_ name: String) -> [String: Figure]? {
    rows.first { $0.figures[0] == .text(name) }.map { row in
      Dictionary(uniqueKeysWithValues: zip(columns.map(\.key), row.figures))
    }
  }
}

@Suite struct `The table of counters` {
  @Test func `The table of counters has rates over 10, 100 and 1000 seconds`() throws {
    let sampled = try Sampled()
    let (counters, level) = (sampled.counters, sampled.level)
    // One a second for 1900 s, ten a second for the last 100 s.
    sampled.run(0...2000) { shard, second in
      shard.add(counters[0], second > 1900 ? 10 : 1)
      shard.set(level, second)
    }
    let row = try #require(sampled.stats["portico_things_total{kind=good}"])
    #expect(row["value"] == .count(2_901))
    #expect(row["rate10"] == .perSecond(10))
    #expect(row["rate100"] == .perSecond(10))
    #expect(row["rate1000"] == .perSecond(1.9))
    #expect(row["help"] == .text("Things that came."))
    #expect(sampled.stats["portico_level"]?["value"] == .count(2_000))
  }

  @Test func `A rate is taken over as much of its window as there is`() throws {
    let sampled = try Sampled()
    let counters = sampled.counters
    #expect(sampled.stats.rows.isEmpty)
    sampled.run(1...1)
    #expect(sampled.stats.rows.isEmpty)
    sampled.run(2...4) { shard, _ in shard.add(counters[0], 6) }
    let row = try #require(sampled.stats["portico_things_total{kind=good}"])
    #expect(row["rate10"] == .perSecond(6))
    #expect(row["rate1000"] == .perSecond(6))
  }

  @Test func `A series declared within a window is counted from zero`() throws {
    let sampled = try Sampled()
    sampled.run(1...5)
    let late = try sampled.registry.counter("portico_late_total", "What came late.")
    sampled.run(6...11) { shard, _ in shard.add(late, 1) }
    #expect(sampled.stats["portico_late_total"]?["rate10"] == .perSecond(0.6))
  }

  @Test func `The table of counters shows what a filter names, or what was used`() throws {
    let sampled = try Sampled()
    let counters = sampled.counters
    sampled.run(1...2) { shard, _ in shard.add(counters[1], 1) }
    let named = SignalTables(sampled.history, filter: "KIND=G").stats(usedOnly: false)
    #expect(named.rows.map(\.figures.first) == [.text("portico_things_total{kind=good}")])
    let used = SignalTables(sampled.history).stats(usedOnly: true)
    #expect(used.rows.map(\.figures.first) == [.text("portico_things_total{kind=bad}")])
  }
}

/// Memory of a process that goes on with what one before it counted.
private struct Inheriting: SignalStorage {
  let values: [SignalIdentity: SignalValue]

  func makeMemory(slots: Int) throws(SignalFault) -> SignalMemory {
    try SignalMemory(count: slots)
  }

  func admit(_ identity: SignalIdentity, at slots: Range<Int>) {}

  func inherited() -> [SignalIdentity: SignalValue] { values }
}

@Suite struct `What was counted before a restart` {
  private let registry: SignalRegistry
  private let history = SignalHistory()
  private let waits = HistogramSnapshot(
    unit: .seconds,
    zeroCount: 0,
    firstBucket: 0,
    buckets: [1_000_000],
    recordedSum: 1_000_000_000_000_000
  )

  init() throws {
    func identity(_ family: String, _ kind: SignalKind, _ unit: SignalUnit) -> SignalIdentity {
      SignalIdentity(family: family, labelNames: [], labelValues: [], kind: kind, unit: unit)
    }
    let storage = Inheriting(values: [
      identity("portico_late_total", .counter, .none): .counter(1_000_000),
      identity("portico_late_seconds", .histogram, .seconds): .histogram(waits),
    ])
    registry = try SignalRegistry(capacity: 1 << 13, storage: storage)
  }

  @Test func `The count before a restart is not growth of a newly declared series`() throws {
    let shard = try registry.makeShard()
    for second in 1...5 { history.add(registry.snapshot(), at: Double(second)) }
    let late = try registry.counter("portico_late_total", "What came late.")
    let wait = try registry.histogram("portico_late_seconds", "Late waits.", unit: .seconds)
    for second in 6...11 {
      shard.add(late, 1)
      shard.record(wait, 1_000_000)
      history.add(registry.snapshot(), at: Double(second))
    }
    let row = try #require(SignalTables(history).stats(usedOnly: true)["portico_late_total"])
    #expect(row["value"] == .count(1_000_006))
    #expect(row["rate10"] == .perSecond(0.6) && row["rate1000"] == .perSecond(0.6))
    let timer = try #require(SignalTables(history).timers(over: 10)["portico_late_seconds"])
    #expect(timer["count"] == .count(6) && timer["rate"] == .perSecond(0.6))
  }
}

@Suite struct `The table of durations` {
  @Test func `The table of durations has the quantiles of a window, not of all time`() throws {
    let sampled = try Sampled()
    let wait = sampled.wait
    sampled.run(0...100) { shard, second in
      // A hundred values a second: long ones at first, 1 ms each in the last 40 s.
      for _ in 0..<100 { shard.record(wait, second > 60 ? 1_000_000 : 9_000_000_000) }
    }
    let row = try #require(SignalTables(sampled.history).timers(over: 10)["portico_wait_seconds"])
    #expect(row["count"] == .count(1_000))
    #expect(row["rate"] == .perSecond(100))
    for key in ["p50", "p90", "p99", "p999", "max"] {
      guard case .seconds(let seconds) = row[key] else {
        Issue.record("\(key) is no duration")
        continue
      }
      #expect(abs(seconds - 0.001) < 0.0001, "\(key)")
    }
    let longer = SignalTables(sampled.history).timers(over: 300)["portico_wait_seconds"]
    #expect(longer?["max"] == .seconds(9))
  }

  @Test func `The table of durations leaves out what had no value in the window`() throws {
    let sampled = try Sampled()
    let wait = sampled.wait
    sampled.shard.record(wait, 5)
    sampled.run(1...30)
    #expect(SignalTables(sampled.history).timers(over: 10).rows.isEmpty)
  }
}

@Suite struct `The table of durations in a terminal` {
  @Test func `Series stand below their family by the labels in which they differ`() throws {
    let registry = try SignalRegistry()
    let routes = SignalLabel("http_route", ["/a", "/b"])
    let waits = try registry.histograms(
      "portico_wait_seconds",
      "Waits.",
      unit: .seconds,
      labels: [SignalLabel("site", ["shop", "other"]), routes]
    )
    let alone = try registry.histogram("portico_zeal_seconds", "Zeal.", unit: .seconds)
    let shard = try registry.makeShard()
    let history = SignalHistory()
    history.add(registry.snapshot(), at: 0)
    for series in [waits[0, 0], waits[0, 1], alone] { shard.record(series, 1_000_000) }
    history.add(registry.snapshot(), at: 10)
    let table = SignalTables(history).timers(over: 10)
    let text = table.text(columns: 80)
    let names = text.split(separator: "\n").map { $0.prefix { $0 != "1" }.split(separator: " ") }
    #expect(
      names == [
        ["name", "count", "rate", "p50", "p90", "p99", "p99.9", "max"],
        ["portico_wait_seconds{site=shop}"], ["/a"], ["/b"], ["portico_zeal_seconds"], ["all"],
      ],
      "\(text)"
    )
    #expect(table.rows[0].figures[0] == .text("portico_wait_seconds{site=shop,http_route=/a}"))
  }
}

@Suite struct `A history of signals` {
  @Test func `The history of signals covers an hour in few snapshots`() throws {
    let sampled = try Sampled()
    sampled.run(0...7200)
    for wanted in [1.0, 10, 60, 100, 300, 1000, 3600] {
      let window = try #require(sampled.history.window(wanted))
      // The nearest snapshot is at most half a step away.
      #expect(abs(window.seconds - wanted) <= wanted / 4, "a window of \(wanted) s")
    }
    #expect(try #require(sampled.history.window(100_000)).seconds <= 3_900)
  }
}

@Suite struct `A table of figures` {
  private func table() -> FigureTable {
    var table = FigureTable(
      "things",
      [
        .init(.name, "name", "Its name."), .init(.time, "time", "Its time."),
        .init(.size, "size", "Its size."), .init(.share, "share", "Its share."),
        .init(.rate, "rate", "Its rate."),
      ]
    )
    table.add([.text("a \"b\""), .seconds(0.001_234), .bytes(1_536), .share(0.931), .perSecond(12)])
    table.add([.text("long name"), .seconds(75), .none, .share(1), .perSecond(0.25)])
    return table
  }

  @Test func `A table of figures is aligned for a terminal`() {
    #expect(
      table().text() == """
        name         time     size  share    rate
        a "b"      1.23ms  1.5 KiB  93.1%    12/s
        long name     75s        -   100%  0.25/s

        """
    )
  }

  @Test func `Texts of a table are cut to the columns of a terminal, names in their middle`() {
    var table = FigureTable(
      "things",
      [
        .init(.name, "name", "Its name."), .init(.why, "why", "Why."),
        .init(.size, "size", "Its size."),
      ]
    )
    let name = "/items/\(String(repeating: "x", count: 60))/reviews"
    table.add([.text(name), .text("It is late, since nobody called it."), .bytes(1_536)])
    table.add(
      [.text(name), .text("-"), .count(7)],
      in: FigureTable.Group("all {\(name)}", "\(name) 200")
    )
    let lines = table.text(columns: 44).split(separator: "\n")
    #expect(
      lines == [
        "name              why                   size",
        "/items/x…reviews  It is late, sinc…  1.5 KiB",
        "all {/items/xxxxxxxxxx…xxxxxxxxxxxx/reviews}",
        "  /items…ews 200  -                        7",
      ]
    )
    #expect(table.text(columns: 400) == table.text() && table.text().contains(name))
    #expect(String(decoding: table.json, as: UTF8.self).ranges(of: name).count == 2)
  }

  @Test func `A table of figures has bold titles and coloured rows in a terminal`() {
    var table = FigureTable("things", [.init(.name, "name", "Its name.")])
    table.add([.text("a")])
    table.add([.text("b")], tone: .warning)
    table.add([.text("c")], tone: .failure)
    #expect(
      table.text(isColoured: true)
        == "\u{1B}[1mname\u{1B}[0m\na\n\u{1B}[33mb\u{1B}[0m\n\u{1B}[31mc\u{1B}[0m\n"
    )
  }

  @Test func `A table of figures is JSON in base units, without absent figures`() {
    #expect(
      String(decoding: table().json, as: UTF8.self) == """
        {"things":[
        {"name":"a \\"b\\"","time":0.001234,"size":1536,"share":0.931,"rate":12.0},
        {"name":"long name","time":75.0,"share":1.0,"rate":0.25}]}

        """
    )
  }

  @Test func `A word of programs is plain words for people, and itself in JSON`() {
    var table = FigureTable("things", [.init(.why, "why", "Its cause.")])
    table.add([.code("wrong_status")])
    #expect(table.text() == "why\nwrong status\n")
    #expect(String(decoding: table.json, as: UTF8.self).contains("\"why\":\"wrong_status\""))
  }

  @Test(arguments: [
    (Figure.seconds(0), "0s"), (.seconds(-90), "-90s"), (.seconds(2.5e-7), "250ns"),
    (.seconds(119), "119s"), (.seconds(120), "2 min"), (.seconds(3_599.7), "1 h"),
    (.seconds(5_400), "1 h 30 min"), (.seconds(21_600), "6 h"), (.seconds(93_600), "1 d 2 h"),
    (.seconds(604_800), "7 d"), (.seconds(-300), "-5 min"),
    (.seconds(0.000_4), "400us"),
    (.bytes(1_000), "1000 B"), (.bytes(5 << 40), "5 TiB"), (.share(0), "0%"),
    (.share(1), "100%"), (.share(0.987_6), "98.8%"), (.share(0.999_5), "99.95%"),
    (.share(0.999_996), "99.9996%"), (.share(-2.5), "-250%"),
    (.perSecond(.infinity), "-/s"), (.count(-3), "-3"), (.perSecond(123_456.7), "123457/s"),
  ])
  func `A figure is shown with at least three digits`(figure: Figure, text: String) {
    #expect(figure.text == text)
  }
}

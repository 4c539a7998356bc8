// SPDX-License-Identifier: Apache-2.0

import Bytes
import FolderTesting
import Foundation
import HTTPValues
import Monitor
import Signals
import Testing
import TrafficTesting

private func parameters(_ text: String) throws -> QueryParameters {
  let bytes = Array(text.utf8)
  let parameters = QueryParameters(bytes.span)
  return try #require(parameters)
}

@Suite struct `A query of the history` {
  private static let now = 1_700_000_000

  private func query(_ text: String) throws -> HistoryQuery {
    try HistoryQuery(try parameters(text), now: Self.now)
  }

  @Test(arguments: [
    ("series=a_total", 3_600, 10), ("series=a_total&from=-10m", 600, 1),
    ("series=a_total&from=-10m&compare=1d", 600, 60), ("series=a_total&from=-1d", 86_400, 600),
    ("series=a_total&from=-400d", 34_560_000, 86_400),
    ("series=a_total&from=-2h&step=5m", 7_200, 300),
  ])
  func `A history query's step follows from its span and what is kept`(
    text: String,
    span: Int,
    step: Int
  ) throws {
    let query = try query(text)
    #expect(query.step == step)
    #expect(abs(query.to - query.from - span) < max(step, 1))
  }

  @Test(arguments: [
    ("", "there is no series"), ("series=A", "expected a name with labels"),
    ("series=a{b", "expected a name with labels"), ("series=a&form=csv", "\"form\" means nothing"),
    ("series=a&from=tomorrow", "from is \"tomorrow\"; expected seconds since 1970"),
    ("series=a&from=-1h&to=-2h", "expected an earlier from"),
    ("series=a&from=-500d", "expected at most 400 days"),
    ("series=a&step=soon", "step is \"soon\"; expected a duration"),
    ("series=a&from=-2h&step=1s", "expected a multiple of 10s"),
    ("series=a&from=-1h&step=1s", "points: 3600"),
    ("series=a&from=-8d&usual=", "expected at most 7 days"),
    ("series=a&compare=yesterday", "compare is \"yesterday\""),
    ("series=a&quantile=99", "quantile is \"99\""),
  ])
  func `A wrong history query is refused with what was seen and expected`(
    text: String,
    expected: String
  ) throws {
    let error = #expect(throws: PlainError.self) { try query(text) }
    #expect(error?.description.contains(expected) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    ("a_total", 0), ("a_total{site=shop}", 1), (#"a_total{site="b, c",kind=x}"#, 2),
    ("a_total{}", 0),
  ])
  func `A series in a history query may be named by some of its labels`(text: String, labels: Int) {
    #expect(HistorySelector(text)?.labels.count == labels)
  }

  @Test(arguments: ["", "{a=b}", "a{b=c", "a{b}", #"a{b="c}"#, #"a{b="c"d}"#, "a b"])
  func `A malformed series in a history query is refused`(text: String) {
    #expect(HistorySelector(text) == nil)
  }
}

@Suite struct `Answers of the history` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/history" }

  private func answer(_ process: RecordedProcess, _ text: String) throws -> HistoryAnswer {
    let query = try HistoryQuery(try parameters(text), now: Int(process.now))
    return try #require(try process.monitor.answer(query, now: Int(process.now)))
  }

  @Test func `A history answer has rates, levels and quantiles in base units`() throws {
    let process = try RecordedProcess(folder, at: 1_699_999_800)
    process.run(600) { process in
      process.shard.add(process.counter, 4)
      process.shard.set(process.level, Int(process.now % 60))
      for _ in 0..<99 { process.shard.record(process.wait, 1_000_000) }
      process.shard.record(process.wait, 2_000_000_000)
    }
    let names = "series=portico_things_total&series=portico_level&series=portico_wait_seconds"
    let answer = try answer(process, "\(names)&from=-5m&step=1m&quantile=0.5,0.999")
    let lines = Dictionary(uniqueKeysWithValues: answer.lines.map { ($0.name, $0) })
    let rates = try #require(lines["portico_things_total"]?.points[0].points)
    #expect(rates.count == 5 && rates.allSatisfy { $0.values == [4] })
    #expect(lines["portico_level"]?.points[0].points[1].values == [59, 0, 59])
    let wait = try #require(lines["portico_wait_seconds"])
    #expect(wait.columns == ["rate", "mean", "p50", "p99.9"])
    let values = wait.points[0].points[2].values
    #expect(values[0] == 100)
    #expect(abs((values[1] ?? 0) - 0.02099) < 1e-6)
    #expect(abs((values[2] ?? 0) - 0.001) < 0.0001)
    #expect(abs((values[3] ?? 0) - 2) < 0.2)
  }

  @Test func `A history answer has the same time a day and a week before beside it`() throws {
    let process = try RecordedProcess(folder, at: 1_699_999_800)
    // Each minute of eight days; as many things in a minute as the day's number says.
    process.run(8 * 86_400, by: 60) { process in
      let day = Int(process.now - 1 - 1_699_999_800) / 86_400
      process.shard.add(process.counter, (day + 1) * 60)
    }
    let answer = try answer(
      process,
      "series=portico_things_total&from=-2h&to=-1h&step=10m&compare=1d,7d"
    )
    let points = answer.lines[0].points
    #expect(points.map(\.shift) == [nil, "1d", "7d"])
    #expect(points.map { $0.points.count } == [6, 6, 6])
    for (index, rate) in [8.0, 7, 1].enumerated() {
      #expect(points[index].points.allSatisfy { $0.values == [rate] }, "\(points[index])")
      #expect(points[index].points.map(\.time) == points[0].points.map(\.time))
    }
  }

  @Test func `An earlier time of which only longer steps are kept is compared in these`() throws {
    let process = try RecordedProcess(folder)
    process.run(29 * 86_400, by: 60) { process in
      let isBefore = process.now < RecordedProcess.start + 2 * 86_400
      process.shard.add(process.counter, isBefore ? 120 : 60)
    }
    let answer = try answer(
      process,
      "series=portico_things_total&from=-1h&step=60s&compare=28d"
    )
    let points = answer.lines[0].points
    #expect(points[0].points.count == 60)
    #expect(points[0].points.allSatisfy { $0.values == [1] })
    #expect((5...7).contains(points[1].points.count), "\(points[1])")
    #expect(points[1].points.allSatisfy { $0.values == [2] }, "\(points[1])")
  }

  @Test func `The usual range of each step follows from the same hours of weeks before`() throws {
    let process = try RecordedProcess(folder)
    process.run(4 * 7 * 86_400, by: 600) { process in
      // The rate of an hour is its number.
      process.shard.add(process.counter, 600 * Int(process.now / 3_600 % 24))
    }
    let found = try answer(process, "series=portico_things_total&from=-6h&step=10m&usual=")
    let usual = found.lines[0].usual
    // From the beginning of the step that was six hours ago.
    #expect(usual.count == 37)
    for point in usual where point.time % 3_600 == 1_800 && point.time / 3_600 % 24 > 0 {
      let range = try #require(point.ranges.first ?? nil)
      let hour = Double(point.time / 3_600 % 24)
      #expect(range.contains(hour) && !range.contains(hour * 1.6 + 1), "\(point)")
    }
    let text = String(decoding: found.json, as: UTF8.self)
    #expect(text.contains(",\"usual\":[[\(found.from),"), "\(text.suffix(2_000))")
    let none = try answer(process, "series=portico_level&from=-1h&step=10m")
    #expect(none.lines[0].usual.isEmpty)
    #expect(!String(decoding: none.json, as: UTF8.self).contains("usual"))
  }

  @Test func `A history answer adds up series by labels`() throws {
    let process = try RecordedProcess(folder)
    let kinds = try process.registry.counters(
      "portico_kinds_total",
      "Kinds.",
      labels: [SignalLabel("site", ["a", "b"]), SignalLabel("kind", ["x", "y"])]
    )
    process.run(10) { process in
      for index in 0..<2 { for kind in 0..<2 { process.shard.add(kinds[index, kind], index + 1) } }
    }
    let all = try answer(process, "series=portico_kinds_total&from=-5s&step=1s")
    #expect(all.lines.count == 4)
    let sites = try answer(process, "series=portico_kinds_total&from=-5s&step=1s&by=site")
    #expect(
      sites.lines.map(\.text) == ["portico_kinds_total{site=a}", "portico_kinds_total{site=b}"]
    )
    #expect(sites.lines.map { $0.points[0].points[0].values } == [[2], [4]])
    let one = try answer(process, "series=portico_kinds_total{kind=x}&from=-5s&step=1s&by=")
    #expect(one.lines.map { $0.points[0].points[0].values } == [[3]])
  }

  @Test func `A history answer has nothing for missing points and refuses unknown series`() throws {
    let process = try RecordedProcess(folder)
    process.run(3)
    process.now += 60
    process.run(3) { $0.shard.set($0.level, 7) }
    let answer = try answer(process, "series=portico_level&from=-30s&step=1s")
    #expect(answer.lines[0].points[0].points.count == 3 - 1)
    let error = #expect(throws: PlainError.self) {
      try self.answer(process, "series=portico_nothing")
    }
    #expect(error?.description.contains("GET /history/series lists all") == true)
  }

  @Test func `A history answer is JSON or CSV with its annotations`() throws {
    let process = try RecordedProcess(folder)
    process.run(2) { $0.shard.add($0.counter, 1) }
    let time = process.now - 1
    process.monitor.annotations.add(
      try #require(Annotation(time: time, kind: "deploy", text: "shop \"4\"", site: "shop"))
    )
    let answer = try answer(process, "series=portico_things_total&from=-2s&step=1s&compare=1s")
    #expect(
      String(decoding: answer.json, as: UTF8.self) == """
        {"from":1700000000,"to":1700000002,"step":1,"series":[
        {"series":"portico_things_total","name":"portico_things_total","labels":{},"kind":"counter",\
        "unit":"none","columns":["time","rate"],"points":[[1700000001,1]],"compare":{"1s":[]}}],
        "annotations":[{"time":1700000001,"kind":"deploy","text":"shop \\"4\\"","site":"shop"}]}

        """
    )
    #expect(
      String(decoding: answer.csv, as: UTF8.self)
        == "time,series,compare,column,value\r\n1700000001,portico_things_total,,rate,1\r\n"
    )
  }
}

@Suite struct `Annotations in a file` {
  private let temporary = TemporaryFolder()
  private var folder: String { "\(temporary.path)/history" }

  @Test func `Annotations survive a restart, except for a line that was cut off`() throws {
    let first = Annotations(in: folder, at: 0) { _ in }
    for time in 1...3 {
      first.add(try #require(Annotation(time: Int64(time), kind: "purge", text: "tag \(time)")))
    }
    let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/annotations"))
    try bytes.dropLast(5).write(to: URL(fileURLWithPath: "\(folder)/annotations"))
    let second = Annotations(in: folder, at: 0) { Issue.record("\($0)") }
    #expect(second.during(0..<10).map(\.text) == ["tag 1", "tag 2"])
    second.add(try #require(Annotation(time: 2, kind: "deploy", text: "x")))
    #expect(Annotations(in: folder, at: 0) { _ in }.during(2..<3).map(\.text) == ["tag 2", "x"])
  }

  @Test(arguments: [("Deploy", "x"), ("", "x"), ("deploy", ""), ("a b", "x")])
  func `An annotation without a lower-case kind or a text is refused`(kind: String, text: String) {
    #expect(Annotation(time: 0, kind: kind, text: text) == nil)
  }
}

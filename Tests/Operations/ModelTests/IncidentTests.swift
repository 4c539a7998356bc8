// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues
import Measure
import Message
import Model
import Signals
import Testing
import TrafficTesting

@testable import Monitor

/// The incident of `make drill`, under a clock that the test moves: a service slows, fails and comes back, an
/// edition is published and rolled back, and everything is purged again and again.
@Suite struct `An incident under a virtual clock` {
  private static let begin = 1_700_006_400
  /// The seconds at which the parts of the incident begin, and its end.
  private static let (slow, failing, well, end) = (2_400, 3_000, 3_180, 7_200)
  private static let (published, rolledBack) = (6_000, 6_120)
  /// Purges come each second, and every request needs the service.
  private static let storm = 6_300..<6_360

  /// What is left of the incident: the history, and what operators were told, in its order: a state of the
  /// route, or an alert.
  private struct Incident {
    let objectives: [Objective]
    let monitor: StoredHistory
    let told: [(second: Int, word: String)]

    init() throws {
      let site = try ModelledSite()
      // Nobody can make this folder, so the history is in memory.
      let folder = "/proc/portico"
      monitor = try StoredHistory(
        site.registry,
        in: folder,
        limit: 64 << 20,
        Annotations(in: folder, at: Int64(begin)) { _ in },
        report: { _ in }
      )
      objectives = site.expected.objectives
      told = `An incident under a virtual clock`.told(site, monitor)
    }
  }

  private static let incident = Result { try Incident() }

  private static func requests(_ second: Int, _ site: ModelledSite) {
    switch second {
    case slow..<failing: site.requests(40, ModelledSite.item, milliseconds: 400)
    case failing..<well: site.requests(40, ModelledSite.item, status: "502", error: "502")
    case storm: site.requests(40, ModelledSite.item, milliseconds: 80)
    default: site.requests(40, ModelledSite.item)
    }
  }

  /// What operators do at a second, as it is annotated.
  private static func orders(at second: Int) -> [(kind: String, text: String)] {
    switch second {
    case published: [("publication", "edition 2 is published")]
    case rolledBack: [("rollback", "edition 1 is back")]
    case storm: (0..<10).map { ("purge", "tag items, number \($0)") }
    default: []
    }
  }

  private static func told(
    _ site: ModelledSite,
    _ monitor: StoredHistory
  ) -> [(second: Int, word: String)] {
    var (alerts, book) = (ModelAlerts(), AlertBook())
    var told: [(second: Int, word: String)] = []
    var state: RouteConformance.State?
    for second in 0..<end {
      site.run(second...second) { requests($0, site) }
      let snapshot = site.registry.snapshot()
      monitor.record(
        snapshot,
        site.expected.promises,
        at: Int64(begin + second),
        uptime: Double(second)
      )
      func annotate(_ kind: String, _ text: String) {
        let note = Annotation(time: Int64(begin + second), kind: kind, text: text, site: "shop")
        if let note { monitor.annotations.add(note) }
      }
      for order in orders(at: second) { annotate(order.kind, order.text) }
      if let now = site.state(of: ModelledSite.item), now != state, now != .idle {
        state = now
        told.append((second, now.rawValue))
      }
      guard second.isMultiple(of: 10) else { continue }
      alerts.add(snapshot, of: [site.expected], at: Double(second))
      let report = ModelReport(
        [site.expected],
        among: ["shop"],
        site.history,
        .failure(.init("there is no history")),
        loops: 1
      )
      let burning = alerts.conditions(of: report).filter { $0.id.hasPrefix("burn/") }
      for change in book.update(burning, at: Int64(begin + second)) {
        switch change {
        case .fired(let entry):
          told.append((second, "fires \(entry.condition.id)"))
          annotate("alert", "\(entry.condition.id) fires")
        case .resolved(let entry):
          told.append((second, "is over \(entry.condition.id)"))
          annotate("alert", "\(entry.condition.id) is over")
        }
      }
    }
    return told
  }

  @Test func `Operators are told of each part of an incident in its order, and of its end`() throws
  {
    let told = try Self.incident.get().told
    let burn = "burn/shop/GET /items/{id}/"
    #expect(
      told.map(\.word) == [
        "within", "out_of_sla", "fires \(burn)latency", "fires \(burn)availability", "within",
        "is over \(burn)latency", "is over \(burn)availability",
      ],
      "\(told)"
    )
    func second(of word: String) throws -> Int {
      try #require(told.last { $0.word == word }, "\(word)").second
    }
    // The state turns within seconds, and turns back when the last minute was good.
    #expect((Self.slow...Self.slow + 3).contains(try second(of: "out_of_sla")))
    #expect((Self.well...Self.well + 61).contains(try second(of: "within")))
    #expect((Self.slow..<Self.failing).contains(try second(of: "fires \(burn)latency")))
    #expect((Self.failing..<Self.well).contains(try second(of: "fires \(burn)availability")))
    #expect((Self.well..<Self.end).contains(try second(of: "is over \(burn)availability")))
  }

  @Test func `The history shows an incident's slow answers, its failures, and that they ended`()
    throws
  {
    let monitor = try Self.incident.get().monitor
    /// The slowest answer without an error and the failures of some seconds.
    func figures(_ from: Int, _ to: Int) throws -> (slowest: Double, failures: Double) {
      let text =
        "series=http_server_request_duration_seconds&by=error_type&quantile=1&step=10s"
        + "&from=\(Self.begin + from)&to=\(Self.begin + to)"
      let bytes = Array(text.utf8)
      let read = QueryParameters(bytes.span)
      let now = Self.begin + Self.end
      let query = try HistoryQuery(try #require(read), now: now)
      let answer = try #require(try monitor.answer(query, now: now))
      var (slowest, failures) = (0.0, 0.0)
      for line in answer.lines {
        let hasFailed = line.labels.contains { $0.name == "error_type" && $0.value == "502" }
        let (rate, most) = (
          try #require(line.columns.firstIndex(of: "rate")),
          try #require(line.columns.firstIndex(of: "p100"))
        )
        for point in line.points.flatMap({ $0.points }) {
          if hasFailed {
            failures += point.values[rate] ?? 0
          } else {
            slowest = max(slowest, point.values[most] ?? 0)
          }
        }
      }
      return (slowest, failures)
    }
    for (from, to, slowest, hasFailures) in [
      (10, Self.slow, 0.01, false), (Self.slow + 10, Self.failing, 0.4, false),
      (Self.failing + 10, Self.well, 0, true), (Self.well + 10, Self.published, 0.01, false),
      (Self.storm.lowerBound + 10, Self.storm.upperBound, 0.08, false),
      (Self.storm.upperBound + 10, Self.end, 0.01, false),
    ] {
      let found = try figures(from, to)
      // Buckets of a histogram are 9% apart.
      #expect(abs(found.slowest - slowest) <= slowest * 0.09, "\(from): \(found)")
      #expect((found.failures > 0) == hasFailures, "\(from): \(found)")
    }
  }

  @Test
  func
    `A publication, a rollback and a storm of purges are annotated in their order and break nothing`()
    throws
  {
    let incident = try Self.incident.get()
    let day = Int64(Self.begin)..<Int64(Self.begin + Self.end)
    let notes = incident.monitor.annotations.during(day)
    var kinds: [String] = []
    for note in notes where note.kind != kinds.last { kinds.append(note.kind) }
    #expect(kinds == ["alert", "publication", "rollback", "purge"])
    #expect(notes.count { $0.kind == "purge" } == Self.storm.count * 10)
    #expect(notes.count { $0.kind == "alert" } == 4)
    #expect(!incident.told.contains { $0.second >= Self.published }, "\(incident.told)")
  }

  @Test func `The promises of the day name an incident's late and failed requests`() throws {
    let now = Self.begin + Self.end
    let incident = try Self.incident.get()
    let history = try #require(incident.monitor.promises(incident.objectives, now: now))
    let promises = history.objectives
    try #require(promises.map(\.objective.kind) == [.availability, .latency])
    #expect(promises.map(\.total.bad) == [180 * 40, 600 * 40])
    // Each lies in one step of ten minutes.
    let breaches = promises.flatMap(\.breaches)
    #expect(breaches.map(\.from) == [Self.begin + Self.failing, Self.begin + Self.slow])
    #expect(breaches.allSatisfy { $0.to == $0.from + ObjectiveHistory.step })
    #expect(promises.map { $0.burning?.severity } == [.ticket, .ticket])
  }
}

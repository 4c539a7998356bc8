// SPDX-License-Identifier: Apache-2.0

import Message
import Signals
import Testing

@Suite struct `The events of refusals` {
  private let registry: SignalRegistry
  private let refusals: SignalFamily<Counter>
  private let answers: SignalFamily<Counter>
  private let shard: SignalShard
  private let log: EventLog
  private let watch: RefusalWatch

  init() throws {
    registry = try SignalRegistry()
    refusals = try registry.counters(
      "portico_server_refusals_total",
      "Refusals.",
      labels: [SignalLabel("reason", ["connections", "bad_method"])]
    )
    answers = try registry.counters(
      "portico_answers_total",
      "Answers.",
      labels: [SignalLabel("site", ["a", "b"]), SignalLabel("source", ["hit", "limited"])]
    )
    shard = try registry.makeShard()
    log = try EventLog(state: nil, loops: 1, at: 0)
    watch = RefusalWatch(log)
  }

  private func events() throws -> [String] {
    try EventReader.texts(of: log)
  }

  @Test func `Refusals are told by an event at once, then once a minute with their number`() throws
  {
    shard.add(refusals[0], 7)
    watch.look(at: registry.snapshot(), uptime: 1)
    #expect(try events() == [], "what was counted before a restart is no event")
    shard.add(refusals[0], 3)
    watch.look(at: registry.snapshot(), uptime: 2)
    for second in 3...61 {
      shard.add(refusals[0], 1_000)
      watch.look(at: registry.snapshot(), uptime: Double(second))
    }
    shard.add(refusals[1], 1)
    watch.look(at: registry.snapshot(), uptime: 62)
    watch.look(at: registry.snapshot(), uptime: 300)
    #expect(try events() == ["connections 3", "bad_method 1", "connections 59000"])
  }

  @Test func `The refusals of a limit are counted over all sites`() throws {
    watch.look(at: registry.snapshot(), uptime: 1)
    for site in 0..<2 {
      shard.add(answers[site, 0], 100)
      shard.add(answers[site, 1], 2)
    }
    watch.look(at: registry.snapshot(), uptime: 2)
    #expect(try events() == ["rate_limited 4"])
  }

  @Test func `The event of refusals names one of the clients if one is known`() throws {
    let watch = RefusalWatch(log) { $0 == "connections" ? EventFact(.client, "192.0.2.0") : nil }
    watch.look(at: registry.snapshot(), uptime: 1)
    shard.add(refusals[0])
    shard.add(refusals[1])
    watch.look(at: registry.snapshot(), uptime: 2)
    var reader = EventReader(log)
    let clients = try reader.read().map { $0[.client] }
    #expect(clients == [nil, .text("192.0.2.0")])
  }

  @Test func `Millions of refusals in a day fill the log with one event a minute`() throws {
    watch.look(at: registry.snapshot(), uptime: 0)
    for second in stride(from: 1, through: 86_400, by: 10) {
      shard.add(refusals[0], 1_000_000)
      shard.add(refusals[1], 1_000_000)
      watch.look(at: registry.snapshot(), uptime: Double(second))
    }
    var reader = EventReader(log)
    #expect(try reader.read().count == 2 * 1_440)
  }
}

extension EventReader {
  /// The reason and the count of each event.
  fileprivate static func texts(of log: EventLog) throws -> [String] {
    var reader = EventReader(log)
    return try reader.read().compactMap { record in
      guard record.kind == .refusal, record.level == .warning,
        case .text(let reason)? = record[.reason], case .integer(let count)? = record[.count]
      else { return nil }
      return "\(reason) \(count)"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Filters
import HTTPValues
import Measure
import Message
import Reactor
import Serving
import Signals

/// Tables that are counted from events, one by one.
protocol LogTally: Sendable {
  /// Counts an event if it is one that was asked for.
  ///
  /// - Parameter now: nanoseconds of Unix time.
  mutating func add(_ record: EventRecord, now: Int64)
  var tables: [FigureTable] { get }
}

extension LogTally {
  /// Returns the tables of all events of a log; call it on a thread that may block.
  consuming func tables(of log: EventLog) throws -> [FigureTable] {
    let now = LoopClock.system.wallNanoseconds
    var reader = try EventReader.history(of: log)
    try reader.visit { add($0, now: now) }
    return tables
  }
}

/// The report `/log/summary`: the events that satisfy a filter, counted over time and by the values of a field.
struct LogSummary: LogTally {
  /// The most parts of the time, and the most values of the field that are listed.
  static let (mostParts, mostGroups) = (60, 100)
  /// The most values that are told apart; events with others are counted together.
  private static let mostValues = 10_000
  /// The lengths of the parts in seconds.
  private static let steps: [Int64] = [
    1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 43_200, 86_400,
  ]

  private struct Count {
    var info: Int64 = 0
    var warnings: Int64 = 0
    var errors: Int64 = 0
    var all: Int64 { info + warnings + errors }

    mutating func add(_ level: EventLevel) {
      switch level {
      case .info: info += 1
      case .warning: warnings += 1
      case .error: errors += 1
      }
    }

    mutating func add(_ other: Count) {
      info += other.info
      warnings += other.warnings
      errors += other.errors
    }
  }

  private struct Group {
    var count = Count()
    var nanoseconds: [Int64] = []
  }

  private var seconds: [Int64: Count] = [:]
  private var groups: [String: Group] = [:]
  private var others = Group()
  private let grouping: EventGrouping?

  private let filter: EventFilter?

  /// A summary of no events yet.
  init(_ query: QueryParameters) throws(Refusal) {
    if let name = query["by"] {
      guard let grouping = EventGrouping(name) else {
        throw Refusal(
          .badRequest,
          "by is \(name); expected \(EventGrouping.names.joined(separator: ", "))"
        )
      }
      self.grouping = grouping
    } else {
      grouping = nil
    }
    do throws(FilterError) {
      filter = try query["q"].map { text throws(FilterError) in try EventFilter(text) }
    } catch {
      throw Refusal(.badRequest, "q: \(error)")
    }
  }

  /// Counts an event if the filter matches it.
  mutating func add(_ record: EventRecord, now: Int64) {
    if filter?.matches(record, now: now) ?? true { add(record) }
  }

  private mutating func add(_ record: EventRecord) {
    seconds[record.time / 1_000_000_000, default: Count()].add(record.level)
    guard let grouping else { return }
    for value in grouping.values(of: record) {
      let isKnown = groups[value] != nil || groups.count < LogSummary.mostValues
      if isKnown {
        LogSummary.add(record, to: &groups[value, default: Group()])
      } else {
        LogSummary.add(record, to: &others)
      }
    }
  }

  private static func add(_ record: EventRecord, to group: inout Group) {
    group.count.add(record.level)
    if case .duration(let nanoseconds)? = record[.duration] {
      group.nanoseconds.append(nanoseconds)
    }
  }

  var tables: [FigureTable] { [volume] + (grouping.map { [table(by: $0)] } ?? []) }

  private var volume: FigureTable {
    var table = FigureTable("volume").columns([
      .init(.from, "The begin of the part, in UTC."), .init(.to, "Its end."),
      .init(.info, "others", "Events that are neither warnings nor errors.", adds: true),
      .init(.warnings, "Events of the level warning.", adds: true),
      .init(.errors, "Events of the level error.", adds: true),
    ])
    guard let first = seconds.keys.min(), let last = seconds.keys.max() else { return table }
    let most = Int64(LogSummary.mostParts)
    let step =
      LogSummary.steps.first { last / $0 - first / $0 < most }
      ?? ((last - first) / (most - 1) + 1)
    var parts: [Int64: Count] = [:]
    for (second, count) in seconds { parts[second / step, default: Count()].add(count) }
    for part in first / step...last / step {
      let count = parts[part] ?? Count()
      table.add(
        [
          .text("\(UnixTime(seconds: part * step))"),
          .text("\(UnixTime(seconds: (part + 1) * step))"),
          .count(count.info), .count(count.warnings), .count(count.errors),
        ],
        tone: count.errors > 0 ? .failure : count.warnings > 0 ? .warning : .usual
      )
    }
    return table
  }

  private func table(by grouping: EventGrouping) -> FigureTable {
    var table = FigureTable("groups").columns([
      .init(.value, grouping.name, "The value of the field; an event may have several."),
      .init(.events, "The events with the value.", adds: true),
      .init(.errors, "Those of the level error.", adds: true),
      .init(.share, "failed", "The share of those."),
      .init(.p50, "half", "Half of those with calls to services took at most this for them."),
      .init(.p99, "99 of 100", "99 of 100 of those took at most this for them."),
    ])
    let ordered = groups.sorted { ($1.value.count.all, $0.key) < ($0.value.count.all, $1.key) }
    var rest = others
    for (_, group) in ordered.dropFirst(LogSummary.mostGroups) {
      rest.count.add(group.count)
      rest.nanoseconds += group.nanoseconds
    }
    for (value, group) in ordered.prefix(LogSummary.mostGroups) {
      table.add(LogSummary.row(.text(value), group), tone: LogSummary.tone(group.count))
    }
    if rest.count.all > 0 { table.add(LogSummary.row(.none, rest)) }
    return table
  }

  private static func row(_ value: Figure, _ group: Group) -> [Figure] {
    let sorted = group.nanoseconds.sorted()
    func quantile(_ share: Double) -> Figure {
      guard !sorted.isEmpty else { return .none }
      let place = Int((share * Double(sorted.count)).rounded(.up)) - 1
      return .seconds(Double(sorted[min(max(0, place), sorted.count - 1)]) / 1e9)
    }
    let count = group.count
    return [
      value, .count(count.all), .count(count.errors),
      .share(Double(count.errors) / Double(max(1, count.all))), quantile(0.5), quantile(0.99),
    ]
  }

  private static func tone(_ count: Count) -> FigureTable.Tone {
    count.errors > 0 ? .failure : count.warnings > 0 ? .warning : .usual
  }
}

/// A field of events by whose values they are counted.
struct EventGrouping {
  /// The name of a group of two fields: the document, or the pass for a request that was passed on.
  private static let route = "route"
  private static let heads = ["event", "level"]

  let name: String
  private let field: EventField.Definition?

  /// `nil` for a name that is none of `names`.
  init?(_ name: String) {
    self.name = name
    field = EventField.definitions.first { $0.path == name && $0.type != .group }
    guard field != nil || name == EventGrouping.route || EventGrouping.heads.contains(name) else {
      return nil
    }
  }

  static let names =
    [route] + heads + EventField.definitions.filter { $0.type != .group }.map(\.path)

  /// The values of an event, each once; none where it has no such field.
  func values(of record: EventRecord) -> Set<String> {
    switch (name, field) {
    case ("event", _): return [record.kind?.name ?? "event"]
    case ("level", _): return [record.level.name]
    case (_, nil):
      if case .text(let document)? = record[.document] { return ["/\(document)"] }
      if case .text(let pass)? = record[.pass] { return [pass] }
      return []
    case (_, let field?): return values(of: field, record)
    }
  }

  private func values(of definition: EventField.Definition, _ record: EventRecord) -> Set<String> {
    var values: Set<String> = []
    func take(_ field: EventRecord.Field) -> Bool {
      if field.number == definition.field.rawValue, let value = record.value(of: field) {
        if case .text(let text) = value {
          values.insert(text)
        } else {
          values.insert(value.filterValue.description)
        }
      }
      return true
    }
    record.forEachField { field in
      guard let group = definition.group else { return take(field) }
      if field.number == group.rawValue { record.forEachField(of: field, take) }
      return true
    }
    return values
  }
}

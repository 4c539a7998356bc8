// SPDX-License-Identifier: Apache-2.0

import Administration
import Bytes
import Commands
import DataFiles
import Filters
import Glibc
import HTTPValues
import Measure
import Message
import Reactor
import Serving
import Signals

/// `portico log`: shows the events of a service, live or recorded.
struct LogCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "log",
    summary: "Show the events of a service that runs or ran: every request, purge and reload.",
    options: options,
    operands: "[FILTER]",
    examples: [
      #"portico log --state /var/lib/portico 'status >= 500 AND time > ago(15m)'"#:
        "What failed in the last quarter of an hour.",
      "portico log --site shop": "The newest events of the site in a folder.",
      "portico log --admin 10.0.0.5:8081 --admin-token token 'status = 404'":
        "Ask a service on another machine.",
      #"portico log --group request 'backends.name = "prices" AND duration > 80ms'"#:
        "The slow requests that called a service, each with its calls.",
      "portico log --follow --session 81e0": "Follow one visitor's session.",
      "portico log --histogram --limit 0 'level = error'": "Errors by minute, without the events.",
      "portico log --erase 'session = \"81e0\"' --admin 127.0.0.1:8081":
        "Erase what the log has of one visitor.",
    ]
  )

  private static let standardLimit = 100
  /// Pause between two readings of a followed log, in microseconds.
  private static let interval: UInt32 = 100_000

  private static let options =
    [
      Option(
        "state FOLDER",
        "The state folder of the service, as its own --state",
        fallback: ".portico in the site's folder"
      ),
      SiteOptions.site,
      Option("follow", "Show new events as they come, until Ctrl-C"),
      Option("limit NUMBER", "The newest events to begin with", fallback: "\(standardLimit)"),
      Option("group request", "Draw each request with its calls and their times"),
      Option("session ID", "Only the events of this session"),
      Option("fields NAMES", "Only these fields, such as time,status,path, with tabs in between"),
      Option("histogram", "Begin with the number of events by minute"),
      Option(
        "erase FILTER",
        "Erase the events that match, in the state folder, or with --admin by the service itself,"
          + " which then has an event of it"
      ),
      SiteOptions.json,
    ] + OperatorOptions.connection + [OperatorOptions.node]

  private let state: String
  private let erased: String?
  /// The service that is asked; `nil` to read the state folder, or erase events in it.
  private let service: OperatorOptions?
  private let filters: [EventFilter]
  /// The filter as it was given.
  private let question: String?
  private let session: String?
  private let limit: Int
  private let follows: Bool
  private let hasHistogram: Bool
  private let fields: [String]?
  private let isTree: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws {
    state = SiteOptions(arguments).state
    guard arguments.operands.count <= 1 else {
      throw UsageError("expected one filter at most, in quotes")
    }
    do {
      filters = try arguments.operands.map { try EventFilter($0) }
      question = arguments.operands.first
    } catch {
      throw UsageError("\(error)")
    }
    session = arguments.value("session")
    erased = arguments.value("erase")
    service = arguments.has("admin") ? try OperatorOptions(arguments) : nil
    guard erased == nil || arguments.operands.isEmpty else {
      throw UsageError("--erase has its own filter")
    }
    let ofFolder = ["follow", "histogram"].filter(arguments.has)
    if service != nil, let option = ofFolder.first {
      throw UsageError(
        "--\(option) reads the state folder; expected --site or --state in place of --admin"
      )
    }
    limit =
      try arguments.value("limit", expected: "a number such as 100") { Int($0, in: 0...(.max)) }
      ?? LogCommand.standardLimit
    follows = arguments.has("follow")
    hasHistogram = arguments.has("histogram")
    fields = try LogCommand.fields(arguments)
    isTree =
      try arguments.value("group", expected: "request") { $0 == "request" ? true : nil } ?? false
    isJSON = arguments.has("json")
  }

  private static func fields(_ arguments: Arguments) throws(UsageError) -> [String]? {
    guard let text = arguments.value("fields") else { return nil }
    let names = text.split(separator: ",").map(String.init)
    for name in names where EventFilter.schema.field(name) == nil {
      let nearest = EventFilter.schema.suggestion(for: name).map { "; did you mean \($0)?" } ?? ""
      throw UsageError("--fields has \(name), which is no field\(nearest)")
    }
    return names
  }

  func run() async throws -> ExitCode {
    if let erased { return try await erase(erased) }
    if let service { return try await ask(service) }
    var reader = try EventReader(state: state)
    guard reader.hasRings || follows else { throw PlainError.noLog(in: state) }
    var histogram = EventHistogram()
    // With a limit of 0 everything is still read, for the histogram.
    let records = try reader.read(limit: max(1, limit)) { record in
      guard isWanted(record) else { return false }
      if hasHistogram { histogram.add(record) }
      return true
    }
    if hasHistogram { StandardStream.output.write(histogram.text) }
    if records.isEmpty || StandardStream.output.isTerminal, !follows, let oldest = reader.oldest {
      let found = records.isEmpty ? "no event matches; " : ""
      let reach = FilterValue.text(ofInstant: oldest)
      StandardStream.errors.write("portico log: \(found)the log reaches back to \(reach)\n")
    }
    guard write(records.suffix(limit)) else { return .done }
    while follows {
      usleep(LogCommand.interval)
      guard write(try reader.read(where: isWanted)[...]) else { return .done }
    }
    return .done
  }

  /// Shows the events that a service has, on its own machine or in its memory.
  private func ask(_ service: OperatorOptions) async throws -> ExitCode {
    let conditions = [
      question.map { "(\($0))" }, session.map { "session = \(LogCommand.json(.text($0)))" },
    ].compactMap(\.self)
    var target = OperatorPath.log.with("limit=\(limit)")
    if isTree { target += "&group=request" }
    if !conditions.isEmpty {
      let text = conditions.joined(separator: " AND ")
      target += "&q=\(PercentCoding.encode(text, keeping: .unreserved))"
    }
    let client = try await service.client()
    guard isJSON || fields != nil else {
      StandardStream.output.write(try await client.table(target))
      return .done
    }
    let answer = try await client.ask(.get, target)
    let reports = answer["nodes"]?.elements?.compactMap { $0["report"] } ?? [answer]
    let events = reports.flatMap { $0["events"]?.elements ?? [] }
    for event in events {
      guard let fields else {
        event.print()
        continue
      }
      let values = fields.compactMap { name in event[name].map { (name, $0) } }
      if isJSON {
        DataValue.members(values).print()
      } else {
        let columns = fields.map { name in
          event[name].map { $0.string ?? LogCommand.json($0) } ?? ""
        }
        let line = columns.joined(separator: "\t") + "\n"
        guard StandardStream.output.write(ShownText.escaped(Array(line.utf8))) else { return .done }
      }
    }
    return .done
  }

  private static func json(_ value: DataValue) -> String {
    String(decoding: value.json, as: UTF8.self)
  }

  private func erase(_ text: String) async throws -> ExitCode {
    let filter: EventFilter
    do throws(FilterError) {
      filter = try EventFilter(text)
    } catch {
      throw UsageError("--erase: \(error)")
    }
    let count: Int
    if let service {
      let order = DataValue.members(["filter": .text(text)])
      let answer = try await service.client().ask(
        .post,
        OperatorPath.orders.below("erase"),
        order.json
      )
      guard case .integer(let number)? = answer["erased"]?.content else {
        throw PlainError.noLog(in: state)
      }
      count = Int(clamping: number)
    } else {
      guard try EventReader(state: state).hasRings else { throw PlainError.noLog(in: state) }
      let now = LoopClock.system.wallNanoseconds
      var erasure = try EventErasure(state: state)
      try erasure.pass { filter.matches($0, now: now) }
      count = erasure.count
    }
    StandardStream.output.write("\(Counted.text(count, "event")) erased\n")
    return .done
  }

  private func isWanted(_ record: EventRecord) -> Bool {
    if let session, record[.session] != .text(session) { return false }
    let now = LoopClock.system.wallNanoseconds
    return filters.allSatisfy { $0.matches(record, now: now) }
  }

  /// Writes events; returns `false` when the reader of the output has left.
  private func write(_ records: ArraySlice<EventRecord>) -> Bool {
    guard !records.isEmpty else { return true }
    var bytes: [UInt8] = []
    let colours = TextStyle()
    let json = EventJSON(only: fields)
    let text = EventText(isTree: isTree, fields: fields) { text, level in
      switch level {
      case .info: text
      case .warning: colours(text, .yellow)
      case .error: colours(text, .red)
      }
    }
    for record in records {
      if isJSON {
        json.write(record, to: &bytes)
        bytes.append(UInt8(ascii: "\n"))
      } else {
        bytes += text.text(record).utf8
      }
    }
    return StandardStream.output.write(ShownText.escaped(bytes))
  }
}

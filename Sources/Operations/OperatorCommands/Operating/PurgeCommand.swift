// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import HTTPValues
import Measure
import Reactor
import Serving

/// `portico purge`: purges a running service's caches, and waits for every edge.
struct PurgeCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "purge",
    summary: "Purge answers here and at every edge; exits with 1 unless all edges succeed.",
    options: PurgeOrder.scopes + otherOptions + OperatorOptions.connection + [
      timeoutOption, SiteOptions.json,
    ],
    examples: [
      "portico purge --tag items": "All answers with this tag.",
      "portico purge --path /items/7 --hard":
        "A path and all answers that embed its document; nothing stale is served.",
      "portico purge --all --admin https://10.0.0.5:8081 --admin-token /etc/portico/admin-token":
        "Everything, of a service on another machine.",
      "portico purge --document screens/home --admin unix:/run/portico/admin.sock":
        "A document, of a service that answers operators at a Unix socket.",
    ]
  )

  private static let timeouts: ClosedRange<Duration> = .seconds(1) ... .seconds(3_600)
  /// The interval of polling for the result.
  private static let interval = Duration.milliseconds(200)

  private static let otherOptions = [
    Option("hard", "Send nothing stale while it is made anew"),
    Option("strict", "Exit with 1 if nothing matches, such as a misspelled path"),
    Option("sample PATH", "Prove the purge at this public path, too", repeats: true),
    Option("site NAME", "The site, where a service has several; * for all of them"),
  ]

  private static let timeoutOption = Option(
    "timeout TIME",
    "The longest time to wait for the edges",
    fallback: "60s"
  )

  private let order: DataValue
  private let options: OperatorOptions
  private let timeout: Duration
  private let isStrict: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    order = try PurgeCommand.order(arguments)
    options = try OperatorOptions(arguments)
    isStrict = arguments.has("strict")
    timeout =
      try arguments.value("timeout", expected: "1s to 60m") {
        TimeSpan($0, in: PurgeCommand.timeouts)?.duration
      } ?? .seconds(60)
  }

  /// Returns the body for `POST /purge`, where names are checked.
  private static func order(_ arguments: Arguments) throws(UsageError) -> DataValue {
    let scopes = PurgeOrder.scopes.filter { arguments.has($0.name) }
    guard scopes.count == 1, let scope = scopes.first else {
      let names = PurgeOrder.scopes.map { "--\($0.name)" }
      throw UsageError("expected one of \(names.joined(separator: ", "))")
    }
    var members: [(String, DataValue)] = [
      (scope.name, scope.value == nil ? .boolean(true) : .text(arguments.value(scope.name) ?? ""))
    ]
    if arguments.has("hard") { members.append(("hard", .boolean(true))) }
    let samples = arguments.all("sample")
    if !samples.isEmpty { members.append(("samples", .texts(samples))) }
    if let site = arguments.value("site") { members.append(("site", .text(site))) }
    return .members(members)
  }

  func run() async throws -> ExitCode {
    let client = try await options.client()
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: timeout)
    let answer = try await client.ask(.post, OperatorPath.purge.text, order.json)
    let purges = PurgeCommand.purges(in: answer)
    var jobs = purges.compactMap { PurgeProgress($0, isSilent: options.isJSON) }
    while true {
      for index in jobs.indices where !jobs[index].isOver {
        jobs[index].take(try await client.ask(.get, OperatorPath.purges.below(jobs[index].id)))
      }
      if jobs.allSatisfy(\.isOver) || clock.now >= end { break }
      try await Task.sleep(for: PurgeCommand.interval)
    }
    if options.isJSON {
      DataValue.members(["purges": .list(jobs.map(\.report))]).print()
    } else {
      for job in jobs where !job.isOver {
        StandardStream.output.write(
          "purge \(job.id) is still under way; GET /purges/\(job.id) shows its state\n"
        )
      }
    }
    let isVain = isStrict && jobs.allSatisfy { $0.nothing != nil }
    return jobs.allSatisfy(\.isDone) && !isVain ? .done : .failed
  }

  /// Returns the purges started, one for each site.
  private static func purges(in answer: DataValue) -> [DataValue] {
    if case .array(let several)? = answer["purges"]?.content { several } else { [answer] }
  }
}

/// The progress of one purge; prints the result of each edge once.
private struct PurgeProgress {
  let id: String
  let isSilent: Bool
  private(set) var last = DataValue(.null)
  private var told: Set<String> = []
  private var hasBegun = false
  /// The number of entries that were purged in the gateway, if it is known.
  private let entries: Int64?
  /// Why nothing matches, if so.
  let nothing: String?

  /// - Parameter started: the answer to the order.
  init?(_ started: DataValue, isSilent: Bool) {
    guard let id = started.text("id") else { return nil }
    (self.id, self.isSilent) = (id, isSilent)
    nothing = started.text("nothing")
    if case .integer(let count)? = started["entries"]?.content {
      entries = count
    } else {
      entries = nil
    }
  }

  /// The purge as `GET /purges/ID` shows it, with what it matched.
  var report: DataValue {
    guard case .dictionary(let members) = last.content else { return last }
    return .members(
      members.members.map { ($0.key, $0.value) } + [
        ("entries", entries.map { .number(Int($0)) } ?? .null),
        ("nothing", nothing.map { .text($0) } ?? .null),
      ]
    )
  }

  var isDone: Bool { last.text("state") == "done" }
  var isOver: Bool { isDone || last.text("state") == "failed" }

  mutating func take(_ job: DataValue) {
    last = job
    guard !isSilent else { return }
    var edges: [DataValue] = []
    if case .array(let all)? = job["edges"]?.content { edges = all }
    if !hasBegun {
      hasBegun = true
      let site = job.text("site") ?? ""
      let rest = edges.isEmpty ? "; the site has no edge to purge" : "; sent to its edges"
      let count = entries.map { ", \(Counted.text(Int($0), "kept answer"))" } ?? ""
      StandardStream.output.write("purge \(id): done in the gateway of \(site)\(count)\(rest)\n")
      if let nothing { StandardStream.output.write("  nothing matched: \(nothing)\n") }
    }
    for edge in edges {
      guard let name = edge.text("edge"), let state = edge.text("state"),
        state == "done" || state == "failed", told.insert(name).inserted
      else { continue }
      StandardStream.output.write(PurgeProgress.line(name, state, edge))
    }
  }

  private static func line(_ name: String, _ state: String, _ edge: DataValue) -> String {
    let style = TextStyle()
    var line = "  \(name)"
    if let kind = edge.text("kind") { line += " (\(kind))" }
    line += ": \(style(state, state == "done" ? .green : .red))"
    if case .integer(let milliseconds)? = edge["consistentAfterMilliseconds"]?.content {
      line += ", proved after \(milliseconds) ms"
    }
    if state == "failed", let error = edge.text("error") { line += ", \(error)" }
    if let note = edge.text("note") { line += "; \(note)" }
    return line + "\n"
  }
}

extension DataValue {
  fileprivate func text(_ key: String) -> String? {
    if case .string(let text)? = self[key]?.content { text } else { nil }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import DataFiles
import HTTPValues
import Measure
import Reactor
import Serving

/// `portico fleet`: shows the nodes of a fleet, drains or removes one, and publishes at all.
struct FleetCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "fleet",
    summary:
      "Show the nodes of a fleet, drain this one, remove a lost one, publish at all, or wait for all.",
    options: [
      OperatorOptions.site,
      Option("timeout TIME", "The longest time that wait waits", fallback: "60s"),
    ] + OperatorOptions.all,
    operands: "status|drain|undrain|publish|wait|remove [EDITION|NODE]",
    examples: [
      "portico fleet": "The nodes, what they serve, and which one lags.",
      "portico fleet drain": "Send visitors to the other nodes, for a restart.",
      "portico fleet publish":
        "Serve what the files of this node say at all nodes, also after a rollback.",
      "portico fleet publish 3b1f0c2a9d8e7f60": "Go back to a kept edition at all nodes.",
      "portico fleet wait":
        "Wait until all living nodes serve what the fleet serves, as after a restart.",
      "portico fleet remove berlin-2": "Forget a node that is gone for good.",
    ]
  )

  private enum Action: String, CaseIterable {
    case status, drain, undrain, publish, wait, remove
  }

  private static let path = OperatorPath.nodes.text
  private static let interval = Duration.milliseconds(200)
  private static let timeouts: ClosedRange<Duration> = .seconds(1) ... .seconds(3_600)

  private let options: OperatorOptions
  private let action: Action
  /// The edition, or the node that is removed.
  private let subject: String?
  private let site: String?
  private let timeout: Duration

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    let words = arguments.operands
    let action = Action(rawValue: words.first ?? Action.status.rawValue)
    let counts: ClosedRange<Int> =
      switch action {
      case .publish, .wait: 1...2
      case .remove: 2...2
      case .status, .drain, .undrain, nil: 0...1
      }
    guard let action, counts.contains(words.count) else {
      let names = Action.allCases.map(\.rawValue).joined(separator: ", ")
      throw UsageError(
        "expected \(names), an edition only behind publish and wait, and a node behind remove"
      )
    }
    self.action = action
    subject = words.dropFirst().first
    site = arguments.value("site")
    timeout =
      try arguments.value("timeout", expected: "1s to 60m") {
        TimeSpan($0, in: Self.timeouts)?.duration
      } ?? .seconds(60)
  }

  func run() async throws -> ExitCode {
    let client = try await options.client()
    switch action {
    case .status: return try await options.show(Self.path)
    case .drain, .undrain:
      let answer = try await client.ask(
        .post,
        OperatorPath.orders.below(action.rawValue),
        Array("{}".utf8)
      )
      let text =
        action == .drain
        ? "this node drains: /ready answers 503, and who comes all the same is served"
        : "this node takes visitors again"
      tell(answer, text)
    case .publish:
      let answer = try await order("publish", "edition", client)
      let name = "edition \(answer.text("edition")) of \(answer.text("site"))"
      tell(answer, "the order to serve \(name) is \(answer.text("fleet"))")
    case .remove:
      let answer = try await order("remove-node", "node", client)
      tell(answer, "the removal of \(answer.text("node")) is \(answer.text("fleet"))")
    case .wait: return try await wait(client)
    }
    return .done
  }

  private func order(
    _ name: String,
    _ key: String,
    _ client: OperatorClient
  ) async throws -> DataValue {
    var members: [(String, DataValue)] = []
    if let site { members.append(("site", .text(site))) }
    if let subject { members.append((key, .text(subject))) }
    return try await client.ask(
      .post,
      OperatorPath.orders.below(name),
      DataValue.members(members).json
    )
  }

  /// Writes an answer as JSON or in a sentence.
  private func tell(_ answer: DataValue, _ text: String) {
    if options.isJSON { answer.print() } else { StandardStream.output.write("\(text)\n") }
  }

  /// Waits until all living nodes serve the edition and have applied the whole log.
  private func wait(_ client: OperatorClient) async throws -> ExitCode {
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: timeout)
    while true {
      let answer = try await client.ask(.get, Self.path)
      let nodes = Self.rows(answer, "nodes").filter { site == nil || $0.text("site") == site }
      guard !nodes.isEmpty else {
        throw PlainError(
          "no site\(site.map { " \($0)" } ?? "") is served by a fleet at \(client.origin); expected"
            + " a `portico serve --fleet`"
        )
      }
      let behind = behind(nodes, answer)
      if behind.isEmpty {
        StandardStream.output.write("all nodes serve the same\n")
        return .done
      }
      guard clock.now < end else {
        StandardStream.output.write("these nodes do not yet:\n\(behind.joined(separator: "\n"))\n")
        return .failed
      }
      try await Task.sleep(for: Self.interval)
    }
  }

  /// The nodes that are not there yet, each in a line.
  private func behind(_ nodes: [DataValue], _ answer: DataValue) -> [String] {
    var wanted: [String: String] = [:]
    for store in Self.rows(answer, "stores") {
      // What was published a moment ago is served in a moment.
      let next = store.text(.next)
      wanted[store.text(.site)] = subject ?? (next.isEmpty ? store.text(.edition) : next)
    }
    return nodes.compactMap { node in
      let (state, served) = (node.text(.state), node.text(.edition))
      // Whoever gives no sign of life is not waited for.
      guard !state.hasPrefix("silent") else { return nil }
      let lag = node[ColumnKey.lag.rawValue]?.integer ?? 0
      let isThere = served == wanted[node.text(.site)] && lag == 0
      let behind = lag > 0 ? ", \(lag) entries behind" : ""
      return isThere ? nil : "  \(node.text(.node)): \(state), edition \(served)\(behind)"
    }
  }

  private static func rows(_ answer: DataValue, _ table: String) -> [DataValue] {
    if case .array(let rows)? = answer[table]?.content { rows } else { [] }
  }
}

extension DataValue {
  /// The text in a row of a table.
  fileprivate func text(_ key: ColumnKey) -> String { text(key.rawValue) }

  fileprivate func text(_ key: String) -> String {
    if case .string(let text)? = self[key]?.content { text } else { "" }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Administration
import Commands
import DataFiles
import HTTPValues
import Measure
import Reactor
import Serving

/// `portico alerts`: shows the alerts and silences of a running service, silences alerts and ends silences.
struct AlertsCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "alerts",
    summary: "Show the alerts of a running service, silence some, or end a silence.",
    options: [
      Option("for TIME", "How long to silence them, such as 2h, at most 30d", fallback: usualSpan),
      Option(
        "from INSTANT",
        "When the silence begins, such as 2026-11-29T18:00:00Z",
        fallback: "now"
      ),
      Option("to INSTANT", "When the silence ends, in place of --for"),
      Option("author NAME", "Who is behind the silence", fallback: "the operator of the token"),
      Option("comment TEXT", "Why nobody is told"),
      Option("preview", "Only say which alerts would be silenced"),
    ] + OperatorOptions.all,
    operands: "list|silence|end [ALERT|MATCHER...|ID]",
    examples: [
      "portico alerts": "All alerts, and the silences.",
      "portico alerts silence 'drift/*' --for 1d --comment 'a campaign'":
        "All alerts whose names begin so.",
      "portico alerts silence severity=ticket 'site=~\"shop|cafe\"'":
        "All alerts whose labels satisfy every matcher, as amtool writes them.",
      "portico alerts end 9f86d081884c7d65": "End the silence with this id.",
    ]
  )

  private static let (usualSpan, usualSeconds): (String, Int64) = ("2h", 7_200)
  private static let spans: ClosedRange<Duration> = .seconds(60) ... .seconds(30 * 86_400)
  private static let alerts = OperatorPath.alerts.text

  private let options: OperatorOptions
  /// The body of the order; `nil` for the list.
  private let order: DataValue?

  init(_ arguments: Arguments) throws(UsageError) {
    options = try OperatorOptions(arguments)
    let operands = arguments.operands.dropFirst()
    switch arguments.operands.first ?? "list" {
    case "list" where operands.isEmpty: order = nil
    case "silence" where !operands.isEmpty:
      order = .members(
        [("alert", .text(operands.joined(separator: ", ")))]
          + (try AlertsCommand.span(arguments))
          + [("author", "author"), ("comment", "comment")].compactMap { key, option in
            arguments.value(option).map { (key, .text($0)) }
          }
      )
    case "end" where operands.count == 1:
      order = .members(["id": .text(operands.first), "seconds": .number(0)])
    default:
      throw UsageError(
        "expected list, silence with an alert or matchers, or end with the id of a silence"
      )
    }
  }

  private static func span(_ arguments: Arguments) throws(UsageError) -> [(String, DataValue)] {
    let begin = arguments.value("from").map { ("starts", DataValue.text($0)) }
    if let end = arguments.value("to") {
      guard !arguments.has("for") else {
        throw UsageError("--for and --to both say the end; expected one of them")
      }
      return [begin, ("ends", .text(end))].compactMap(\.self)
    }
    let expected = "1m to 30d, such as \(usualSpan)"
    let span = try arguments.value("for", expected: expected) { TimeSpan($0, in: spans)?.duration }
    let seconds = span?.components.seconds ?? usualSeconds
    return [begin, ("seconds", .number(Int(seconds)))].compactMap(\.self)
  }

  func run() async throws -> ExitCode {
    guard let order else { return try await options.show(AlertsCommand.alerts) }
    return try await options.give("silence", order)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Commands
import ContentModel
import DataFiles
import Editions
import Serving

/// The result of a dry run: what changes, and for whom.
struct DryRunReport {
  /// The differences of each document that the text shows; JSON has all.
  private static let shownDifferences = 10
  private static let shownDocuments = 20

  private let outcome: DryRun.Outcome
  private let edition: String
  private let rate: Int?

  init(_ outcome: DryRun.Outcome, of edition: String, rate: Int?) {
    (self.outcome, self.edition, self.rate) = (outcome, edition, rate)
  }

  private var comparison: AnswerComparison { outcome.comparison }

  var data: DataValue {
    .members([
      "served": .text(outcome.served),
      "candidate": .text(edition),
      "since": .text(outcome.oldest.map { "\($0)" }),
      "compared": .number(DryRunReport.rounded(comparison.compared)),
      "changed": .number(DryRunReport.rounded(comparison.changed)),
      "kept": .number(outcome.kept),
      "calls": .number(outcome.calls),
      "notCompared": .members([
        "missing": .members(
          outcome.missing.sorted { $0.key < $1.key }
            .map { ($0.key, .number(DryRunReport.rounded($0.value))) }
        ),
        "withheld": .number(outcome.withheld),
        "unanswered": .number(DryRunReport.rounded(outcome.unanswered)),
        "left": .number(outcome.left),
      ]),
      "unlisted": .number(DryRunReport.rounded(comparison.unlisted)),
      "documents": .list(documents) { path, requests in
        .members([
          "path": .text(path),
          "compared": .number(DryRunReport.rounded(requests.compared)),
          "changed": .number(DryRunReport.rounded(requests.changed)),
        ])
      },
      "differences": .list(comparison.differences) { difference in
        .members([
          "document": .text(difference.document),
          "audience": .text(difference.audience),
          "field": .text(difference.field),
          "requests": .number(DryRunReport.rounded(difference.requests)),
          "url": .text(difference.url),
          "served": .text(difference.served),
          "candidate": .text(difference.candidate),
        ])
      },
    ])
  }

  /// The report as text, with the answer in its first line.
  func text(_ style: TextStyle) -> String {
    let changed = documents.filter { $0.requests.changed > 0 }
    var text = headline(style)
    for (path, requests) in changed.prefix(DryRunReport.shownDocuments) {
      let counts =
        "\(DryRunReport.rounded(requests.changed)) of \(DryRunReport.rounded(requests.compared))"
      text += "\n\(style(path, .bold)): \(counts) requests\n"
      var table = Table("REQUESTS", "AUDIENCE", "FIELD", "SERVED -> CANDIDATE", "FOR EXAMPLE")
      let all = comparison.differences.filter { $0.document == path }
      for difference in all.prefix(DryRunReport.shownDifferences) {
        table.add(
          "\(DryRunReport.rounded(difference.requests))",
          difference.audience.isEmpty ? "everybody" : difference.audience,
          difference.field,
          "\(difference.served) -> \(difference.candidate)",
          difference.url
        )
      }
      text += table.text(style)
      let more = all.count - DryRunReport.shownDifferences
      if more > 0 { text += "and \(Counted.text(more, "more difference")); --json has all\n" }
    }
    let others = changed.count - DryRunReport.shownDocuments
    if others > 0 { text += "\nand \(Counted.text(others, "more document")); --json has all\n" }
    return text + notCompared
  }

  /// The documents that were compared, those with the most changed requests first.
  private var documents: [(path: String, requests: AnswerComparison.Requests)] {
    comparison.documents.sorted { first, second in
      (second.value.changed, first.key) < (first.value.changed, second.key)
    }.map { ($0.key, $0.value) }
  }

  private func headline(_ style: TextStyle) -> String {
    let (changed, compared) = (comparison.changed, comparison.compared)
    guard compared > 0 else { return "no recorded request could be compared\n" }
    let share =
      changed > 0
      ? style(DryRunReport.share(changed, of: compared), .yellow) : style("none", .green)
    let since = outcome.oldest.map { " since \($0)" } ?? ""
    return "\(share) of \(DryRunReport.rounded(compared)) recorded requests\(since) get"
      + (changed > 0 ? "" : "s") + " another answer from \(edition) than from \(outcome.served)\n"
  }

  /// The requests that could not be compared, each group with its reason.
  private var notCompared: String {
    var lines: [String] = []
    let missing = outcome.missing.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    for (call, requests) in missing {
      let reason = rate == nil ? "whose answers are not kept" : "which did not answer"
      lines.append("\(DryRunReport.rounded(requests)) need the call \(call), \(reason)")
    }
    if outcome.withheld > 0 {
      lines.append("\(outcome.withheld) have a query that the log does not show")
    }
    if outcome.unanswered > 0 {
      lines.append("\(DryRunReport.rounded(outcome.unanswered)) are for nothing that is served now")
    }
    if outcome.left > 0 {
      lines.append("\(outcome.left) are not among the \(DryRun.Limits().requests) most frequent")
    }
    guard !lines.isEmpty else { return "" }
    let hint =
      missing.isEmpty || rate != nil
      ? ""
      : "`portico serve --keep-cache` keeps answers of services, --rate 5 asks for them at 5 calls a second\n"
    return "\nnot compared:\n" + lines.map { "  \($0)\n" }.joined() + hint
  }

  private static func rounded(_ number: Double) -> Int64 {
    Int64(exactly: number.rounded()) ?? Int64.max
  }

  private static func share(_ part: Double, of whole: Double) -> String {
    let tenths = rounded(part / max(whole, 1) * 1_000)
    return tenths == 0 ? "less than 0.1%" : "\(tenths / 10).\(tenths % 10)%"
  }
}

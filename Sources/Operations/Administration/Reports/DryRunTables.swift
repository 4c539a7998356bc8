// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Measure
import Serving

/// The last dry run of each site: what was compared, the differences by document, audience and field, and what
/// could not be compared.
enum DryRunTables {
  /// The most differences of one run, those of the most requests.
  static let mostDifferences = 500

  static func tables(of runs: [DryRunService.Run]) -> [FigureTable] {
    [summary(of: runs), differences(of: runs), uncompared(of: runs)]
  }

  private static func summary(of runs: [DryRunService.Run]) -> FigureTable {
    var table = FigureTable("runs").columns([
      .init(.site, "The site."), .init(.state, "running, done or failed."),
      .init(.candidate, "The edition that was tried."),
      .init(.served, "beside", "The published edition."), .init(.begun, "When it began, in UTC."),
      .init(.took, "The time that it took."),
      .init(.compared, "The recorded requests whose answers were compared."),
      .init(.changed, "Those that get another answer from the candidate."),
      .init(.share, "The share of the compared requests that get another answer."),
      .init(.kept, "The answers of services that were kept and used."),
      .init(.calls, "The calls to services that it made."), .init(.reason, "Why it failed."),
    ])
    for run in runs {
      let took = run.ended.figure { .seconds(Double($0.seconds - run.begun.seconds)) }
      var figures: [Figure] = [
        .text(run.site), .text("running"), run.candidate.figure { .text($0) }, .none,
        .text("\(run.begun)"), took,
      ]
      switch run.state {
      case .running: table.add(figures + Array(repeating: .none, count: 6), tone: .warning)
      case .failed(let reason):
        figures[1] = .text("failed")
        table.add(figures + Array(repeating: .none, count: 5) + [.text(reason)], tone: .failure)
      case .done(let outcome):
        let (compared, changed) = (outcome.comparison.compared, outcome.comparison.changed)
        figures[1] = .text("done")
        figures[3] = .text(outcome.served)
        table.add(
          figures + [
            count(compared), count(changed),
            compared > 0 ? .share(changed / compared) : .none, .count(Int64(outcome.kept)),
            .count(Int64(outcome.calls)), .none,
          ],
          tone: changed > 0 ? .warning : .usual
        )
      }
    }
    return table
  }

  private static func differences(of runs: [DryRunService.Run]) -> FigureTable {
    var table = FigureTable("differences").columns([
      .init(.site, "The site."), .init(.document, "The document."),
      .init(.audience, "The audience of the candidate; empty for everybody."),
      .init(.field, "The members on the way to the field, [] for elements."),
      .init(.requests, "The recorded requests whose answers differ there."),
      .init(.served, "now", "The value of the published edition in the example."),
      .init(.candidate, "then", "The value of the candidate in the example."),
      .init(.url, "example", "One of the URLs."),
    ])
    for (run, outcome) in done(runs) {
      for difference in outcome.comparison.differences.prefix(mostDifferences) {
        table.add([
          .text(run.site), .text(difference.document), .text(difference.audience),
          .text(difference.field), count(difference.requests), .text(difference.served),
          .text(difference.candidate), .text(difference.url),
        ])
      }
    }
    return table
  }

  private static func uncompared(of runs: [DryRunService.Run]) -> FigureTable {
    var table = FigureTable("uncompared").columns([
      .init(.site, "The site."), .init(.requests, "The number of requests."),
      .init(.reason, "Why they are not compared, or their difference not listed."),
    ])
    for (run, outcome) in done(runs) {
      func add(_ requests: Double, _ reason: String) {
        if requests > 0 { table.add([.text(run.site), count(requests), .text(reason)]) }
      }
      let why = run.rate == nil ? "whose answers are not kept" : "which did not answer"
      for (call, requests) in outcome.missing.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }
      ) {
        add(requests, "they need the call \(call), \(why)")
      }
      add(Double(outcome.withheld), "their query is not in the log")
      add(outcome.unanswered, "they are for nothing that is served now")
      add(
        Double(outcome.left),
        "they are not among the \(DryRunService.limits.requests) most frequent, or the time was over"
      )
      let shown = outcome.comparison.differences.prefix(mostDifferences).count
      let hidden = outcome.comparison.differences.count - shown
      if hidden > 0 { add(Double(hidden), "differences beyond the first \(mostDifferences)") }
    }
    return table
  }

  private static func done(_ runs: [DryRunService.Run]) -> [(DryRunService.Run, DryRun.Outcome)] {
    runs.compactMap { if case .done(let outcome) = $0.state { ($0, outcome) } else { nil } }
  }

  private static func count(_ requests: Double) -> Figure {
    .count(Int64(exactly: requests.rounded()) ?? .max)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Editions
import FileShapes
import HTTPValues
import Measure
import Serving

/// The order to replay recorded requests against a candidate beside the published edition.
struct DryRunOrder: OperatorOrder {
  private struct Body: Sendable {
    var candidate = CandidateKeys()
    var site = SiteChoice.unsaid
    var rate: Int?
  }

  static let definition = OrderDefinition(
    "dry-run",
    at: .dryRun,
    .dryRun,
    "Answers recorded requests by another edition too, and compares the answers.",
    Shape.object(Body()) {
      CandidateKeys.members(in: \.candidate)
      Member(
        "rate",
        \.rate,
        .integer(DryRun.rates),
        "Calls to services a second; without it none is called.",
        examples: [5]
      )
      Member.site(\.site)
    }
  ) { try DryRunOrder(candidate: $0.candidate.choice(), choice: $0.site, rate: $0.rate) }

  let candidate: CandidateChoice
  let choice: SiteChoice
  let rate: Int?

  func preview(of state: AdminState) async throws -> OrderPreview {
    let site = try state.site(choice)
    guard let published = site.publisher.publication?.edition.name else {
      throw PlainError("nothing is published of \(site.name)")
    }
    let limits = DryRunService.limits
    let seconds = limits.patience?.components.seconds ?? 0
    let calls =
      rate.map { "Services are asked for answers that are not kept, at \($0) calls a second." }
      ?? "No service is called."
    return OrderPreview([
      "The most frequent requests of the log of \(site.name), at most \(limits.requests) different ones, would "
        + "be answered once more by \(candidate.subject) beside edition \(published), and the answers compared, for "
        + "at most \(SpanWords.text(seconds)).",
      "Visitors notice nothing. \(calls)",
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    try candidate.checkRole(of: caller, to: "try")
    let site = try state.site(choice)
    try state.dryRuns.start(candidate, of: site, rate: rate)
    state.record(
      .dryRun,
      "a dry run of \(candidate.subject) begins",
      kind: "dry-run",
      site: site.name,
      by: caller
    )
    return DataValue.members([
      ("site", .text(site.name)), ("state", .text("running")),
      ("result", .text(OperatorPath.dryRun.text)),
    ]).json
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Editions
import HTTPValues
import Measure
import Serving

/// The order to replay recorded requests against a candidate beside the published edition:
/// `{"edition": "3b1f0c2a9d8e7f60"}`, `{"folder": "/srv/draft", "rate": 5}`.
struct DryRunOrder: OperatorOrder {
  private let candidate: CandidateChoice
  private let choice: SiteChoice
  private let rate: Int?

  init(_ body: [UInt8]) throws(PlainError) {
    let order = try OrderBody(
      body,
      keys: CandidateChoice.keys + ["rate", "site"],
      example: "{\"edition\": \"3b1f0c2a9d8e7f60\"}"
    )
    candidate = try CandidateChoice(order)
    choice = try order.site()
    let rates = DryRun.rates
    rate = try order.number(
      "rate",
      in: Int64(rates.lowerBound)...Int64(rates.upperBound),
      expected: "\(rates.lowerBound) to \(rates.upperBound) calls a second"
    ).map { Int($0) }
  }

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
      ("site", .text(site.name)), ("state", .text("running")), ("result", .text("/dry-run")),
    ]).json
  }
}

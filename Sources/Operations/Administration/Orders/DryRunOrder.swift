// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import FourM
import HTTPValues
import Serving

/// The order to replay recorded requests against a candidate beside the published edition:
/// `{"edition": "3b1f0c2a9d8e7f60"}`, `{"folder": "/srv/draft", "rate": 5}`.
struct DryRunOrder: OperatorOrder {
  private let candidate: CandidateChoice
  private let choice: SiteChoice
  private let rate: Int?

  init(_ body: [UInt8]) throws(OrderFault) {
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

  /// The one site that the order is for.
  private func site(in state: AdminState) throws -> SiteService {
    let sites = try state.services.chosen(choice, meansAll: false)
    guard sites.count == 1, let site = sites.first else {
      throw OrderFault(message: "\"site\" means several sites; expected the name of one")
    }
    return site
  }

  private var subject: String {
    switch candidate {
    case .files: "what the files say"
    case .edition(let name): "edition \(name)"
    case .folder(let folder): "the site in \(folder)"
    }
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let site = try site(in: state)
    guard let published = site.publisher.publication?.edition.name else {
      throw OrderFault(message: "nothing is published of \(site.name)")
    }
    let limits = DryRunService.limits
    let seconds = limits.patience?.components.seconds ?? 0
    let calls =
      rate.map { "Services are asked for answers that are not kept, at \($0) calls a second." }
      ?? "No service is called."
    return OrderPreview([
      "The most frequent requests of the log of \(site.name), at most \(limits.requests) different ones, would "
        + "be answered once more by \(subject) beside edition \(published), and the answers compared, for "
        + "at most \(SpanWords.text(seconds)).",
      "Visitors notice nothing. \(calls)",
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    if case .folder = candidate, caller.role < .admin {
      throw AdminReport.Refusal(
        .forbidden,
        "reading another folder needs the role admin; this operator has the role "
          + "\(caller.role.rawValue), and may try a kept edition"
      )
    }
    let site = try site(in: state)
    try state.dryRuns.start(candidate, of: site, rate: rate)
    state.record(
      .dryRun,
      "a dry run of \(subject) begins",
      kind: "dry-run",
      site: site.name,
      by: caller
    )
    return DataValue.members([
      ("site", .text(site.name)), ("state", .text("running")), ("result", .text("/dry-run")),
    ]).json
  }
}

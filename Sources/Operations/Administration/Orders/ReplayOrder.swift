// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import DataFiles
import HTTPValues
import Serving

/// The order to send dead letters of a webhook once more.
struct ReplayOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "replay-letters",
    .replay,
    "Sends dead letters of a webhook once more.",
    RecordSubject.shape(
      "hook",
      "Name of the webhook.",
      part: ("letter", "Id of one letter; all of the webhook, without it.")
    )
  ) { ReplayOrder($0) }

  private let site: String?
  private let hook: String
  /// The id of one letter; `nil` for all of the webhook.
  private let letter: String?

  private init(_ subject: RecordSubject) {
    hook = subject.id
    letter = subject.part
    site = subject.site
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let records = try state.services.records(of: site)
    let dead = try await records.send(.get, ["_hooks", hook])["dead"]?.elements ?? []
    let found = dead.filter { letter == nil || $0["id"]?.string == letter }
    guard !found.isEmpty else { throw Refusal(.notFound, "\(hook) has no such dead letter") }
    return OrderPreview([
      "\(Counted.text(found.count, "dead letter")) of \(hook) would be sent once more."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let body = letter.map { DataValue.members([("ids", .texts([$0]))]) }
    let answer = try await records.send(.post, ["_hooks", hook], verb: "replay", body)
    state.audit.record(
      .replay,
      by: caller,
      site: records.site,
      .annotation("webhook", "dead letters of \(hook) are sent once more")
    )
    return answer.json
  }
}

// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import HTTPValues
import ResourceService
import Serving

/// The order to send the stored messages to users at once, without the pause after a failure.
struct MailOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "send-mail",
    .replay,
    "Sends the waiting messages to users now.",
    RecordSubject.shape()
  ) { MailOrder(site: $0.site) }

  let site: String?

  func preview(of state: AdminState) async throws -> OrderPreview {
    let count = try await waiting(in: state.services.records(of: site))
    return OrderPreview([
      "\(Counted.text(count, "message")) would be sent now, one after the other, as long as the receiver"
        + " accepts them."
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let count = try await waiting(in: records)
    guard records.hurryMail() else { throw MailOrder.noWebhook(of: records) }
    state.audit.record(
      .replay,
      by: caller,
      site: records.site,
      .annotation("mail", "messages to users are sent at once")
    )
    return DataValue.members([("messages", .number(count))]).json
  }

  static func noWebhook(of records: OperatorRecords) -> Refusal {
    Refusal(
      .conflict,
      "\(records.site) has no webhook for messages to users; expected a mailHook at the start"
    )
  }

  private func waiting(in records: OperatorRecords) async throws -> Int {
    let count = try await records.read { try $0.mails.count() }
    guard count > 0 else {
      throw Refusal(.notFound, "no message to a user waits on \(records.site)")
    }
    return count
  }
}

// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import HTTPValues
import Reactor
import ResourceModel
import ResourceService
import Serving

/// The order to send dead messages to users once more, or to remove them.
struct DeadMailOrder: OperatorOrder {
  static let retry = OrderDefinition(
    "retry-mail",
    .replay,
    "Sends dead messages to users once more.",
    RecordSubject.shape(part: ("message", "Id of one message; all of the site, without it."))
  ) { DeadMailOrder(.retry, $0) }
  static let remove = OrderDefinition(
    "remove-mail",
    .replay,
    "Removes dead messages to users.",
    RecordSubject.shape(part: ("message", "Id of one message; all of the site, without it."))
  ) { DeadMailOrder(.remove, $0) }

  enum Change {
    case retry, remove
  }

  private let change: Change
  private let site: String?
  /// The id of one message; `nil` for all of the site.
  private let message: String?

  private init(_ change: Change, _ subject: RecordSubject) {
    self.change = change
    message = subject.part
    site = subject.site
  }

  private var now: Timestamp { Timestamp(nanoseconds: LoopClock.system.wallNanoseconds) }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let (found, expired) = try await dead(in: state.services.records(of: site))
    if change == .remove {
      return OrderPreview([
        "\(Counted.text(found, "dead message")) to users would be removed, and never be sent."
      ])
    }
    let usable = found - expired
    var effect = ["\(Counted.text(usable, "dead message")) to users would be sent once more."]
    if expired > 0 {
      effect.append(
        "Of \(Counted.text(found, "message")), \(expired) stay dead: their codes have expired, and their"
          + " users have to ask for new ones."
      )
    }
    return OrderPreview(effect, isPossible: usable > 0)
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let expired = try await dead(in: records).expired
    let (message, now) = (message, now)
    let count: Int
    switch change {
    case .remove: count = try await records.read { try $0.mails.removeDead(message) }
    case .retry:
      // Before anything is changed: without a webhook, the messages would only wait.
      guard records.sendMail([]) else { throw MailOrder.noWebhook(of: records) }
      let revived = try await records.read { try $0.mails.revive(message, at: now) }
      guard !revived.isEmpty else {
        throw Refusal(
          .conflict,
          "the codes of \(Counted.text(expired, "message")) have expired; expected one that works"
        )
      }
      _ = records.sendMail(revived)
      count = revived.count
    }
    state.audit.record(
      .replay,
      by: caller,
      site: records.site,
      .annotation(
        "mail",
        "\(Counted.text(count, "dead message")) to users: "
          + (change == .retry ? "sent once more" : "removed")
      )
    )
    return DataValue.members([("messages", .number(count))]).json
  }

  /// The number of dead messages that the order is for, and of those among them whose codes have expired.
  private func dead(in records: OperatorRecords) async throws -> (found: Int, expired: Int) {
    let (message, now) = (message, now)
    let dead = try await records.read { try $0.mails.dead(message) }
    guard !dead.isEmpty else {
      throw Refusal(.notFound, "\(records.site) has no such dead message to a user")
    }
    return (dead.count, dead.count { $0.isExpired(at: now) })
  }
}

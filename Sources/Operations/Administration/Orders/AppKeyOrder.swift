// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore

/// A new key for an app of a site's records, or the end of its key.
struct AppKeyOrder: OperatorOrder {
  static let renew = OrderDefinition(
    "new-key",
    .appKey,
    "Gives an app a new key.",
    RecordSubject.shape("app", "Id of the app.")
  ) { AppKeyOrder(.renew, of: $0) }
  static let withdraw = OrderDefinition(
    "withdraw-key",
    .appKey,
    "Ends the key of an app.",
    RecordSubject.shape("app", "Id of the app.")
  ) { AppKeyOrder(.withdraw, of: $0) }

  enum Change {
    case renew, withdraw
  }

  /// The member of the answer that has the new key.
  static let key = "key"

  private let change: Change
  private let app: String
  private let site: String?

  private init(_ change: Change, of subject: RecordSubject) {
    self.change = change
    app = subject.id
    site = subject.site
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let records = try state.services.records(of: site)
    let found = try await found(in: records)
    let hasKey = try await records.read { try $0.store.accounts.appsWithKeys().contains(found.id) }
    let (name, ends) = (found.attributes["name"]?.string ?? app, "is refused from then on")
    return switch change {
    case .renew:
      OrderPreview([
        "\(name) would be given a new key, which is shown once."
          + (hasKey ? " The key that it has \(ends)." : "")
      ])
    case .withdraw: OrderPreview([hasKey ? "The key of \(name) \(ends)." : "\(name) has no key."])
    }
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let id = try await found(in: records).id.text
    let answer = try await records.send(
      change == .renew ? .post : .delete,
      [PeopleTypes.apps, id],
      verb: "key"
    )
    let word = change == .renew ? "\(id) has a new key" : "the key of \(id) is withdrawn"
    state.audit.record(.appKey, by: caller, site: records.site, .annotation("app", word))
    return DataValue.members([("app", .text(id)), (Self.key, answer["key"] ?? .null)]).json
  }

  private func found(in records: OperatorRecords) async throws -> Resource {
    let app = app
    return try await records.read { service in
      try RecordReport.record(app, of: TypeReport.type(PeopleTypes.apps, in: service), in: service)
    }
  }
}

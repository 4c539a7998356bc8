// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import DataFiles
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The order to lock or unlock a user, to end sessions, to remove a second factor, or to erase a person.
struct PeopleOrder: OperatorOrder {
  static let lock = OrderDefinition(
    "lock-user",
    .user,
    "Locks a user and ends all sessions.",
    RecordSubject.shape("user", "Id of the user.")
  ) { PeopleOrder(.lock, of: $0) }
  static let unlock = OrderDefinition(
    "unlock-user",
    .user,
    "Lets a locked user sign in again.",
    RecordSubject.shape("user", "Id of the user.")
  ) { PeopleOrder(.unlock, of: $0) }
  static let endSessions = OrderDefinition(
    "end-sessions",
    .user,
    "Ends all sessions of a user.",
    RecordSubject.shape("user", "Id of the user.")
  ) { PeopleOrder(.endSessions, of: $0) }
  static let removeSecondFactor = OrderDefinition(
    "remove-second-factor",
    .secondFactor,
    "Removes the second factor of a user.",
    RecordSubject.shape("user", "Id of the user.")
  ) { PeopleOrder(.removeSecondFactor, of: $0) }
  static let erase = OrderDefinition(
    "erase-user",
    .erasure,
    "Erases a person for good.",
    RecordSubject.shape("user", "Id of the user.")
  ) { PeopleOrder(.erase, of: $0) }
  static let endSession = OrderDefinition(
    "end-session",
    .user,
    "Ends one session of a user.",
    RecordSubject.shape("user", "Id of the user.", part: ("session", "Id of the session."))
  ) { PeopleOrder(.endSession($0.part ?? ""), of: $0) }

  enum Change {
    case lock, unlock
    case endSession(String)
    case endSessions, removeSecondFactor, erase
  }

  private let change: Change
  private let site: String?
  private let user: String

  private init(_ change: Change, of subject: RecordSubject) {
    self.change = change
    user = subject.id
    site = subject.site
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let records = try state.services.records(of: site)
    let found = try await found(in: records)
    let (count, factor) = try await records.read { service in
      (
        try service.store.accounts.sessions(of: found.id).count,
        try service.store.accounts.secondFactor(of: found.id).flatMap { $0.isConfirmed ? $0 : nil }
      )
    }
    let sessions = Counted.text(count, "session")
    return switch change {
    case .lock:
      OrderPreview([
        "\(user) could not sign in any more, and \(sessions) would end.",
        "Unlocking lets the user sign in again.",
      ])
    case .unlock: OrderPreview(["\(user) could sign in again."])
    case .endSession(let session): OrderPreview(["\(session) of \(user) would end at once."])
    case .endSessions: OrderPreview(["\(sessions) of \(user) would end at once."])
    case .removeSecondFactor:
      if let factor {
        OrderPreview([
          "\(user) could sign in without a code of the authenticator app, and add another one then.",
          "\(Counted.text(factor.recoveryCodes, "recovery code")) would be void. Sessions go on.",
          "Check who asks for this: the code protects a user whose password somebody else knows.",
        ])
      } else {
        OrderPreview(["\(user) has no second factor."], isPossible: false)
      }
    case .erase:
      OrderPreview([
        "\(user) would be erased, with \(sessions), all records that it owns, their files, its messages,"
          + " and the events of its sessions and devices.",
        "Nobody can bring that back.",
      ])
    }
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let id = try await found(in: records).id
    var answer = DataValue.members([("user", .text(user))])
    let (action, word): (AuditLog.Action, String)
    switch change {
    case .lock:
      try await setActive(false, in: records, by: caller)
      try await records.read { try $0.store.accounts.endSessions(of: id) }
      (action, word) = (.user, "\(user) is locked")
    case .unlock:
      try await setActive(true, in: records, by: caller)
      (action, word) = (.user, "\(user) is unlocked")
    case .endSession(let session):
      guard try await records.read({ try $0.store.accounts.endSession(session, of: id) }) else {
        throw Refusal(.notFound, "\(user) has no session \(session.prefix(60))")
      }
      (action, word) = (.user, "\(session) of \(user) is ended")
    case .endSessions:
      try await records.read { try $0.store.accounts.endSessions(of: id) }
      (action, word) = (.user, "the sessions of \(user) are ended")
    case .removeSecondFactor:
      let path = [PeopleTypes.users, user, SecondFactors.name]
      try await records.send(.delete, path, by: caller)
      (action, word) = (.secondFactor, "the second factor of \(user) is removed")
    case .erase:
      answer = try await records.send(.post, [PeopleTypes.users, user], verb: "erase")
      // Its id would be a trace of the person.
      (action, word) = (.erasure, "a user is erased")
    }
    state.audit.record(action, by: caller, site: records.site, .annotation("user", word))
    return answer.json
  }

  private func setActive(
    _ isActive: Bool,
    in records: OperatorRecords,
    by caller: Operator
  ) async throws {
    try await records.send(
      .patch,
      [PeopleTypes.users, user],
      .members([(PeopleTypes.isActive, .boolean(isActive))]),
      by: caller
    )
  }

  private func found(in records: OperatorRecords) async throws -> Resource {
    let user = user
    return try await records.read { service in
      try RecordReport.record(
        user,
        of: TypeReport.type(PeopleTypes.users, in: service),
        in: service
      )
    }
  }
}

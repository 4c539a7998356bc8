// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Erases users.
struct UserErasure: Sendable {
  let context: RecordContext
  let people: PeopleSettings
  private var store: ResourceStore { context.store }

  static let verb = "erase"

  /// Erases a user: `POST /users/{id}:erase`. A user who erases itself has to send its password, so
  /// that the thief of a session cannot.
  func erase(
    _ id: ResourceID,
    _ type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let user = try context.views.visible(id, of: type, request)
    let principal = request.caller.principal
    if principal == nil {
      try request.permit(.write)
    } else if principal?.user == id {
      let body = try request.objectIfAny()
      try prove(id, by: body["password"], request)
    } else if try context.views.scope(.delete, of: user, as: type, request) == .nothing {
      throw ResourceProblem(
        .rights,
        "no rule lets the request delete \(id); expected the user itself, or an administrator",
        status: .forbidden
      )
    }
    let erasure = try store.erase(id, at: request.now)
    try context.settings.files?.remove(erasure.files, unused: store.unusedFiles)
    context.notices.announce(erasure.changed)
    people.audit(PeopleEvent(kind: .erased, user: id, session: principal?.session))
    let events = try people.forget(erasure.names)
    return ResourceReply.privately(
      .ok,
      .members([
        ("records", .integer(Int64(erasure.records))), ("events", .integer(Int64(events))),
      ])
    )
  }

  /// Throws unless a value is the password of a user. Each wrong one counts as an attempt to sign in.
  func prove(
    _ id: ResourceID,
    by password: DataValue?,
    _ request: ResourceRequest
  ) throws {
    let password = password?.string ?? ""
    try people.attempts.spend(request)
    guard password.utf8.count <= PasswordHash.lengths.upperBound,
      try PasswordHash.matches(password, store.accounts.password(of: id), people.scrypt)
    else {
      throw ResourceProblem(
        .rights,
        "the password is wrong; expected that of the user",
        status: .forbidden
      )
    }
    people.attempts.giveBack(request)
  }
}

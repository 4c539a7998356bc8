// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

extension ResourceService {
  static let erasure = "erase"

  /// Erases a user: `POST /users/{id}:erase`. A user who erases itself has to send its password, so
  /// that the thief of a session cannot.
  func erase(
    _ id: ResourceID,
    _ request: ResourceRequest,
    _ people: PeopleSettings
  ) throws -> ResourceReply {
    guard request.method == .post else { throw ResourceProblem.noMethod(["POST"]) }
    guard let type = store.types[PeopleTypes.users] else {
      throw StoreError.unknownType(PeopleTypes.users, among: store.types)
    }
    try permit(request, [.fetch], type)
    let user = try visible(id, of: type, request)
    let principal = request.caller.principal
    if principal == nil {
      try permit(request, .write)
    } else if principal?.user == id {
      let body = try request.objectIfAny()
      try prove(id, by: body["password"], request, people)
    } else if try scope(.delete, of: user, as: type, request) == .nothing {
      throw ResourceProblem.rules(
        .forbidden,
        "no rule lets the request delete \(id); expected the user itself, or an administrator"
      )
    }
    let erasure = try store.erase(id, at: request.now)
    try settings.files?.remove(erasure.files, unused: store.unusedFiles)
    announce(erasure.changed)
    people.audit(PeopleEvent(kind: .erased, user: id, session: principal?.session))
    let events = try people.forget(erasure.names)
    return Self.privately(
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
    _ request: ResourceRequest,
    _ people: PeopleSettings
  ) throws {
    let password = password?.string ?? ""
    try spend(request, people)
    guard password.utf8.count <= PasswordHash.lengths.upperBound,
      try PasswordHash.matches(password, store.password(of: id), people.scrypt)
    else {
      throw ResourceProblem.rules(.forbidden, "the password is wrong; expected that of the user")
    }
    people.attempts.giveBack(Self.client(request), at: request.now)
  }
}

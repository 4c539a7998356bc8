// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import ResourceStore

extension ResourceService {
  /// Answers a request for one record if that takes no more than finding it in a file by its id, so that it may
  /// be done on an event loop. `nil` for all other requests, for those that are refused, and while the store is
  /// busy: these belong on a worker pool.
  func promptReply(to request: ResourceRequest) -> ResourceReply? {
    guard request.method == .get, request.verb == nil, request.path.count == 2,
      let type = store.types[request.path[0]], type.allows(.fetch),
      let id = ResourceID(request.path[1]), id.prefix == type.prefix,
      !asksForMore(request, of: type)
    else { return nil }
    do {
      try request.checkParameters()
      try ReadParameters.record.check(request)
      let request = try identified(request)
      try permit(request, [.fetch], type)
      guard case .done(let record?) = try store.promptRecord(id), record.bare.type == type.name
      else { return nil }
      return try show(record, of: type, request).written(as: request.format)
    } catch {
      return nil
    }
  }

  /// Whether more has to be read than the record: the sender's session, grants, or further records.
  private func asksForMore(_ request: ResourceRequest, of type: ResourceType) -> Bool {
    if request.query["include"] != nil || !type.rules.isEmpty { return true }
    return setting(\.people) != nil
      && (hasSender(request) || Self.pathsOfPeople.contains(request.path[0]))
  }

  /// Whether a request has the token of a session or the key of an app.
  func hasSender(_ request: ResourceRequest) -> Bool {
    guard let people = setting(\.people) else { return false }
    return Self.token(request.fields) != nil || request.fields[Self.appKey] != nil
      || Self.cookieToken(of: request, people) != nil
  }

  /// The first segments of paths that belong to users' sessions, whatever types there are.
  private static let pathsOfPeople: Set = ["session", "sessions", "user"]
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Finds what answers a request.
struct Router {
  let context: RecordContext
  private var store: any ResourceStore { context.store }

  private func sessions(_ people: PeopleSettings) -> Sessions {
    Sessions(context: context, people: people)
  }

  func reply(to request: ResourceRequest) throws -> ResourceReply {
    try request.checkParameters()
    if let people = context.settings.people {
      if Self.isSessionPath(request.path) { return try sessions(people).session(request) }
      if request.path.first == "sessions", request.path.count <= 2, request.verb == nil {
        return try sessions(people).sessions(request)
      }
    }
    let request = try resolvingMe(request)
    if request.method == .options { return try options(request) }
    let (method, path) = (request.method, request.path)
    if request.isForBatch {
      guard method == .post else { throw ResourceProblem.noMethod(["POST"]) }
      return try context.changer.batch(request)
    }
    switch path.first {
    case "_schema": return try context.types.types(request)
    case APIDescription.pageName where context.settings.page != nil && path.count <= 2:
      return try context.types.page(request)
    case "docs" where context.settings.page != nil && path.count == 1 && store.types["docs"] == nil:
      return try context.types.page(request)
    case APIDescription.documentName where path.count == 1:
      return try context.types.describe(request)
    case "openapi.json" where path.count == 1: return try context.types.describe(request)
    case HookAnswers.name: return try context.hooks.answer(request)
    case RecordGrants.collection where hasGrantCollection && request.verb == nil:
      return try context.grants.grants(request)
    case "_access" where path.count == 1:
      return try AccessExplanation(context: context).explain(request)
    case "changes" where path.count == 1:
      try context.views.permitAny(request)
      guard method == .get else { throw ResourceProblem.noMethod(["GET"]) }
      return try context.changes.changes(request)
    case ResourceSettings.tablesName where isForTable(path):
      return try context.tables.table(request, self)
    case let name?:
      guard let type = store.types[name] else {
        // The existing types are hidden from a sender without the right to read.
        try context.views.permitAny(request)
        throw StoreError.unknownType(name, among: store.types)
      }
      return path.count == 1 ? try collection(type, request) : try record(type, request)
    case nil:
      throw ResourceProblem(
        .notFound,
        .notFound,
        "the path names no type; expected the name of one"
      )
    }
  }

  /// The path by which `route` chooses what answers a request: that of records, also where it was sent to
  /// `/user/me` or below `/db`. `me` stays, since it is the user of a session.
  func routedPath(of request: ResourceRequest) -> [String] {
    var path = request.path
    if isForMe(path) { path[0] = PeopleTypes.users }
    if isForTable(path) { path.removeFirst() }
    return path
  }

  /// Whether a path is `/db/{table}`, or below it.
  private func isForTable(_ path: [String]) -> Bool {
    path.count > 1 && path[0] == ResourceSettings.tablesName
      && store.types[ResourceSettings.tablesName] == nil
  }

  /// Whether a path is `/users/me` or `/user/me`, or below it.
  private func isForMe(_ path: [String]) -> Bool {
    context.settings.people != nil && path.count > 1 && path[1] == "me"
      && ["user", PeopleTypes.users].contains(path[0])
  }

  /// Whether `/grants` is the collection of grants: where there are users, unless a type has the name.
  private var hasGrantCollection: Bool {
    context.settings.people != nil && store.types[RecordGrants.collection] == nil
  }

  /// Answers the methods that an address allows: those that the description has for it.
  private func options(_ request: ResourceRequest) throws -> ResourceReply {
    try context.views.permitAny(request)
    let isList = request.path.count == 1 && store.types[request.path[0]] != nil
    let allowed = context.types.description.operations.filter { $0.isAt(request) }.flatMap {
      operation in
      guard operation.method == .get else { return [operation.method.name] }
      return isList ? ["GET", "HEAD", "QUERY"] : ["GET", "HEAD"]
    }
    var reply = ResourceReply(.noContent)
    reply.fields = [
      "allow": (allowed + ["OPTIONS"]).joined(separator: ", "), "cache-control": "no-store",
    ]
    return reply
  }

  /// Replaces `/users/me` and `/user/me` by the user that the session belongs to.
  func resolvingMe(_ request: ResourceRequest) throws -> ResourceRequest {
    guard isForMe(request.path) else { return request }
    var resolved = request
    let user = try request.signedIn().0
    resolved.path.replaceSubrange(0..<2, with: [PeopleTypes.users, user.text])
    return resolved
  }

  private func collection(
    _ type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    switch (request.method, request.verb) {
    case (.get, nil), (.query, nil), (.post, "query"):
      try request.permit([.fetch], type)
      return try context.reader.list(type, request)
    case (.post, nil):
      try request.permit([.insert], type)
      return try context.changer.create(type, request)
    case (.delete, nil):
      try request.permit([.delete], type)
      return try context.changer.deleteMany(type, request)
    case (_, nil): throw ResourceProblem.noMethod(["GET", "HEAD", "QUERY", "POST", "DELETE"])
    case (_, "query"): throw ResourceProblem.noMethod(["POST"])
    default: throw ResourceProblem.noVerb(request.verb, among: ["query"])
    }
  }

  func record(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    if type.rules.isEmpty { try request.permit([.fetch], type) }
    guard let id = ResourceID(request.path[1]), id.prefix == type.prefix else {
      throw ResourceProblem(
        .notFound,
        .notFound,
        "\(request.path[1].prefix(60)) is no id of \(type.name); expected one such as "
          + "\(type.prefix)-01h455vb4pex5vsknk084sn02q"
      )
    }
    if request.path.count > 2 {
      try request.permit([.fetch], type)
      if request.path.count == 3, request.path[2] == RecordGrants.name {
        return try context.grants.grants(on: id, of: type, request)
      }
      if type.name == PeopleTypes.users, request.path[2] == ProviderLinks.name,
        request.path.count <= 4, let people = context.settings.people
      {
        return try ProviderLinks(context: context, people: people).answer(of: id, as: type, request)
      }
      if type.name == PeopleTypes.users, Self.isSecondFactorPath(request.path),
        let people = context.settings.people
      {
        return try SecondFactors(context: context, people: people).answer(of: id, as: type, request)
      }
      guard request.method == .get, request.path.count == 3 else {
        throw ResourceProblem.noMethod(["GET", "HEAD"])
      }
      return try context.reader.related(id, of: type, request.path[2], request)
    }
    if request.verb == UserErasure.verb, type.name == PeopleTypes.users,
      let people = context.settings.people
    {
      return try UserErasure(context: context, people: people).erase(id, request)
    }
    if request.verb == "key", type.name == PeopleTypes.apps, context.settings.people != nil {
      try request.permit([.update], type)
      let app = try context.views.visible(id, of: type, request)
      guard try context.views.scope(.update, of: app, as: type, request) != .nothing else {
        throw ResourceProblem.rules(.forbidden, "no rule lets the request change \(id)")
      }
      return try AppKeys(context: context).change(of: id, request)
    }
    switch (request.method, request.verb) {
    case (.get, nil):
      try request.permit([.fetch], type)
      return try context.reader.get(id, of: type, request)
    case (.put, nil):
      try request.permit([.insert, .update], type)
      return try context.changer.change(id, of: type, request)
    case (.patch, nil), (.post, "undelete"):
      try request.permit([.update], type)
      return try context.changer.change(id, of: type, request)
    case (.delete, nil):
      try request.permit([.delete], type)
      return try context.changer.change(id, of: type, request)
    case (_, nil): throw ResourceProblem.noMethod(["GET", "HEAD", "PUT", "PATCH", "DELETE"])
    case (_, "undelete"): throw ResourceProblem.noMethod(["POST"])
    default: throw ResourceProblem.noVerb(request.verb, among: ["undelete"])
    }
  }

  // MARK: threads

  /// Whether a request hashes a password, which takes so long that few may do it at once.
  func hashesPassword(_ request: ResourceRequest) -> Bool {
    context.settings.people != nil && [.post, .put].contains(request.method)
      && (Self.isSessionPath(request.path) || Self.isSecondFactorPath(routedPath(of: request))
        || request.verb == UserErasure.verb)
  }

  static func isSessionPath(_ path: [String]) -> Bool {
    ResourceSettings.sessionPaths.contains(path)
  }

  /// Whether the rest of a user's path names the second factor.
  static func isSecondFactorPath(_ path: [String]) -> Bool {
    path.count == 3 && path[0] == PeopleTypes.users && path[2] == SecondFactors.name
  }

  /// Whether a request signs in through a provider, which takes requests to it.
  func isForProvider(_ request: ResourceRequest) -> Bool {
    guard let people = context.settings.people, !people.providers.isEmpty, request.method == .post,
      request.path == ["session"]
    else { return false }
    if request.verb == "authorize" { return true }
    // A body that is no JSON is refused like that of every other sign-in.
    guard request.verb == nil, let body = try? request.object() else { return false }
    return body["provider"] != nil
  }

  /// Whether a request is about the file of a record: `/{type}/{id}/{attribute}`.
  func isAboutFile(_ request: ResourceRequest) -> Bool {
    guard request.path.count == 3, request.verb == nil else { return false }
    let isMe =
      context.settings.people != nil && request.path[0] == "user" && request.path[1] == "me"
    let type = store.types[isMe ? PeopleTypes.users : request.path[0]]
    return type?.attribute(request.path[2])?.kind == .binary
  }

  /// Whether webhooks may be asked for a request, which then waits for their answers.
  func mayAsk(_ request: ResourceRequest) -> Bool {
    guard request.method != .get, request.method != .query else { return false }
    let types = store.types
    if request.isForBatch { return types.types.contains { $0.before != nil } }
    return routedPath(of: request).contains { types[$0]?.before != nil }
  }

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
      let request = try context.senders.identified(request)
      try request.permit([.fetch], type)
      guard case .done(let record?) = try store.promptRecord(id), record.bare.type == type.name
      else { return nil }
      return try context.reader.show(record, of: type, request).written(as: request.format)
    } catch {
      return nil
    }
  }

  /// Whether more has to be read than the record: the sender's session, grants, or further records.
  private func asksForMore(_ request: ResourceRequest, of type: ResourceType) -> Bool {
    if request.query["include"] != nil || !type.rules.isEmpty { return true }
    return context.settings.people != nil
      && (context.senders.hasSender(request) || Self.pathsOfPeople.contains(request.path[0]))
  }

  /// The first segments of paths that belong to users' sessions, whatever types there are.
  private static let pathsOfPeople: Set = ["session", "sessions", "user"]
}

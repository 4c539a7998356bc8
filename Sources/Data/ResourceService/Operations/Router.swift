// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Finds the operation that a request is for.
struct Router {
  let context: RecordContext

  /// The operation that a request is for; `nil` for one that is refused.
  func operation(for request: ResourceRequest) -> Operation? {
    address(path(of: request), request.verb)?.operation(request.method)
  }

  /// Answers a request whose sender is known.
  func reply(to request: ResourceRequest) throws -> ResourceReply {
    try request.checkParameters()
    let request = try routed(request)
    let address = address(request.path, request.verb)
    if request.method == .options { return try options(request, address) }
    guard let address else { throw try nothing(at: request) }
    let call = OperationCall(context: context, request: request, address: address)
    if address.typePlace != nil {
      let type = try call.type
      if address.hasID {
        if type.rules.isEmpty { try request.permit([.fetch], type) }
        _ = try call.id
      }
    }
    guard let operation = address.operation(request.method) else {
      // Methods on records are no secret.
      if let first = address.operations.first, !first.isOnRecords { try first.check(call) }
      throw ResourceProblem.noMethod(OperationAddress.methods(address.operations))
    }
    try operation.check(call)
    try operation.checkParameters(request)
    return try operation.answer(call)
  }

  /// Answers a request for one record if that takes no more than finding it in a file by its id, so that it may
  /// be done on an event loop. `nil` for all other requests, for those that are refused, and while the store is
  /// busy: these belong on a worker pool.
  func promptReply(to request: ResourceRequest) -> ResourceReply? {
    guard let operation = operation(for: request), operation.lane == .prompt,
      let type = context.store.types[request.path[0]], type.allows(.fetch), type.rules.isEmpty,
      let id = ResourceID(request.path[1]), id.prefix == type.prefix,
      request.query["include"] == nil,
      context.settings.people == nil || !context.senders.hasSender(request)
    else { return nil }
    do {
      try request.checkParameters()
      try operation.checkParameters(request)
      let request = try context.senders.identified(request)
      try request.permit([.fetch], type)
      guard case .done(let record?) = try context.store.promptRecord(id),
        record.bare.type == type.name,
        record.byteCount < ResourceReply.leastCodedBytes || !request.acceptsCodings
      else { return nil }
      return try context.reader.show(record, of: type, request).delivered(to: request)
    } catch {
      return nil
    }
  }

  /// Whether webhooks may be asked for a request, which then waits for their answers.
  func mayAsk(_ request: ResourceRequest) -> Bool {
    guard request.method != .get, request.method != .query else { return false }
    let types = context.store.types
    if request.isForBatch { return types.types.contains { $0.before != nil } }
    let path = path(of: request)
    guard let place = address(path, request.verb)?.typePlace else { return false }
    return types[path[place]]?.before != nil
  }

  private func address(_ path: [String], _ verb: String?) -> OperationAddress? {
    OperationAddress.byLength[path.count]?.first { address in
      address.verb == verb && address.matches(path)
        && address.operations.first?.isThere(context, path) == true
    }
  }

  /// The path of the operation that a request is for: `/user/me` is `/users/me`, a row of a table is a record.
  private func path(of request: ResourceRequest) -> [String] {
    var path = request.path
    switch path.first {
    case "user" where path.count > 1 && context.settings.people != nil:
      if path[1] == "me" { path[0] = PeopleTypes.users }
      let signsUp = path[1] == "register" && request.method == .post && request.verb == nil
      if ResourceSettings.sessionPaths.contains(path), !signsUp { return ["session"] }
    case ResourceSettings.tablesName where path.count > 2 && hasTables: path.removeFirst()
    case "docs" where path.count == 1 && context.settings.page != nil:
      if context.store.types["docs"] == nil { return [APIDescription.pageName] }
    case "openapi.json" where path.count == 1: return [APIDescription.documentName]
    default: break
    }
    return path
  }

  private var hasTables: Bool { context.store.types[ResourceSettings.tablesName] == nil }

  /// The request by the path of its operation, with `me` replaced by the user that the session belongs to.
  func routed(_ request: ResourceRequest) throws -> ResourceRequest {
    var routed = request
    routed.path = path(of: request)
    routed.isForTable = request.path.first == ResourceSettings.tablesName && hasTables
    if context.settings.people != nil, !routed.isForTable, routed.path.count > 1,
      routed.path[0] == PeopleTypes.users, routed.path[1] == "me"
    {
      routed.path[1] = try request.signedIn().0.text
    }
    return routed
  }

  /// Answers the methods that an address allows: those that the description has for it.
  private func options(
    _ request: ResourceRequest,
    _ address: OperationAddress?
  ) throws -> ResourceReply {
    if case .nothing? = address?.operations.first?.needs {
    } else {
      try context.views.permitAny(request)
    }
    let type = address?.typePlace.flatMap { context.store.types[request.path[$0]] }
    let subject = APISubject(context, type)
    let offered = (address?.operations ?? []).filter { $0.isOffered(subject) }
    var reply = ResourceReply(.noContent)
    let methods = OperationAddress.methods(offered) + ["OPTIONS"]
    reply.fields = ["allow": methods.joined(separator: ", "), "cache-control": "no-store"]
    return reply
  }

  /// The error for a path that matches no operation.
  private func nothing(at request: ResourceRequest) throws -> any Error {
    guard let name = request.path.first else { return ResourceProblem.noType }
    // The existing types are hidden from a sender without the right to read.
    try context.views.permitAny(request)
    let isType = context.store.types[name] != nil
    let near = OperationAddress.all.filter { $0.root == (isType ? nil : name) }
    guard !near.isEmpty else { return StoreError.unknownType(name, among: context.store.types) }
    let verbs = near.filter { $0.matches(request.path) }.compactMap(\.verb)
    guard request.verb == nil || verbs.isEmpty else {
      return ResourceProblem.noVerb(request.verb, among: verbs)
    }
    let paths = near.map(\.path).joined(separator: ", ")
    return ResourceProblem(.notFound, "there is nothing at the path; expected \(paths)")
  }
}

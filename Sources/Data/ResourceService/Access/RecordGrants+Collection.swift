// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore

// A user sees the grants on records that it owns, and those that give something to it or to its groups; it
// gives and takes back those on records that it owns. Senders that are exempt from rules see and change all.

extension RecordGrants {
  /// The name of the collection of grants: `/grants`, `/grants/{id}`.
  static let collection = "grants"
  /// The most grants of one answer, and those of an answer to a request that does not say how many.
  private static let mostGrants = 200
  private static let usualGrants = 20

  /// Answers the grants on all records.
  func list(_ request: ResourceRequest) throws -> ResourceReply {
    let limit = try request.number("limit", default: Self.usualGrants)
    guard (1...Self.mostGrants).contains(limit) else {
      throw ResourceProblem(.badParameter, "limit is \(limit); expected 1 to \(Self.mostGrants)")
    }
    var query = GrantQuery(limit: limit + 1)
    query.record = try id("record", of: request)
    query.grantee = try id("to", of: request)?.text
    query.right = try word("may", of: request)
    if let principal = request.caller.principal {
      query.user = principal.user
      query.groups = principal.groups
    }
    if let page = request.query["page"] {
      guard let last = AccessGrant(id: page) else {
        throw ResourceProblem(
          .badPage,
          "page is \(page.prefix(40)); expected \"next\" of the answer before"
        )
      }
      query.after = last
    }
    let found = try store.grants.matching(query)
    var kinds: [String: DataValue] = [:]
    let list = try found.prefix(limit).map { try json($0, &kinds) }
    var members: [(String, DataValue)] = [("data", .list(list))]
    if found.count > limit { members.append(("next", .text(found[limit - 1].id))) }
    return ResourceReply.privately(.ok, .members(members))
  }

  func add(_ request: ResourceRequest) throws -> ResourceReply {
    let grant = try grant(of: try request.object())
    try checkChangeable(grant, request)
    switch try store.grants.add(grant, at: request.now, by: request.caller.author) {
    case .full:
      throw ResourceProblem(
        .tooMany,
        "\(grant.record) has \(AccessGrant.most) grants; expected less",
        status: .conflict
      )
    case .unchanged: return try reply(.ok, grant)
    case .changed(let resource):
      context.notices.announce([resource])
      return try reply(.created, grant)
    }
  }

  func remove(_ request: ResourceRequest) throws -> ResourceReply {
    guard let grant = AccessGrant(id: request.path[1]) else {
      throw Self.noGrant(request.path[1])
    }
    try checkChangeable(grant, request)
    let change = try store.grants.remove(grant, at: request.now, by: request.caller.author)
    guard case .changed(let resource) = change else {
      throw Self.noGrant(grant.id)
    }
    context.notices.announce([resource])
    return ResourceReply(.noContent)
  }

  /// Refuses a grant that the sender may neither give nor take back.
  private func checkChangeable(_ grant: AccessGrant, _ request: ResourceRequest) throws {
    guard let type = store.types.type(of: grant.record) else {
      throw StoreError(.notFound, "there is no record \(grant.record)")
    }
    try request.permit([.fetch], type)
    try checkOwner(try context.views.visible(grant.record, of: type, request), request)
  }

  private func reply(_ status: Status, _ grant: AccessGrant) throws -> ResourceReply {
    var kinds: [String: DataValue] = [:]
    var reply = ResourceReply.privately(status, try json(grant, &kinds))
    if status == .created {
      reply.fields.append("location", "\(context.settings.mount)/\(Self.collection)/\(grant.id)")
    }
    return reply
  }

  private func json(
    _ grant: AccessGrant,
    _ kinds: inout [String: DataValue]
  ) throws -> DataValue {
    let kind = try kinds[grant.grantee] ?? kind(of: grant.grantee)
    kinds[grant.grantee] = kind
    return .members([
      ("id", .text(grant.id)), ("record", .text(grant.record.text)),
      ("type", store.types.type(of: grant.record).map { .text($0.name) } ?? .null),
      ("to", .text(grant.grantee)), ("kind", kind), ("may", .text(grant.right)),
    ])
  }

  /// Whether a grantee is a `user`, a `group` or an `organization`; null for one that is not there.
  private func kind(of grantee: String) throws -> DataValue {
    guard let id = ResourceID(grantee), let resource = try store.resource(id, withDeleted: false)
    else { return .null }
    switch resource.type {
    case PeopleTypes.users: return "user"
    case PeopleTypes.groups: return resource.attributes["kind"] ?? "group"
    default: return .null
    }
  }

  // MARK: reading requests

  private func grant(of body: DataDictionary) throws(ResourceProblem) -> AccessGrant {
    let grantees = [PeopleTypes.users, PeopleTypes.groups].compactMap { store.types[$0]?.prefix }
    guard let record = body["record"]?.string.flatMap(ResourceID.init) else {
      throw Self.badGrant("\"record\" is no id of a record")
    }
    guard let grantee = body["to"]?.string.flatMap(ResourceID.init),
      grantees.contains(grantee.prefix)
    else { throw Self.badGrant("\"to\" is not the id of a user, a group or an organization") }
    guard let right = body["may"]?.string, AccessRule.isRole(right) else {
      throw Self.badGrant("\"may\" is no word that rules ask for, such as read")
    }
    return AccessGrant(right, on: record, to: grantee.text)
  }

  private func id(
    _ name: String,
    of request: ResourceRequest
  ) throws(ResourceProblem) -> ResourceID? {
    guard let text = request.query[name] else { return nil }
    guard let id = ResourceID(text) else {
      throw ResourceProblem(
        .badParameter,
        "\(name) is \(text.prefix(40)); expected an id such as u-01h455vb4pex5vsknk084sn02q"
      )
    }
    return id
  }

  private func word(
    _ name: String,
    of request: ResourceRequest
  ) throws(ResourceProblem) -> String? {
    guard let text = request.query[name] else { return nil }
    guard AccessRule.isRole(text) else {
      throw ResourceProblem(
        .badParameter,
        "\(name) is \(text.prefix(40)); expected a word that rules ask for, such as read"
      )
    }
    return text
  }

  private static func badGrant(_ detail: String) -> ResourceProblem {
    ResourceProblem(.badGrants, detail)
  }

  private static func noGrant(_ id: String) -> ResourceProblem {
    ResourceProblem(.notFound, "there is no grant \(id.prefix(100))")
  }
}

extension AccessGrant {
  /// The name of the grant in addresses, made of all its parts.
  fileprivate var id: String { "\(record.text).\(grantee).\(right)" }

  fileprivate init?(id: String) {
    let parts = id.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, let record = ResourceID(parts[0]), let grantee = ResourceID(parts[1]),
      AccessRule.isRole(parts[2])
    else { return nil }
    self.init(parts[2], on: record, to: grantee.text)
  }
}

// SPDX-License-Identifier: Apache-2.0

package import ContentModel
import DataFiles
import Digests
package import Edges
import Filters
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Answers reads of records.
struct RecordReader: Sendable {
  let context: RecordContext
  var store: ResourceStore { context.store }

  /// Answers one record.
  func get(
    _ id: ResourceID,
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    try type.demand(.fetch)
    return try show(try context.views.visible(id, of: type, request), of: type, request)
  }

  /// Answers a record that a request may see.
  func show(
    _ resource: Resource,
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let inclusions = try inclusions(of: type, request)
    let included = try include(inclusions, of: [resource], request)
    let selection = try selection(of: type, request)
    let unknown = unknownFields(of: type, among: [resource], request)
    let types = [type] + inclusions.flatMap { $0.map(\.target) }
    return reply(about: resource, of: types, with: included, unknown, request) {
      body throws(DataFileError) in
      try resource.appendJSON(selection, to: &body)
    }
  }

  /// Answers a record that a request may see whole, and without others.
  func show(
    _ record: StoredRecord,
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let shown = try record.selecting(try selection(of: type, request))
    let unknown = try unknownFields(of: type, among: [record.resource()], request)
    return reply(about: record.bare, of: [type], with: [], unknown, request) {
      body throws(DataFileError) in
      try shown.append(to: &body)
    }
  }

  /// - Parameters:
  ///   - types: the types whose rules decide about the answer, also where they hide all records that it includes.
  ///   - unknown: the names of fields that are not known.
  ///   - write: writes the record as JSON.
  private func reply(
    about resource: Resource,
    of types: [ResourceType],
    with included: [Resource],
    _ unknown: [(String, DataValue)],
    _ request: ResourceRequest,
    _ write: (inout [UInt8]) throws(DataFileError) -> Void
  ) -> ResourceReply {
    let lifetime = lifetime(of: types, request)
    let expiry = lifetime.expiry
    var members = unknown
    if !included.isEmpty { members.append(("included", .list(included.map { $0.json() }))) }
    if let expiry { members.append(("_expire", .text("\(expiry.seconds)"))) }
    var tag = resource.tag
    if let expiry { tag += ".\(expiry.seconds)" }
    return reply(
      ResourceReply(members, behind: write),
      tag: included.isEmpty ? tag : nil,
      tags: RecordTags([resource.id] + included.map(\.id)),
      lifetime,
      request
    )
  }

  /// Answers a slice of the records of a type.
  func list(_ type: ResourceType, _ request: ResourceRequest) throws -> ResourceReply {
    try slice(try query(type, request), request)
  }

  /// Answers the records that one refers to, or those of a type that refer to it.
  func related(
    _ id: ResourceID,
    of type: ResourceType,
    _ relation: String,
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let resource = try context.views.visible(id, of: type, request)
    let types = store.types
    if let attribute = type.attribute(relation),
      let target = attribute.target.flatMap({ types[$0] })
    {
      try type.demand(.fetch)
      var query = try query(target, request)
      let among = resource.texts(of: relation).map {
        Filter.comparison(Self.comparison("uuid", $0))
      }
      query.filter = .all([query.filter, .any(among)])
      return try slice(query, of: type, with: [id], request)
    }
    let referring = types.referrers(of: type.name).filter { referrer in
      referrer.type.name == relation
        && RecordAccess(request.caller.principal, to: referrer.type).askedType
          .attribute(referrer.attribute.name) != nil
    }
    guard let first = referring.first else {
      let names = type.references.map(\.name) + types.referrers(of: type.name).map(\.type.name)
      throw ResourceProblem(
        .notFound,
        "\(type.name) has no relation \(relation.prefix(40)); expected one of "
          + names.joined(separator: ", ")
      )
    }
    var query = try query(first.type, request)
    let among = referring.map { Filter.comparison(Self.comparison($0.attribute.name, id.text)) }
    query.filter = .all([query.filter, among.count == 1 ? among[0] : .any(among)])
    return try slice(query, of: type, request)
  }

  /// - Parameters:
  ///   - owner: the type of the record that the slice belongs to; its rules decide who gets the answer, too.
  ///   - others: the records besides those of the slice on which the answer depends.
  private func slice(
    _ query: ResourceQuery,
    of owner: ResourceType? = nil,
    with others: [ResourceID] = [],
    _ request: ResourceRequest
  ) throws -> ResourceReply {
    let type = query.type
    try type.demand(.fetch)
    let selection = try selection(of: type, request)
    let inclusions = try inclusions(of: type, request)
    try request.permit([.fetch], type)
    let related = query.relatedTypes
    var query = query
    query.bytes = context.settings.sizes.page
    let access = RecordAccess(request.caller.principal, to: type)
    if !access.isOpen { query.filter = .all([query.filter, access.condition(.fetch)]) }
    let page = try store.page(query)
    let records: RecordList
    var included: [Resource] = []
    if access.isOpen, inclusions.isEmpty {
      let isWhole = selection == .everything
      records = .stored(
        isWhole ? page.records : try page.records.map { try $0.selecting(selection) }
      )
    } else {
      let resources = try context.views.shown(page.resources, request)
      included = try include(inclusions, of: resources, request)
      records = .some(resources, selection)
    }
    var members: [(String, DataValue)] = [
      ("offset", .integer(Int64(page.offset))), ("count", .integer(Int64(records.count))),
      ("total", page.total.map { .integer(Int64($0)) } ?? .null),
      ("totalExact", .bool(page.isTotalExact)),
    ]
    if !included.isEmpty { members.append(("included", .list(included.map { $0.json() }))) }
    members += try unknownFields(of: type, among: records.resources(), request)
    if let next = page.next { members.append(("next", .text(next))) }
    members.append(("syncToken", .text(context.changes.syncToken(of: page, request))))
    let types =
      [type, owner].compactMap(\.self) + related + inclusions.flatMap { $0.map(\.target) }
    let lifetime = lifetime(of: types, request)
    if let expiry = lifetime.expiry {
      members.append(("_expire", .text("\(expiry.seconds)")))
    }
    let tags = RecordTags(listsOf: [type] + related, with: others + included.map(\.id))
    let slice = ResourceReply(
      .members(members),
      records,
      named: request.isForTable ? "record" : "data"
    )
    return reply(slice, tag: nil, tags: tags, lifetime, request)
  }

  /// The attributes that `fields` and `view` leave.
  private func selection(
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws(ResourceProblem) -> Resource.Selection {
    let view = request.query["view"] ?? "heavy"
    guard view == "heavy" || view == "light" else {
      throw ResourceProblem(.badParameter, "view is \(view.prefix(20)); expected light or heavy")
    }
    let names = request.fieldNames
    guard names.isEmpty else {
      if type.isStrict, let name = names.first(where: { !type.hasMember($0) }) {
        throw ResourceProblem.unknownName(name, in: "fields", among: type.attributes.map(\.name))
      }
      return .only(Set(names))
    }
    return view == "heavy"
      ? .everything : .without(Set(type.attributes.filter(\.isHeavy).map(\.name)))
  }

  /// The member of an answer with those names in `fields` that are neither declared nor a member of any of its
  /// records, as a misspelt one is.
  private func unknownFields(
    of type: ResourceType,
    among records: @autoclosure () throws -> [Resource],
    _ request: ResourceRequest
  ) rethrows -> [(String, DataValue)] {
    let undeclared = request.fieldNames.filter { !type.hasMember($0) }
    return undeclared.isEmpty ? [] : Resource.unknownFields(undeclared, among: try records())
  }

  /// The lifetime of an answer about some types.
  func lifetime(of types: [ResourceType], _ request: ResourceRequest) -> RecordLifetime {
    let hasRules = types.contains { !$0.rules.isEmpty }
    let isPrivate = hasRules && !request.caller.isAnybody
    let ttl = context.settings.ttl
    guard ttl > 0, !isPrivate else {
      return RecordLifetime(hasRules: hasRules, isPrivate: isPrivate, expiry: nil)
    }
    let freshness = Freshness(
      at: UnixTime(seconds: request.now.seconds),
      ttl: ttl,
      name: request.path.joined(separator: "/"),
      boundary: nil
    )
    return RecordLifetime(hasRules: hasRules, isPrivate: isPrivate, expiry: freshness.expire)
  }

  /// Answers a read: validators, freshness and the tags by which a change purges it.
  func reply(
    _ plain: ResourceReply,
    tag: String?,
    tags: RecordTags,
    _ lifetime: RecordLifetime,
    _ request: ResourceRequest
  ) -> ResourceReply {
    var reply = plain
    let digest = tag ?? Hexadecimal.text(SHA256.digest(of: reply.body.span).prefix(12))
    reply.entityTag = EntityTag(opaque: digest + request.format.suffix)
    if let tag = reply.entityTag { reply.fields.append(FieldName(.etag), bytes: tag.quoted.span) }
    writeFreshness(to: &reply, tags, lifetime, request)
    return reply
  }

  /// Writes the lifetime of an answer in caches, its privacy, and the tags by which a change purges
  /// it.
  func writeFreshness(
    to reply: inout ResourceReply,
    _ tags: RecordTags,
    _ lifetime: RecordLifetime,
    _ request: ResourceRequest
  ) {
    var lifetime = lifetime
    lifetime.tags = EdgeTags(of: tags.names)
    // An answer that is public without credentials is cached for all.
    lifetime.isPublic =
      lifetime.expiry != nil && (lifetime.hasRules || context.settings.open >= .read)
    if lifetime.hasRules { reply.fields.append(FieldName(.vary), context.settings.credentials) }
    let name = FieldName(.cacheControl)
    if lifetime.isPrivate {
      reply.fields.append(name, "private, no-cache")
    } else if let expiry = lifetime.expiry {
      let seconds = max(0, expiry.seconds - request.now.seconds)
      reply.fields.append(name, "\(lifetime.isPublic ? "public, " : "")max-age=\(seconds)")
    } else {
      reply.fields.append(name, "no-cache")
    }
    RecordTags.write(lifetime.tags, to: &reply.fields)
    reply.lifetime = lifetime
  }
}

extension Resource {
  /// The member of an answer with those of some names that are a member of none of its records.
  static func unknownFields(
    _ undeclared: [String],
    among records: [Resource]
  ) -> [(String, DataValue)] {
    let unknown = undeclared.filter { name in !records.contains { $0.attributes[name] != nil } }
    return unknown.isEmpty ? [] : [("_unknownFields", .texts(unknown))]
  }
}

extension ResourceReply {
  /// The answer to a request that may have conditions: whole, 304 or 412.
  func conditioned(by fields: Fields, at now: Timestamp) -> ResourceReply {
    guard let entityTag else { return self }
    let outcome = Preconditions.evaluate(
      method: .get,
      fields: fields.view,
      validators: Validators(entityTag: entityTag),
      now: now.seconds
    )
    switch outcome {
    case .proceed: return self
    case .notModified:
      var reply = self
      reply.status = .notModified
      reply.fields.remove("content-type")
      reply.body = []
      return reply
    case .preconditionFailed:
      return ResourceProblem(.version, "the record has another version").reply
    }
  }
}

/// The lifetime of an answer in caches, and who may have it.
package struct RecordLifetime: Sendable {
  /// Whether access rules of types decide about the answer, so that a request with credentials has another one.
  package let hasRules: Bool
  /// Whether only the sender may have it.
  package let isPrivate: Bool
  /// The instant at which it expires, in its body as for caches; `nil` if it must be asked for again each
  /// time, as what rules allow only some.
  package let expiry: UnixTime?
  /// Whether everybody may have it.
  package internal(set) var isPublic = false
  /// The tags by which a change purges it.
  package internal(set) var tags = EdgeTags.none

  init(hasRules: Bool, isPrivate: Bool, expiry: UnixTime?) {
    (self.hasRules, self.isPrivate, self.expiry) = (hasRules, isPrivate, expiry)
  }
}

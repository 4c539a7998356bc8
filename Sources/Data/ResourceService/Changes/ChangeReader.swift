// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Digests
import HTTPValues
import ResourceModel
import ResourceStore

// A client that syncs has records that it may not see any more once its roles, its groups or the rules
// change, and lacks others, though no record has a new version. A change of types converts records under
// their versions, too, or removes some, and after a restore versions name other changes. So a sync token names
// the epoch, the rights with which it was given and the last such change, and one with others is refused: the
// client reads all anew.

/// A place in the changes of a zone: a position, and what decides by which form and rights records were read.
struct SyncToken: Hashable {
  /// The position; `nil` before the first change, from where all is read.
  let position: ChangePosition?
  /// The digest of the rights; `nil` for whom no rules bind.
  let rights: String?
  /// Names the last change of types that converted or removed records; `nil` before the first.
  let conversion: String?

  private static let bytesOfPart = 4

  init(_ position: ChangePosition?, rights: String?, conversion: [UInt8]?) {
    self.position = position
    self.rights = rights
    self.conversion = SyncToken.name(of: conversion)
  }

  /// The form in which a token names a change of types.
  static func name(of conversion: [UInt8]?) -> String? {
    conversion.map { Hexadecimal.text($0.prefix(bytesOfPart)) }
  }

  /// Reads 0, or a token such as `9b2f61c004d7e835_17`, `9b2f61c004d7e835_17.0f3a9c1b`,
  /// `9b2f61c004d7e835_17-5d2c4e6f` or `9b2f61c004d7e835_17.0f3a9c1b-5d2c4e6f`.
  init?(_ text: String) {
    let halves = text.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    let parts = halves[0].split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    position = parts.first.flatMap { ChangePosition($0) }
    rights = parts.dropFirst().first.map(String.init)
    conversion = halves.dropFirst().first.map(String.init)
    guard position != nil || text == "0" else { return nil }
    for part in [rights, conversion].compactMap(\.self) {
      guard part.utf8.count == 2 * Self.bytesOfPart, Hexadecimal.bytes(part) != nil else {
        return nil
      }
    }
  }

  private init(_ position: ChangePosition?, like other: SyncToken) {
    self.position = position
    (rights, conversion) = (other.rights, other.conversion)
  }

  var text: String {
    (position?.text ?? "0") + (rights.map { ".\($0)" } ?? "") + (conversion.map { "-\($0)" } ?? "")
  }

  /// The token of another version of the epoch that was read in the same way.
  func at(_ version: Int64) -> SyncToken {
    SyncToken(position.map { ChangePosition(version, of: $0.epoch) }, like: self)
  }
}

/// Reads the changes of a zone.
struct ChangeReader: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// The token from which the changes go on behind a list.
  func syncToken(of page: ResourcePage, _ request: ResourceRequest) -> String {
    SyncToken(page.position, rights: rights(of: request), conversion: page.conversion).text
  }

  private func syncToken(of page: ChangePage, _ request: ResourceRequest) -> SyncToken {
    SyncToken(page.position, rights: rights(of: request), conversion: page.conversion)
  }

  /// The digest of what decides which records a request may see: its roles and groups, and the rules.
  private func rights(of request: ResourceRequest) -> String? {
    guard let principal = request.caller.principal else { return nil }
    let bound = store.types.types.filter { !$0.rules.isEmpty }
    guard !bound.isEmpty else { return nil }
    var words = [principal.user?.text ?? "", principal.app ?? ""]
    words += principal.roles.sorted() + [""] + principal.groups.sorted()
    for type in bound {
      words.append(type.name)
      for rule in type.rules {
        words += [rule.role, rule.source, rule.fields?.joined(separator: ",") ?? "*"]
        words += rule.capabilities.map(\.rawValue)
      }
    }
    let text = words.map { "\($0.utf8.count):\($0)" }.joined()
    return Hexadecimal.text(SHA256.digest(of: text.utf8Span.span).prefix(4))
  }

  /// Answers the changes of a zone after a version.
  func changes(_ request: ResourceRequest) throws -> ResourceReply {
    let page = try changePage(request)
    let token = syncToken(of: page, request)
    let types = try self.types(of: request)
    let fields = request.fieldNames
    let unknown = fields.filter { name in !types.contains { $0.hasMember(name) } }
    if let name = unknown.first, types.allSatisfy(\.isStrict) {
      let names = types.flatMap { $0.attributes.map(\.name) }
      throw ResourceProblem.unknownName(name, in: "fields", among: names)
    }
    let selection: Resource.Selection = fields.isEmpty ? .everything : .only(Set(fields))
    let names = Set(types.map(\.name))
    let shown = try context.views.views(ofChanges: page.resources, request).filter { resource in
      names.contains(resource.type)
    }
    var members: [(String, DataValue)] = [
      ("data", .list(shown.map { $0.json(selection) })),
      ("syncToken", .text(token.text)),
      ("moreComing", .bool(page.hasMore)),
    ]
    members += Resource.unknownFields(unknown, among: shown)
    return ResourceReply.privately(.ok, .members(members))
  }

  /// The types that a request names; all of them unless it names some.
  private func types(of request: ResourceRequest) throws(ResourceProblem) -> [ResourceType] {
    let known = store.types
    guard let names = request.query["types"] else { return known.types }
    return try names.split(separator: ",").map { name throws(ResourceProblem) in
      guard let type = known[String(name)] else {
        let all = known.types.map(\.name)
        throw ResourceProblem.unknownName(String(name), in: "types", among: all)
      }
      return type
    }
  }

  /// The changes that an event stream sends next, if its session is still there.
  ///
  /// - Parameters:
  ///   - token: the place up to which it has been sent; `nil` for the one that it asks for.
  ///   - now: the time of this page.
  func eventPage(
    _ request: ResourceRequest,
    since token: SyncToken?,
    at now: Timestamp
  ) throws -> EventPage {
    let request = try context.senders.identified(request, lastingTo: now)
    guard context.views.maySeeAny(request) else {
      throw ResourceProblem(.rights, "it has ended")
    }
    let page = try token.map { try self.page(behind: $0, request) } ?? changePage(request)
    let next = syncToken(of: page, request)
    return EventPage(
      try context.views.views(ofChanges: page.resources, request),
      token: next,
      hasMore: page.hasMore,
      isReset: token.map { $0.at(0) != next.at(0) } ?? false
    )
  }

  /// The changes behind what an event stream has sent; behind the newest ones, if the epoch has ended since.
  private func page(behind token: SyncToken, _ request: ResourceRequest) throws -> ChangePage {
    do {
      return try changes(behind: token.position, request, limit: 200)
    } catch let error as StoreError where error.kind == .otherEpoch {
      let newest = try store.history.zones()[request.query["zone"] ?? ""] ?? 0
      let position = ChangePosition(newest, of: try store.epoch())
      return try changes(behind: position, request, limit: 200)
    }
  }

  private func changes(
    behind position: ChangePosition?,
    _ request: ResourceRequest,
    limit: Int
  ) throws -> ChangePage {
    try store.history.changes(
      since: position?.version ?? 0,
      of: position?.epoch,
      in: request.query["zone"] ?? "",
      limit: limit,
      bytes: context.settings.sizes.page
    )
  }

  /// The changes that a request asks for.
  func changePage(_ request: ResourceRequest) throws -> ChangePage {
    try ServiceOperations.changes.checkParameters(request)
    let since = request.fields["last-event-id"] ?? request.query["since"] ?? "0"
    if let version = Int64(since), version > 0 {
      // Earlier versions of Portico gave such tokens.
      throw ResourceProblem(
        .epochChanged,
        "since is \(version), which names no epoch; expected 0, to read all anew"
      )
    }
    guard let token = SyncToken(since) else {
      throw ResourceProblem(.badParameter, "since is \(since.prefix(20)); expected a syncToken")
    }
    let limit = try request.number("limit", default: 200)
    let page = try changes(behind: token.position, request, limit: limit)
    if token.position != nil, let known = token.rights, known != rights(of: request) {
      throw ResourceProblem(
        .rightsChanged,
        "the rights of the request are others than those of its token; expected 0, to read all anew"
      )
    }
    guard token.position == nil || token.conversion == SyncToken.name(of: page.conversion) else {
      throw ResourceProblem(
        .typesChanged,
        "a change of types has converted or removed records since the token; expected 0, to read all anew"
      )
    }
    return page
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Digests
import HTTPValues
import ResourceModel
import ResourceStore

// A client that syncs has records that it may not see any more once its roles, its groups or the rules
// change, and lacks others, though no record has a new version. So a sync token names the rights with
// which it was given, and one of other rights is refused: the client reads all anew.

/// A place in the changes of a zone: a version, and the rights with which the changes were read.
struct SyncToken: Hashable {
  let version: Int64
  /// The digest of the rights; `nil` for whom no rules bind, and in a token that is a version alone.
  let rights: String?

  init(_ version: Int64, rights: String?) {
    self.version = version
    self.rights = rights
  }

  /// Reads a token such as `17` or `17.0f3a9c1b`.
  init?(_ text: String) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = parts.first, let version = Int64(first), version >= 0 else { return nil }
    let rights = parts.count == 2 ? String(parts[1]) : nil
    guard rights.map({ $0.utf8.count == 8 && Hexadecimal.bytes($0) != nil }) ?? true else {
      return nil
    }
    self.init(version, rights: rights)
  }

  var text: String { rights.map { "\(version).\($0)" } ?? "\(version)" }
}

extension ResourceService {
  /// The token from which the changes go on behind a version.
  func syncToken(_ version: Int64, _ request: ResourceRequest) -> String {
    SyncToken(version, rights: rights(of: request)).text
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
    let types = request.query["types"].map { Set($0.split(separator: ",").map(String.init)) }
    let fields = request.query["fields"] ?? ""
    let selection: Resource.Selection =
      fields.isEmpty ? .everything : .only(Set(fields.split(separator: ",").map(String.init)))
    let shown = try views(ofChanges: page.resources, request).filter { resource in
      types?.contains(resource.type) ?? true
    }
    var reply = ResourceReply(
      .ok,
      .members([
        ("data", .list(shown.map { $0.json(selection) })),
        ("syncToken", .text(syncToken(page.version, request))),
        ("moreComing", .bool(page.hasMore)),
      ])
    )
    reply.fields.append("cache-control", "no-store")
    return reply
  }

  /// The changes that an event stream sends next, if its session is still there.
  ///
  /// - Parameters:
  ///   - token: the place up to which it has been sent; `nil` for the one that it asks for.
  ///   - now: the time of this page. The session is the one that the request had when it came, even if
  ///     its token has been replaced since.
  func eventPage(
    _ request: ResourceRequest,
    since token: SyncToken?,
    at now: Timestamp
  ) throws -> EventPage {
    var request = try identified(request)
    request.now = now
    guard maySeeAny(request) else { throw ResourceProblem(.unauthorized, .rights, "it has ended") }
    let rights = rights(of: request)
    let page =
      try token.map { token in
        try store.changes(since: token.version, in: request.query["zone"] ?? "", limit: 200)
      } ?? changePage(request)
    return EventPage(
      try views(ofChanges: page.resources, request),
      token: SyncToken(page.version, rights: rights),
      hasMore: page.hasMore,
      isReset: token.map { $0.rights != rights } ?? false
    )
  }

  /// The changes that a request asks for.
  func changePage(_ request: ResourceRequest) throws -> ChangePage {
    try ReadParameters.changes.check(request)
    let since = request.fields["last-event-id"] ?? request.query["since"] ?? "0"
    guard let token = SyncToken(since) else {
      throw ResourceProblem(
        .badRequest,
        .badParameter,
        "since is \(since.prefix(20)); expected a syncToken"
      )
    }
    if token.version > 0, let known = token.rights, known != rights(of: request) {
      throw ResourceProblem(
        .gone,
        .rightsChanged,
        "the rights of the request are others than those of its token; expected 0, to read all anew"
      )
    }
    return try store.changes(
      since: token.version,
      in: request.query["zone"] ?? "",
      limit: try request.number("limit", default: 200)
    )
  }
}

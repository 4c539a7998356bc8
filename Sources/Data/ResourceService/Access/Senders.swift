// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Finds out who sends a request.
struct Senders: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// The field in which apps of DreamFactory send the token of their session.
  static let legacyToken = ResourceSettings.sessionField
  static let appKey = ResourceSettings.appKeyField

  /// Returns the request with its sender; throws for an invalid token or key. A token of a session that has ended
  /// does not keep anybody from signing in.
  func identified(_ request: ResourceRequest) throws -> ResourceRequest {
    var request = request
    request.caller = context.settings.caller(request.fields)
    if request.sender.isPlan { request.caller.level = max(request.caller.level, .read) }
    guard let people = context.settings.people, request.caller.principal != nil else {
      return request
    }
    if let key = request.fields[Self.appKey] {
      request.caller.principal?.app = try app(withKey: key)
    }
    guard let token = Self.token(request.fields) else {
      return try identifiedByCookie(request, people)
    }
    do {
      try identify(&request, token, people)
    } catch let problem as ResourceProblem {
      guard Self.isSignIn(request) else { throw problem }
    }
    return request
  }

  /// Whether a request begins a session, by whatever proves who its user is.
  private static func isSignIn(_ request: ResourceRequest) -> Bool {
    guard ResourceSettings.sessionPaths.contains(request.path) else { return false }
    guard request.method == .put else { return request.method == .post }
    do throws(ResourceProblem) {
      return try request.objectIfAny()["code"] != nil
    } catch {
      return false
    }
  }

  /// Returns a request that lasts, with its sender and with the time of the present part of it. The session is
  /// the one that the request had when it came, even if its token has been replaced since; throws once it has
  /// ended.
  func identified(_ request: ResourceRequest, lastingTo now: Timestamp) throws -> ResourceRequest {
    var request = try identified(request)
    request.now = now
    guard let user = request.caller.principal?.user,
      let session = request.caller.principal?.session
    else { return request }
    let isThere = try store.accounts.sessions(of: user).contains {
      $0.id == session && $0.expires > now
    }
    guard isThere else { throw ResourceProblem.unknownToken }
    return request
  }

  /// Returns the request with the user of its cookie. A cookie of a session that has ended is removed from
  /// the browser; it does not keep anybody from signing in.
  private func identifiedByCookie(
    _ request: ResourceRequest,
    _ people: PeopleSettings
  ) throws -> ResourceRequest {
    guard let token = Self.cookieToken(of: request, people) else { return request }
    var identified = request
    if !Self.isSafe(request) { try SessionCookie.checkOwn(request) }
    do {
      try identify(&identified, token, people)
      return identified
    } catch let problem as ResourceProblem {
      if Self.isSignIn(request) { return request }
      throw people.cookie.map { problem.removing($0) } ?? problem
    }
  }

  private func identify(
    _ request: inout ResourceRequest,
    _ token: String,
    _ people: PeopleSettings
  ) throws {
    let session = try self.session(of: token, people, at: request.now)
    guard var principal = try principal(of: session.user, in: request.caller.principal?.app) else {
      throw ResourceProblem.unknownToken
    }
    guard !principal.isLocked else { throw ResourceProblem.lockedAccount }
    principal.session = session.id
    principal.device = session.device
    request.caller.principal = principal
  }

  /// Whether a request changes nothing by its method.
  private static func isSafe(_ request: ResourceRequest) -> Bool {
    [.get, .query, .options].contains(request.method)
  }

  /// The token in the cookie of a request, where that is what says who sends it.
  static func cookieToken(of request: ResourceRequest, _ people: PeopleSettings) -> String? {
    guard people.cookie != nil, !request.fields.contains("authorization"),
      request.fields[legacyToken] == nil
    else { return nil }
    return SessionCookie.token(request.fields)
  }

  /// The token of a session in the fields of a request.
  static func token(_ fields: Fields) -> String? {
    if let text = fields[legacyToken] { return text }
    guard let said = fields["authorization"], said.prefix(7).lowercased() == "bearer " else {
      return nil
    }
    let token = said.dropFirst(7)
    return token.hasPrefix(IssuedSecret.Kind.session.rawValue) ? String(token) : nil
  }

  /// Returns the session of a token. If a token is used long after it was replaced, it or its
  /// successor was stolen, so the session ends.
  private func session(
    of token: String,
    _ people: PeopleSettings,
    at now: Timestamp
  ) throws -> Session {
    guard
      let (session, isPresent) = try store.accounts.session(
        withToken: IssuedSecret.digest(of: token)
      ),
      session.expires > now
    else { throw ResourceProblem.unknownToken }
    let grace = session.rotated.advanced(byMilliseconds: people.graceSeconds * 1_000)
    guard isPresent || now < grace else {
      _ = try store.accounts.endSession(session.id, of: session.user)
      people.audit(PeopleEvent(kind: .reusedToken, user: session.user, session: session.id))
      throw ResourceProblem.unknownToken
    }
    return session
  }

  private func app(withKey key: String) throws -> String {
    guard let id = try store.accounts.app(withKey: IssuedSecret.digest(of: key)),
      let app = try store.resource(id, withDeleted: false),
      app.attributes["isActive"] != .bool(false), let name = app.attributes["name"]?.string
    else {
      throw ResourceProblem(.rights, "the key is that of no app; expected one of its")
    }
    return name
  }

  /// Returns the principal of a user in an app; `nil` if the user does not exist any more.
  func principal(of user: ResourceID, in app: String? = nil) throws -> Principal? {
    guard let resource = try store.resource(user, withDeleted: false),
      resource.type == PeopleTypes.users
    else { return nil }
    var principal = Principal(user)
    principal.app = app
    principal.isLocked = resource.isLockedUser
    let names = (resource.attributes["roles"]?.elements ?? []).compactMap(\.string)
    principal.roles = Set(try names.filter { try isActive(role: $0, in: app) })
    let groups = (resource.attributes["groups"]?.elements ?? []).compactMap(\.string)
    principal.groups = try withParents(groups)
    return principal
  }

  /// The principal of a user's id; an anonymous one without an id.
  func principal(named text: String?) throws -> Principal {
    guard let text else { return Principal() }
    guard let principal = try ResourceID(text).flatMap({ try principal(of: $0) }) else {
      throw StoreError(.notFound, "there is no user \(text.prefix(60))")
    }
    return principal
  }

  /// Whether a request has the token of a session or the key of an app.
  func hasSender(_ request: ResourceRequest) -> Bool {
    guard let people = context.settings.people else { return false }
    return Self.token(request.fields) != nil || request.fields[Self.appKey] != nil
      || Self.cookieToken(of: request, people) != nil
  }

  /// Whether a role is effective: a declared one must be active, and for the app.
  private func isActive(role name: String, in app: String?) throws -> Bool {
    guard let role = try record(of: PeopleTypes.roles, with: "name", name) else { return true }
    let apps = (role.attributes["apps"]?.elements ?? []).compactMap(\.string)
    return role.attributes["isActive"] != .bool(false)
      && (apps.isEmpty || app.map(apps.contains) == true)
  }

  /// The groups with the organizations that they belong to, and those in turn.
  private func withParents(_ groups: [String]) throws -> [String] {
    var all: [String] = []
    var next = groups
    while let text = next.popLast(), all.count < 1_000 {
      guard !all.contains(text), let id = ResourceID(text),
        let group = try store.resource(id, withDeleted: false)
      else { continue }
      all.append(text)
      if let parent = group.attributes["parent"]?.string { next.append(parent) }
    }
    return all.sorted()
  }

  /// Returns the record of a type whose unique attribute has a value.
  func record(of type: String, with attribute: String, _ value: String) throws -> Resource? {
    guard let type = store.types[type] else { return nil }
    var query = ResourceQuery(type)
    query.filter = .comparison(
      FilterComparison(FilterField(attribute, .text), .equal, .value(.text(value)), at: 0)
    )
    query.limit = 1
    query.count = .none
    return try store.page(query).resources.first
  }
}

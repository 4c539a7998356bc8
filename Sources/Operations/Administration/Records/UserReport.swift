// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import Measure
import Reactor
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The users of a site's records, their sessions, and the reasons why they may do something or not.
enum UserReport {
  /// The number of users, and of sessions, of a page.
  private static let shownUsers = 200

  /// Throws for a site without users.
  private static func userType(in service: ResourceService) throws -> ResourceType {
    guard service.hasPeople else {
      throw Refusal(.notFound, "the site has no users; \"people\" of its resources enables them")
    }
    return try TypeReport.type(PeopleTypes.users, in: service)
  }

  static func list(
    _ query: QueryParameters,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    let (users, next) = try await records.read { service in
      let type = try userType(in: service)
      let types = service.store.types
      var question = try ResourceQuery(type, where: query["filter"] ?? "", among: types)
      question.limit = shownUsers
      question.count = .none
      question.page = query["page"].flatMap { $0.isEmpty ? nil : $0 }
      let page = try service.store.page(question)
      return (try page.resources, page.next)
    }
    var table = table
    for user in users { add(user, to: &table) }
    return [table, place(next)]
  }

  private static var table: FigureTable {
    FigureTable("users").columns([
      .init(.user, "The id of the user."),
      .init(.email, "address", "The address by which the user signs in."),
      .init(.name, "The name that the user shows."),
      .init(.state, "active, or locked: sessions and sign-ins are refused."),
      .init(.roles, "The roles that were given to the user."),
      .init(.groups, "The ids of the user's groups and organizations."),
      .init(.created, "since", "When the user signed up, in UTC."),
    ])
  }

  private static func add(_ user: Resource, to table: inout FigureTable) {
    func words(_ name: String) -> String {
      (user.attributes[name]?.elements ?? []).compactMap(\.string).joined(separator: ", ")
    }
    table.add(
      [
        .text(user.id.text), .text(user.attributes["email"]?.string ?? ""),
        .text(user.attributes["displayName"]?.string ?? ""),
        .text(user.isLockedUser ? "locked" : "active"), .text(words("roles")),
        .text(words("groups")), .text("\(user.created)"),
      ],
      tone: user.isLockedUser ? .warning : .usual
    )
  }

  static func user(
    _ text: String,
    _ query: QueryParameters,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    let now = Timestamp(nanoseconds: LoopClock.system.wallNanoseconds)
    let (user, live, factor) = try await records.read { service in
      let type = try userType(in: service)
      let user = try RecordReport.record(text, of: type, in: service)
      let live = try service.store.accounts.sessions(of: user.id).filter { $0.expires > now }
      return (user, live, try service.store.accounts.secondFactor(of: user.id))
    }
    var table = table
    add(user, to: &table)
    var tables = [table, sessions(live), factorTable(of: factor)]
    if let word = query["may"] {
      tables += try await explanation(of: user.id.text, word, query, in: records)
    }
    return tables
  }

  /// Tells whether a user, or somebody who is not signed in, may do something, and which rule decides.
  static func explanation(
    _ query: QueryParameters,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    let user = query["user"].flatMap { $0.isEmpty ? nil : $0 }
    return try await explanation(of: user, query["may"] ?? "", query, in: records)
  }

  /// The sessions of all users, or of one, or on one device; page by page.
  static func sessions(
    _ query: QueryParameters,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    let now = Timestamp(nanoseconds: LoopClock.system.wallNanoseconds)
    var question = SessionQuery(limit: shownUsers + 1)
    if let text = query["user"], !text.isEmpty {
      guard let user = ResourceID(text) else {
        throw Refusal(.badRequest, "user is \(text.prefix(60)); expected the id of a user")
      }
      question.user = user
    }
    question.device = query["device"].flatMap { $0.isEmpty ? nil : $0 }
    if let token = query["page"], !token.isEmpty {
      let parts = token.split(separator: ".", maxSplits: 1)
      guard parts.count == 2, let created = Int64(parts[0]) else {
        throw Refusal(
          .badRequest,
          "page is \(token.prefix(60)); expected \"next\" of the page before"
        )
      }
      question.after = (Timestamp(milliseconds: created), String(parts[1]))
    }
    let asked = question
    let found = try await records.read { service in
      _ = try userType(in: service)
      return try service.store.accounts.sessions(at: now, asked)
    }
    let shown = Array(found.prefix(shownUsers))
    let next = found.count > shownUsers ? shown.last : nil
    return [sessions(shown), place(next.map { "\($0.created.milliseconds).\($0.id)" })]
  }

  /// The token of the next page.
  private static func place(_ next: String?) -> FigureTable {
    var table = FigureTable("page").columns([
      .init(.next, "next page", "The token of the next page; none on the last one.")
    ])
    table.add([next.figure { .text($0) }])
    return table
  }

  /// The second factor of a user, once it is confirmed.
  private static func factorTable(of factor: SecondFactor?) -> FigureTable {
    var table = FigureTable("factor").columns([
      .init(.kind, "second factor", "The kind of codes that a sign-in needs as well."),
      .init(.since, "When the user has added it, in UTC; none if that was not recorded."),
      .init(.recoveryCodes, "recovery codes left", "The recovery codes that were not used yet."),
    ])
    if let factor, factor.isConfirmed {
      table.add([
        .text("authenticator app"), factor.since.figure { .text("\($0)") },
        .count(Int64(factor.recoveryCodes)),
      ])
    }
    return table
  }

  private static func sessions(_ sessions: [Session]) -> FigureTable {
    var table = FigureTable("sessions").columns([
      .init(.session, "The id of the session, by which the log finds its requests."),
      .init(.user, "The id of the user who is signed in."),
      .init(.device, "The id of the device, where the client named one."),
      .init(.created, "since", "When it was begun, in UTC."),
      .init(.rotated, "renewed", "When its token was replaced last, in UTC."),
      .init(.expires, "ends", "When it ends unless it is renewed, in UTC."),
    ])
    for session in sessions {
      table.add([
        .text(session.id), .text(session.user.text), session.device.figure { .text($0) },
        .text("\(session.created)"), .text("\(session.rotated)"), .text("\(session.expires)"),
      ])
    }
    return table
  }

  /// Tells whether a user may do something, and which rule decides.
  private static func explanation(
    of user: String?,
    _ word: String,
    _ query: QueryParameters,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    var asked = [QueryParameters.Pair("may", word)]
    if let user { asked.append(.init("user", user)) }
    for name in ["record", "type"] {
      if let value = query[name], !value.isEmpty { asked.append(.init(name, value)) }
    }
    let answer = try await records.send(.get, ["_access"], query: QueryParameters(asked))
    let isAllowed = answer["allowed"] == .boolean(true)
    var outcome = FigureTable("decision").columns([
      .init(.allowed, "Whether the user may do it."), .init(.reason, "What decides."),
    ])
    let reason =
      answer["isLocked"] == .boolean(true)
      ? "the account is locked"
      : answer["typeAllows"] == .boolean(false)
        ? "the type allows nobody to \(word)"
        : answer["decidedBy"]?.string == "mount"
          ? "the type has no rules; without a token the mount allows "
            + "\(answer["open"]?.string ?? "nothing")"
          : "one of the rules below \(isAllowed ? "allows it" : "would have to allow it")"
    outcome.add(
      [.text(isAllowed ? "yes" : "no"), .text(reason)],
      tone: isAllowed ? .usual : .warning
    )
    var rules = FigureTable("trials").columns([
      .init(.role, "The role that the rule is for."),
      .init(.hasRole, "has the role", "Whether the user has it."),
      .init(.isForThis, "is for this", "Whether the rule is for the operation."),
      .init(.whereWithValues, "condition", "Its condition with the user's values."),
      .init(.matches, "Whether the record matches; none without a record."),
      .init(.allows, "Whether the rule allows it."),
    ])
    for rule in answer["rules"]?.elements ?? [] {
      rules.add(
        ["role", "hasRole", "isForThis", "whereWithValues", "matches", "allows"].map { key in
          switch rule[key]?.content {
          case .bool(let isSo): .text(isSo ? "yes" : "no")
          case .string(let text): .text(text)
          default: .none
          }
        }
      )
    }
    return [outcome, rules]
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Console
import ContentModel
import DataFiles
import Edges
import Editions
import FourM
import HTTPServer
import HTTPValues
import Purging
import Reactor
import Sites

/// Handles the forms of the console: a change is previewed, confirmed, and recorded as every other
/// change.
extension AdminHandler {
  private static let maximumFormBytes = 16_384
  private static let formType = "application/x-www-form-urlencoded"

  /// Handles a form that was sent to the console; `nil` for another request.
  func form(_ request: borrowing RequestView, by caller: Operator) -> Answer? {
    let path = request.path.text
    guard request.method == .post, path.hasPrefix(StaticText.folder) else { return nil }
    let session = state.gate.session(of: request, at: SiteOptions.now.seconds)
    return .later { exchange in
      guard let form = try await self.form(in: exchange) else {
        return try await exchange.respond(
          AdminHandler.prepared(.unsupportedMediaType, "expected \(AdminHandler.formType)")
        )
      }
      if path == SignInPage.leavePath {
        return try await self.leave(exchange, form, session)
      }
      guard let action = ConsoleAction(path, form) else {
        let detail = "there is no form \(path)"
        return try await exchange.respond(AdminHandler.prepared(.notFound, detail))
      }
      try await self.act(action, exchange, session, by: caller)
    }
  }

  private func form(in exchange: Exchange) async throws -> QueryParameters? {
    let fields = exchange.request.fields
    let type = fields.view.text(.contentType).flatMap { MediaType($0) }
    let body = try await exchange.body(atMost: AdminHandler.maximumFormBytes)
    guard let type, "\(type.type)/\(type.subtype)" == AdminHandler.formType else { return nil }
    return QueryParameters(body.span)
  }

  private func leave(
    _ exchange: Exchange,
    _ form: QueryParameters,
    _ session: String?
  ) async throws {
    let sessions = state.gate.sessions
    guard sessions.proves(form["token"] ?? "", of: session) else {
      return try await exchange.respond(AdminHandler.prepared(.forbidden, AdminHandler.foreignForm))
    }
    if let session { sessions.end(session) }
    var response = AdminHandler.seeOther(Address("/"))
    let isSecure = state.access.isSecure
    response.fields.set("set-cookie", ConsoleSessions.field(nil, isSecure: isSecure))
    try await exchange.respond(response)
  }

  private static let foreignForm =
    "the form is not of a page of this session; read the page again and send it from there"

  static func seeOther(_ address: Address) -> Response {
    Response(.seeOther, fields: ["location": address.text, "cache-control": "no-store"])
  }

  /// Previews an action, or runs it once it is confirmed.
  private func act(
    _ action: ConsoleAction,
    _ exchange: Exchange,
    _ session: String?,
    by caller: Operator
  ) async throws {
    guard state.gate.sessions.proves(action.token, of: session) else {
      return try await exchange.respond(
        refused(action.kind.audited, .forbidden, AdminHandler.foreignForm, by: caller)
      )
    }
    let inspection = inspection(caller, of: session)
    if let why = caller.refusal(of: action.kind.audited) {
      state.refused(action.kind.audited, Int(Status.forbidden.code), why, by: caller)
      let page = action.refused(why, inspection)
      return try await exchange.respond(
        Response(.forbidden, fields: AdminHandler.pageFields),
        body: page
      )
    }
    do {
      let order = try ConsoleOrder(action, at: SiteOptions.now.seconds)
      if action.isConfirmed {
        try await perform(order, by: caller)
        return try await exchange.respond(AdminHandler.seeOther(action.result))
      }
      let (effect, details) = try await preview(order)
      let page = action.preview(effect, details, inspection)
      try await exchange.respond(Response(.ok, fields: AdminHandler.pageFields), body: page)
    } catch let error as ExchangeError {
      throw error
    } catch {
      state.refused(action.kind.audited, Int(Status.badRequest.code), "\(error)", by: caller)
      let page = action.refused("\(error)", inspection)
      try await exchange.respond(Response(.badRequest, fields: AdminHandler.pageFields), body: page)
    }
  }

  /// The data of a page's frame, without any report.
  private func inspection(_ caller: Operator, of session: String?) -> Inspection {
    Inspection(
      at: SiteOptions.now.seconds,
      version: Portico.version,
      sites: state.services.sites.map(\.name),
      reader: reader(caller, of: session),
      [:]
    )
  }

  func reader(_ caller: Operator, of session: String?) -> Inspection.Operator {
    Inspection.Operator(
      name: caller.name.map { "\($0), \(caller.role.rawValue)" },
      formToken: state.gate.sessions.formToken(of: session),
      hasSession: session != nil,
      actions: Set(
        ConsoleAction.Kind.allCases.filter { caller.refusal(of: $0.audited) == nil }
      )
    )
  }

  private func perform(_ order: ConsoleOrder, by caller: Operator) async throws {
    switch order {
    case .purge(let order): _ = try await state.purge(order, by: caller)
    case .annotate(let annotation): _ = try await state.annotate(annotation, by: caller)
    case .rollback(let order): try await state.rollBack(order, by: caller)
    case .silence(let silence):
      guard state.silence(silence, by: caller) else {
        throw AdminReport.Refusal(
          .serviceUnavailable,
          "there are \(AlertBook.mostSilences) silences already; end one of them first"
        )
      }
    }
  }

  private func preview(
    _ order: ConsoleOrder
  ) async throws -> (effect: [String], details: [FigureTable]) {
    switch order {
    case .purge(let order): return try await preview(order)
    case .rollback(let order):
      let sites = try state.services.chosen(.named(order.site), meansAll: false)
      return try await state.readers.run { try order.preview(of: sites[0]) }
    case .annotate(let annotation):
      let time = UnixTime(seconds: annotation.time)
      return (["Charts will show at \(time): \(annotation.kind), \(annotation.text)."], [])
    case .silence(let silence):
      let now = SiteOptions.now.seconds
      let tables = state.alerts.tables(at: now).prefix(1).map { alerts in
        var table = FigureTable("covered", alerts.columns)
        for row in alerts.rows {
          guard case .text(let name) = row.figures[3], silence.covers(name) else { continue }
          table.add(row.figures, tone: row.tone)
        }
        return table
      }
      let until =
        silence.until > now
        ? "Until \(UnixTime(seconds: silence.until)) nobody is told of \(silence.pattern)."
        : "From now on alerts of \(silence.pattern) are told again."
      return ([until, "These alerts are there now and would be covered:"], Array(tables))
    }
  }

  /// Counts the entries that a purge would remove, and purges nothing.
  private func preview(
    _ order: PurgeOrder
  ) async throws -> (effect: [String], details: [FigureTable]) {
    let sites = try state.services.chosen(order.site, meansAll: false)
    let milliseconds = SiteOptions.now.seconds * 1_000
    let table = try await state.readers.run {
      var table = FigureTable(
        "dry-run",
        [
          .init("site", "site", "The site."),
          .init("entries", "entries", "Answers, and answers of services, that would be hit."),
          .init("bytes", "bytes", "Their size."),
          .init("all", "of", "All entries of the site's cache."),
          .init("edges", "edges", "The CDNs that would be told, and whose success is probed."),
        ]
      )
      for site in sites {
        let extent = site.store.extent(of: order.scopes, at: milliseconds)
        let statistics = site.store.statistics
        let edges = site.publisher.publication?.edition.site.edges.map(\.name) ?? []
        table.add([
          .text(site.name), .count(Int64(extent.entries)), .bytes(Int64(extent.bytes)),
          .count(Int64(statistics.answers + statistics.fragments + statistics.marks)),
          edges.isEmpty ? .none : .text(edges.joined(separator: ", ")),
        ])
      }
      return table
    }
    let effect =
      order.purge.isSoft
      ? "What is hit stays in use, stale, while it is fetched again."
      : "What is hit is gone at once: visitors wait until it was fetched again."
    return (["The purge of \(order.description) would hit these entries. \(effect)"], [table])
  }
}

extension ConsoleAction.Kind {
  /// The action as the audit log names it.
  fileprivate var audited: AuditLog.Action {
    switch self {
    case .purge: .purge
    case .silence: .silence
    case .annotate: .annotation
    case .rollback: .rollback
    }
  }
}

/// A change that a form orders, read by the rules of the requests for the same change.
private enum ConsoleOrder {
  case purge(PurgeOrder)
  case silence(AlertBook.Silence)
  case annotate(Annotation)
  case rollback(RollbackOrder)

  init(_ action: ConsoleAction, at now: Int64) throws {
    switch action.kind {
    case .purge: self = .purge(try ConsoleOrder.purge(action))
    case .rollback: self = .rollback(try RollbackOrder(action["edition"] ?? ""))
    case .silence:
      let body = DataValue.members([
        ("alert", .text(action["alert"])),
        ("seconds", action["seconds"].flatMap { Int($0) }.map { .number($0) } ?? .null),
        ("reason", .text(action["reason"] ?? "")),
      ])
      self = .silence(try SilenceOrder(body.json, at: now).silence)
    case .annotate:
      let body = DataValue.members([
        ("kind", .text(action["kind"])), ("text", .text(action["text"])),
      ])
      self = .annotate(try AnnotationOrder(body.json, at: now).annotation)
    }
  }

  private static func purge(_ action: ConsoleAction) throws -> PurgeOrder {
    let scope = action["scope"] ?? ""
    var members: [(String, DataValue)] = [
      (scope, scope == "all" ? .boolean(true) : .text(action["value"])),
      ("hard", .boolean(action["strength"] == "hard")),
    ]
    if let site = action["site"] { members.append(("site", .text(site))) }
    return try PurgeOrder(DataValue.members(members).json)
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import Console
import ContentModel
import DataFiles
import Edges
import Editions
import HTTPServer
import HTTPValues
import Purging
import Reactor
import ResourceModel
import Serving
import Sites

/// Handles the forms of the console: a change is previewed, confirmed, and recorded as every other
/// change.
extension AdminHandler {
  private static let maximumFormBytes = 262_144
  private static let formType = "application/x-www-form-urlencoded"

  /// Handles a form that was sent to the console; `nil` for another request.
  func form(_ request: borrowing RequestView, by caller: Operator) -> Answer? {
    let path = request.path.text
    guard request.method == .post, path.hasPrefix(StaticText.folder) else { return nil }
    let session = state.gate.session(of: request, at: UnixTime.now.seconds)
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
        Response(.forbidden, fields: PageFields.all),
        body: page
      )
    }
    do {
      let order = try action.order(at: UnixTime.now.seconds)
      if action.isConfirmed {
        let answer = try await order.perform(on: state, by: caller)
        guard action.kind == .newKey, let key = AdminHandler.key(in: answer) else {
          return try await exchange.respond(AdminHandler.seeOther(action.result))
        }
        return try await exchange.respond(
          Response(.ok, fields: PageFields.all),
          body: action.shown(key, inspection)
        )
      }
      let preview = try await order.preview(of: state)
      let page = action.preview(
        preview.effect,
        preview.details,
        isPossible: preview.isPossible,
        inspection
      )
      try await exchange.respond(Response(.ok, fields: PageFields.all), body: page)
    } catch let error as ExchangeError {
      throw error
    } catch {
      let (status, reason) = AdminHandler.reason(for: error)
      state.refused(action.kind.audited, Int(status.code), reason, by: caller)
      let page = action.refused(reason, inspection)
      try await exchange.respond(Response(status, fields: PageFields.all), body: page)
    }
  }

  /// The secret that an answer shows once.
  private static func key(in answer: [UInt8]) -> String? {
    (try? DataValue(reading: answer.span, as: .json))?[AppKeyOrder.key]?.string
  }

  /// The data of a page's frame, without any report.
  private func inspection(_ caller: Operator, of session: String?) -> Inspection {
    Inspection(
      at: UnixTime.now.seconds,
      version: Release.version,
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
}

extension ConsoleAction.Kind {
  /// The action as the audit log names it.
  fileprivate var audited: AuditLog.Action {
    switch self {
    case .purge: .purge
    case .silence: .silence
    case .annotate: .annotation
    case .rollback: .rollback
    case .startRollout, .steerRollout: .rollout
    case .dryRun: .dryRun
    case .startPreview, .revokePreview: .preview
    case .eject, .readmit: .ejection
    case .cancelRequest: .cancellation
    case .drain, .undrain: .drain
    case .maintenance, .reopen: .maintenance
    case .logLevel: .logLevel
    case .createRecord, .changeRecord, .operateRecord, .deleteRecord, .undeleteRecord: .record
    case .addAttribute, .changeType, .removeType: .declaration
    case .lockUser, .unlockUser, .endSession, .endSessions: .user
    case .removeSecondFactor: .secondFactor
    case .eraseUser: .erasure
    case .replayLetters, .sendMail, .retryMail, .removeMail: .replay
    case .newKey, .withdrawKey: .appKey
    }
  }
}

extension ConsoleAction {
  /// The order that the form asks for, read by the rules of the request for the same change.
  fileprivate func order(at now: Int64) throws -> any OperatorOrder {
    switch kind {
    case .purge: try PurgeOrder(purgeBody)
    case .rollback: try RollbackOrder(self["edition"] ?? "")
    case .startRollout:
      try RolloutOrder(
        body(given: CandidateChoice.keys + ["site"], and: ("action", .text(RolloutOrder.start)))
      )
    case .steerRollout: try RolloutOrder(body(given: ["action", "site"]))
    case .dryRun: try DryRunOrder(body(given: CandidateChoice.keys + ["site"]))
    case .startPreview: try PreviewOrder(body(given: PreviewOrder.keys))
    case .revokePreview: try PreviewRevocation(self["preview"] ?? "")
    case .silence:
      try SilenceOrder(
        body(
          ("alert", .text(self["alert"])),
          ("seconds", self["seconds"].flatMap { Int($0) }.map { .number($0) } ?? .null),
          ("reason", .text(self["reason"] ?? ""))
        ),
        at: now
      )
    case .annotate:
      try AnnotationOrder(
        body(("kind", .text(self["kind"])), ("text", .text(self["text"]))),
        at: now
      )
    case .eject, .readmit:
      try EjectionOrder(
        of: self["backend"] ?? "",
        isEjecting: kind == .eject,
        body(given: kind == .eject ? ["endpoint", "site", "for"] : ["endpoint", "site"])
      )
    case .cancelRequest: try CancelOrder(body(given: ["request"]))
    case .drain, .undrain: try DrainOrder([], isOn: kind == .drain)
    case .maintenance:
      try MaintenanceOrder(
        body(given: ["message", "for", "site"], and: ("on", .boolean(true))),
        at: now
      )
    case .reopen:
      try MaintenanceOrder(body(given: ["site"], and: ("on", .boolean(false))), at: now)
    case .logLevel: try LogLevelOrder(body(given: ["level", "for"]), QueryParameters([]))
    case .createRecord: try record(.create)
    case .changeRecord: try record(.change)
    case .operateRecord: try OperationOrder { self[$0] }
    case .deleteRecord: try record(.delete)
    case .undeleteRecord: try record(.undelete)
    case .addAttribute: try DeclarationOrder { self[$0] }
    case .changeType: try TypeOrder { self[$0] }
    case .removeType: try TypeRemovalOrder { self[$0] }
    case .lockUser: try people(.lock)
    case .unlockUser: try people(.unlock)
    case .endSession: try people(.endSession(self["session"] ?? ""))
    case .endSessions: try people(.endSessions)
    case .removeSecondFactor: try people(.removeSecondFactor)
    case .eraseUser: try people(.erase)
    case .newKey: try AppKeyOrder(.renew, of: self["app"], on: self["site"])
    case .withdrawKey: try AppKeyOrder(.withdraw, of: self["app"], on: self["site"])
    case .sendMail: MailOrder(on: self["site"])
    case .retryMail: DeadMailOrder(.retry, self["message"], on: self["site"])
    case .removeMail: DeadMailOrder(.remove, self["message"], on: self["site"])
    case .replayLetters: try ReplayOrder(self["letter"], of: self["hook"], on: self["site"])
    }
  }

  private func record(_ change: RecordOrder.Change) throws(OrderFault) -> RecordOrder {
    try RecordOrder(change, attributes) { self[$0] }
  }

  private func people(_ change: PeopleOrder.Change) throws(OrderFault) -> PeopleOrder {
    try PeopleOrder(change, of: self["user"], on: self["site"])
  }

  private func body(_ members: (String, DataValue)...) -> [UInt8] {
    DataValue.members(members).json
  }

  /// The fields that are filled in as texts, and some members more.
  private func body(given names: [String], and others: (String, DataValue)...) -> [UInt8] {
    let given = names.compactMap { name in self[name].map { (name, DataValue.text($0)) } }
    return DataValue.members(given + others).json
  }

  private var purgeBody: [UInt8] {
    let scope = self["scope"] ?? ""
    var members: [(String, DataValue)] = [
      (scope, scope == "all" ? .boolean(true) : .text(self["value"])),
      ("hard", .boolean(self["strength"] == "hard")),
    ]
    if let site = self["site"] { members.append(("site", .text(site))) }
    return DataValue.members(members).json
  }
}

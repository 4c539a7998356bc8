// SPDX-License-Identifier: Apache-2.0

import Bytes
import Console
import ContentModel
import DataFiles
import HTTPServer
import HTTPValues
import Measure
import Reactor
import Serving

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
      if path == SignInPage.leavePath { return try await self.leave(exchange, form, session) }
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
    var response = AdminHandler.seeOther(Address(.now))
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
        refused(action.audited, .forbidden, AdminHandler.foreignForm, by: caller)
      )
    }
    let inspection = inspection(caller, of: session)
    if let why = caller.refusal(of: action.audited) {
      state.refused(action.audited, Int(Status.forbidden.code), why, by: caller)
      let page = action.refused(why, inspection)
      return try await exchange.respond(Response(.forbidden, fields: PageFields.all), body: page)
    }
    do {
      let order = try action.made()
      if action.isConfirmed {
        let answer = try await order.perform(on: state, by: caller)
        guard [.newKey, .give].contains(action.order), let key = AdminHandler.key(in: answer) else {
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
      state.refused(action.audited, Int(status.code), reason, by: caller)
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
    state.inspection([:], of: reader(caller, of: session))
  }

  /// - Parameter session: the session of the reader; one who reads a page at another node has none, and is offered no
  ///   actions there.
  func reader(
    _ caller: Operator,
    of session: String?,
    atOwnNode isOwn: Bool = true
  ) -> Inspection.Operator {
    Inspection.Operator(
      name: caller.name.map { "\($0), \(caller.role.rawValue)" },
      formToken: state.gate.sessions.formToken(of: session),
      hasSession: session != nil,
      actions: Set(ConsoleOrder.allCases.filter { isOwn && caller.refusal(of: $0.audited) == nil })
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues
import Measure
import Purging
import Reactor
import Serving

/// A change that operators ask for, by a request of its own or by a form of the console.
protocol OperatorOrder: Sendable {
  /// Says what the change would do, and does nothing.
  func preview(of state: AdminState) async throws -> OrderPreview

  /// Makes the change, records who made it, and returns the answer.
  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8]
}

extension AdminState {
  /// The one site that an order is for.
  func site(_ choice: SiteChoice) throws -> SiteService {
    let sites = try services.chosen(choice, meansAll: false)
    guard sites.count == 1, let site = sites.first else {
      throw PlainError("\"site\" means several sites; expected the name of one")
    }
    return site
  }
}

/// The effect that an order would have.
struct OrderPreview {
  /// In sentences.
  let effect: [String]
  var details: [FigureTable] = []
  /// Whether the change can be made; if not, the effect says why.
  var isPossible = true

  init(_ effect: [String], _ details: [FigureTable] = [], isPossible: Bool = true) {
    (self.effect, self.details, self.isPossible) = (effect, details, isPossible)
  }

  /// The sentences as a table, and the others.
  fileprivate var tables: [FigureTable] {
    var table = FigureTable("effect", [.init(.text, "effect", "What would happen.")])
    for sentence in effect { table.add([.text(sentence)]) }
    return [table] + details
  }
}

/// A request for an order: its path, its query and its body.
struct OrderRequest: Sendable {
  let path: String
  let query: QueryParameters
  let body: [UInt8]
}

extension AdminEndpoint {
  /// An order; with `?preview` it is only said what it would do.
  static func order(
    at path: String,
    _ action: AuditLog.Action,
    _ make: @escaping @Sendable (OrderRequest) throws -> any OperatorOrder
  ) -> AdminEndpoint {
    AdminEndpoint(method: .post, path: path, action: action) { handler, request, caller in
      let (path, query, face) = (request.path.text, query(of: request), TableFace(of: request))
      return .later { exchange in
        guard let body = try await handler.body(of: exchange, refusing: action, by: caller) else {
          return
        }
        let asked = OrderRequest(path: path, query: query, body: body)
        try await handler.obey(asked, action, face, exchange, caller, make)
      }
    }
  }
}

extension AdminHandler {
  func obey(
    _ asked: OrderRequest,
    _ action: AuditLog.Action,
    _ face: TableFace,
    _ exchange: Exchange,
    _ caller: Operator,
    _ make: @Sendable (OrderRequest) throws -> any OperatorOrder
  ) async throws {
    let response: PreparedResponse
    do {
      let order = try make(asked)
      if asked.query["preview"] != nil {
        let preview = try await order.preview(of: state)
        response = PreparedResponse(face.response, body: face.bytes(of: preview.tables))
      } else {
        let answer = try await order.perform(on: state, by: caller)
        response = PreparedResponse(.init(.ok, fields: AdminHandler.fields), body: answer)
      }
    } catch {
      let (status, reason) = AdminHandler.reason(for: error)
      response = refused(action, status, reason, by: caller)
    }
    try await exchange.respond(response)
  }

  /// The status and the reason with which an order is refused.
  static func reason(for error: any Error) -> (status: Status, reason: String) {
    switch error {
    case let refusal as Refusal: (refusal.status, refusal.description)
    case let failure as PlainError: (.badRequest, failure.description)
    case let overload as PurgeDispatcher.Overload: (.serviceUnavailable, overload.message)
    case is WorkerPool.Overloaded: (.serviceUnavailable, "\(error)")
    default: (.internalServerError, "\(error)")
    }
  }
}

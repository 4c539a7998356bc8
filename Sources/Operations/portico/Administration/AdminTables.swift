// SPDX-License-Identifier: Apache-2.0

import Bytes
import FourM
import HTTPServer
import HTTPValues

extension AdminEndpoint {
  /// The tables for operators: JSON, or aligned text where `Accept` prefers `text/plain`.
  static let tables = [
    table("/stats") { handler, query in
      SignalTables(handler.state.history, filter: query["filter"] ?? "")
        .stats(usedOnly: query["usedonly"] != nil)
    },
    get("/stats/stream") { handler, request in
      let query = AdminEndpoint.query(of: request)
      let tables = SignalTables(handler.state.history, filter: query["filter"] ?? "")
      let usedOnly = query["usedonly"] != nil
      let state = handler.state
      return .later { exchange in
        try await AdminStream(exchange: exchange, state: state).send(each: .seconds(1)) {
          tables.stats(usedOnly: usedOnly).json
        }
      }
    },
    get("/timers") { handler, request in
      let query = AdminEndpoint.query(of: request)
      let windows = SignalTables.timerWindows
      let wanted = query["window"] ?? "1m"
      guard let window = windows.first(where: { $0.name == wanted }) else {
        let names = windows.map(\.name).joined(separator: ", ")
        return AdminHandler.problem(.badRequest, "window is \(wanted), expected one of \(names)")
      }
      let tables = SignalTables(handler.state.history, filter: query["filter"] ?? "")
      return answer(tables.timers(over: window.seconds), to: request)
    },
    table("/cache") { handler, _ in SiteTables.cache(handler.state.services.sites) },
    inspection("/inflight") { SiteTables.requests($0) },
    inspection("/backends") { SiteTables.backends($0) },
  ]

  private static func table(
    _ path: String,
    _ make: @escaping @Sendable (AdminHandler, QueryParameters) -> FigureTable
  ) -> AdminEndpoint {
    get(path) { handler, request in answer(make(handler, query(of: request)), to: request) }
  }

  /// A table of what the loops' gateways say of themselves.
  private static func inspection(
    _ path: String,
    _ make: @escaping @Sendable ([SiteInspection]) -> FigureTable
  ) -> AdminEndpoint {
    get(path) { handler, request in
      let state = handler.state
      let face = TableFace(of: request)
      return .later { exchange in
        let table = make(try await state.inspections())
        try await exchange.respond(face.response, body: face.bytes(of: table))
      }
    }
  }

  private static func answer(_ table: FigureTable, to request: borrowing RequestView) -> Answer {
    let face = TableFace(of: request)
    return .response(face.response, body: face.bytes(of: table))
  }

  /// The parameters of a request; none where they cannot be read.
  static func query(of request: borrowing RequestView) -> QueryParameters {
    let target = request.target
    guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return QueryParameters([]) }
    return QueryParameters(target.extracting((mark + 1)...)) ?? QueryParameters([])
  }
}

/// The form in which a client gets a table.
enum TableFace {
  case json
  case text(isColoured: Bool)

  init(of request: borrowing RequestView) {
    let types = ["application/json", "text/plain"].compactMap { MediaType($0) }
    let wantsText = Accept(request.fields).preferred(among: types) == 1
    let isColoured = request.target.text.contains("colour")
    self = wantsText ? .text(isColoured: isColoured) : .json
  }

  var response: Response {
    let type =
      switch self {
      case .json: "application/json"
      case .text: "text/plain; charset=utf-8"
      }
    return Response(
      .ok,
      fields: ["content-type": type, "cache-control": "no-store", "vary": "accept"]
    )
  }

  func bytes(of table: FigureTable) -> [UInt8] {
    switch self {
    case .json: table.json
    case .text(let isColoured): Array(table.text(isColoured: isColoured).utf8)
    }
  }
}

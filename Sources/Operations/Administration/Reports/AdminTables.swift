// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import HTTPServer
import HTTPValues
import Measure
import Reactor
import Serving

extension AdminEndpoint {
  /// The requests for reports, and those about reports.
  static let tables =
    AdminReport.all.filter {
      ![OperatorPath.health.text, OperatorPath.purges.text].contains($0.path)
    }.map(\.endpoint) + [
      recordFiles,
      get(.statsStream) { handler, request in
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
      get(.health) { handler, request in
        guard query(of: request)["verbose"] != nil else { return handler.readiness }
        let state = handler.state
        let face = TableFace(of: request)
        return .later { exchange in
          let tables = try await state.tables(of: OperatorPath.health.text, QueryParameters([]))
          var response = face.response
          if !state.unready.isEmpty || state.drainedSince != nil {
            response.status = .serviceUnavailable
          }
          try await state.respond(to: exchange, response, body: face.bytes(of: tables))
        }
      },
    ]

  /// The parameters of a request; none where they cannot be read.
  static func query(of request: borrowing RequestView) -> QueryParameters {
    let target = request.target
    guard let mark = target.firstIndex(of: UInt8(ascii: "?")) else { return QueryParameters([]) }
    return QueryParameters(target.extracting((mark + 1)...)) ?? QueryParameters([])
  }
}

extension AdminState {
  /// Makes the report of a path, for an operator or for the gateway itself.
  func tables(
    of path: String,
    _ query: QueryParameters,
    for reader: Operator? = nil
  ) async throws -> [FigureTable] {
    guard let report = AdminReport.at(path) else {
      throw Refusal(.notFound, "there is no report \(path)")
    }
    return try await report.tables(of: path, query, in: self, for: reader)
  }
}

/// The format of a table for a client.
package enum TableFace {
  case json
  /// The form in which tables travel between nodes of a fleet.
  case data
  /// - Parameter columns: those of the terminal; `nil` for as many as necessary.
  case text(isColoured: Bool, columns: Int? = nil)

  /// The columns that a terminal may have.
  package static let terminals = 80...1_000

  init(of request: borrowing RequestView) {
    let types = ["application/json", "text/plain", FigureTable.mediaType]
    switch Accept(request.fields).preferred(among: types.compactMap { MediaType($0) }) {
    case 1: self = .text(isColoured: AdminEndpoint.query(of: request)["colour"] != nil)
    case 2: self = .data
    default: self = .json
    }
  }

  /// The same for a terminal with the columns that a request names, or else with those usual.
  func within(_ query: QueryParameters, usual: Int?) throws(Refusal) -> TableFace {
    guard case .text(let isColoured, _) = self else { return self }
    guard let text = query["columns"] else { return .text(isColoured: isColoured, columns: usual) }
    guard let columns = Int(text), TableFace.terminals.contains(columns) else {
      throw Refusal(
        .badRequest,
        "columns is \(text.prefix(20)), expected \(TableFace.terminals.lowerBound) to "
          + "\(TableFace.terminals.upperBound)"
      )
    }
    return .text(isColoured: isColoured, columns: columns)
  }

  var response: Response {
    let type =
      switch self {
      case .json: "application/json"
      case .data: FigureTable.mediaType
      case .text: "text/plain; charset=utf-8"
      }
    return Response(
      .ok,
      fields: ["content-type": type, "cache-control": "no-store", "vary": "accept"]
    )
  }

  func bytes(of table: FigureTable) -> [UInt8] { bytes(of: [table]) }

  func bytes(of tables: [FigureTable]) -> [UInt8] {
    switch self {
    case .json: FigureTable.json(of: tables)
    case .data: FigureTable.data(of: tables)
    case .text(let isColoured, let columns):
      Array(FigureTable.text(of: tables, isColoured: isColoured, columns: columns).utf8)
    }
  }
}

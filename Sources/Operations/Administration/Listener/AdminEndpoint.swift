// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import DataFiles
import HTTPServer
import HTTPValues
import Measure
import Serving

/// A request that the operators' listener answers: a row of the table of all such requests.
struct AdminEndpoint: Sendable {
  /// GET, which includes HEAD, or POST.
  let method: Method
  /// A path that ends in `/` stands for all that begin with it.
  let path: String
  /// The change that it makes; `nil` for a request that only reads, which every role may.
  let action: AuditLog.Action?
  let answer: @Sendable (AdminHandler, borrowing RequestView, Operator) -> Answer

  /// Returns whether a request is for this path, with any method.
  func matches(_ path: String) -> Bool {
    self.path.hasSuffix("/") ? path.hasPrefix(self.path) : path == self.path
  }

  func admits(_ method: Method) -> Bool {
    method == self.method || (method == .head && self.method == .get)
  }
}

extension AdminEndpoint {
  static let all =
    [
      get(.metrics) { handler, request in
        let format = MetricsFormat.preferred(by: Accept(request.fields))
        return .later { try await handler.metrics(in: format, $0) }
      },
      get(.live) { _, _ in .response(Response(.ok), body: []) },
      get(.ready) { handler, _ in handler.readiness },
      get(.config) { handler, _ in AdminHandler.json(handler.state.configuration.json) },
      get(.purges) { handler, request in
        let (state, face) = (handler.state, TableFace(of: request))
        if case .json = face { return AdminHandler.json(state.purges.newest) }
        let table = SiteTables.purges(state.services.sites, atMost: OperatorPurges.shown)
        return .response(face.response, body: face.bytes(of: table))
      },
      get(.purges, isPrefix: true) { handler, request in
        handler.state.purges.job(OperatorPath.purges.rest(of: request.path.text) ?? "").map {
          AdminHandler.json($0)
        } ?? AdminHandler.problem(.notFound, "there is no such purge; GET /purges has the newest")
      },
      PreviewReport.revocation, PreviewReport.code,
    ] + orders + tables + model + log + history

  /// The requests as an error names them.
  static let names =
    all.filter { $0.method == .get && !$0.path.hasSuffix("/") }.map(\.path) + [
      "POST /orders/NAME with an order of GET /orders"
    ]

  /// - Parameter isPrefix: whether the path stands for all paths below it.
  static func get(
    _ path: OperatorPath,
    isPrefix: Bool = false,
    _ answer: @escaping @Sendable (AdminHandler, borrowing RequestView) -> Answer
  ) -> AdminEndpoint {
    AdminEndpoint(method: .get, path: isPrefix ? path.below("") : path.text, action: nil) {
      handler,
      request,
      _ in
      answer(handler, request)
    }
  }
}

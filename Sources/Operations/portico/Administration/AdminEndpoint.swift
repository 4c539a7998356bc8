// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import FourM
import HTTPServer
import HTTPValues

/// A request that the operators' listener answers: a line in the table of all.
struct AdminEndpoint: Sendable {
  /// GET, which HEAD may ask as well, or POST.
  let method: Method
  /// A path that ends in `/` stands for all that begin with it.
  let path: String
  let answer: @Sendable (AdminHandler, borrowing RequestView) -> Answer

  /// Returns whether a request is for this path, by whatever method.
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
      get("/metrics") { handler, request in
        let format = MetricsFormat.preferred(by: Accept(request.fields))
        return .later { try await handler.metrics(in: format, $0) }
      },
      get("/live") { _, _ in .response(Response(.ok), body: []) },
      get("/ready") { handler, _ in handler.readiness },
      get("/config") { handler, _ in AdminHandler.json(handler.state.configuration.json) },
      get("/purges") { handler, request in
        let (state, face) = (handler.state, TableFace(of: request))
        guard case .text = face else { return AdminHandler.json(state.purges) }
        let table = SiteTables.purges(state.services.sites, atMost: AdminState.shownPurges)
        return .response(face.response, body: face.bytes(of: table))
      },
      get("/purges/") { handler, request in
        handler.state.purge(String(request.path.text.dropFirst(8))).map { AdminHandler.json($0) }
          ?? AdminHandler.problem(
            .notFound,
            "there is no such purge; GET /purges has the newest"
          )
      },
      post("/purge") { handler, _ in .later { try await handler.purge($0) } },
      post("/log/erase") { handler, _ in .later { try await handler.erase($0) } },
      post("/reload") { handler, _ in .later { try await handler.reload($0) } },
    ] + tables + model + alerts + log + history

  /// The requests as an error names them.
  static let names = all.filter { !$0.path.hasSuffix("/") }
    .map { $0.method == .get ? $0.path : "\($0.method.name) \($0.path)" }

  static func get(
    _ path: String,
    _ answer: @escaping @Sendable (AdminHandler, borrowing RequestView) -> Answer
  ) -> AdminEndpoint {
    AdminEndpoint(method: .get, path: path, answer: answer)
  }

  static func post(
    _ path: String,
    _ answer: @escaping @Sendable (AdminHandler, borrowing RequestView) -> Answer
  ) -> AdminEndpoint {
    AdminEndpoint(method: .post, path: path, answer: answer)
  }
}

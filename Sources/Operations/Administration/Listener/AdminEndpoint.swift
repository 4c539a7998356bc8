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
      order("/purge", .purge) { try PurgeOrder($0.body) },
      order("/rollout", .rollout) { try RolloutOrder($0.body) },
      order("/fleet/publish", .rollback) { try FleetPublication($0.body) },
      order("/previews", .preview) { try PreviewOrder($0.body) }, PreviewReport.revocation,
      PreviewReport.code,
      order("/dry-run", .dryRun) { try DryRunOrder($0.body) },
      order("/reload", .reload) { try ReloadOrder($0.body) },
      order("/drain", .drain) { try DrainOrder($0.body, isOn: true) },
      order("/undrain", .drain) { try DrainOrder($0.body, isOn: false) },
      order("/maintenance", .maintenance) {
        try MaintenanceOrder($0.body, at: UnixTime.now.seconds)
      },
      order("/backends/", .ejection) { try EjectionOrder($0.path, $0.body) },
      order("/inflight/cancel", .cancellation) { try CancelOrder($0.body) },
      order("/log/level", .logLevel) { try LogLevelOrder($0.body, $0.query) },
      order("/annotations", .annotation) {
        try AnnotationOrder($0.body, at: UnixTime.now.seconds)
      },
      order("/alerts/silences", .silence) {
        try SilenceOrder($0.body, at: UnixTime.now.seconds)
      },
      order("/log/erase", .erasure) { try ErasureOrder($0.body) },
    ] + tables + model + log + history

  /// The requests as an error names them.
  static let names = all.filter { $0.method == .post || !$0.path.hasSuffix("/") }.map {
    let path = $0.path.hasSuffix("/") ? $0.path + "NAME:eject" : $0.path
    return $0.method == .get ? path : "\($0.method.name) \(path)"
  }

  static func get(
    _ path: String,
    _ answer: @escaping @Sendable (AdminHandler, borrowing RequestView) -> Answer
  ) -> AdminEndpoint {
    AdminEndpoint(method: .get, path: path, action: nil) { handler, request, _ in
      answer(handler, request)
    }
  }
}

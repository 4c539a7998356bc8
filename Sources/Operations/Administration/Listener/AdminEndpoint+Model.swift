// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Measure
import Model
import Serving

/// The models as files for other programs.
extension AdminEndpoint {
  static let model: [AdminEndpoint] = [
    export(.modelRules, "application/yaml") { PrometheusRules($0).text },
    export(.modelRulesTest, "application/yaml") {
      PrometheusRules($0).test(of: "portico.rules.yml")
    },
    export(.modelLoadTest, "text/javascript") { LoadTestScript($0).text },
    export(.modelDashboard, "application/json") { GrafanaDashboard($0).text },
  ]

  /// The models as a file for another program; with `?site=` that of one site.
  private static func export(
    _ path: OperatorPath,
    _ type: String,
    _ text: @escaping @Sendable ([ExpectedTraffic]) -> String
  ) -> AdminEndpoint {
    get(path) { handler, request in
      let site = query(of: request)["site"]
      let expected = handler.state.models.expected.filter { site == nil || $0.site == site }
      guard !expected.isEmpty else {
        return AdminHandler.problem(AdminReport.noModel.status, AdminReport.noModel.description)
      }
      return .response(
        Response(.ok, fields: ["content-type": type, "cache-control": "no-store"]),
        body: Array(text(expected).utf8)
      )
    }
  }
}

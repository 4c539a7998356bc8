// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FourM
import HTTPServer
import HTTPValues
import Signals

/// The request to silence alerts.
extension AdminEndpoint {
  static let alerts = [
    post("/alerts/silences", .silence) { try await $0.silence($1, by: $2) }
  ]
}

extension AdminHandler {
  fileprivate func silence(_ exchange: Exchange, by caller: Operator) async throws {
    guard let body = try await body(of: exchange, refusing: .silence, by: caller) else { return }
    do {
      let silence = try SilenceOrder(body, at: SiteOptions.now.seconds).silence
      guard state.silence(silence, by: caller) else {
        let detail = "there are \(AlertBook.mostSilences) silences; expected one of their names"
        return try await exchange.respond(
          refused(.silence, .serviceUnavailable, detail, by: caller)
        )
      }
      let answer = DataValue.members([
        ("alert", .text(silence.pattern)), ("until", .number(Int(silence.until))),
        ("reason", .text(silence.reason)),
      ])
      try await exchange.respond(
        PreparedResponse(.init(.ok, fields: AdminHandler.fields), body: answer.json)
      )
    } catch let fault as OrderFault {
      try await exchange.respond(refused(.silence, .badRequest, fault.message, by: caller))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import ContentModel
import DataFiles
import FileShapes
import HTTPServer
import Measure
import Serving

/// The order to drain the instance, so that load balancers send visitors elsewhere, or to take visitors again.
struct DrainOrder: OperatorOrder {
  static let drain = OrderDefinition(
    "drain",
    at: .drain,
    .drain,
    "Lets load balancers send visitors elsewhere: GET /ready answers 503.",
    Shape.object(DrainOrder(isOn: true)) {}
  )
  static let undrain = OrderDefinition(
    "undrain",
    at: .undrain,
    .drain,
    "Takes visitors again after a drain.",
    Shape.object(DrainOrder(isOn: false)) {}
  )

  let isOn: Bool

  func preview(of state: AdminState) async throws -> OrderPreview {
    let since = state.drainedSince
    guard isOn else {
      return OrderPreview([
        since == nil
          ? "The instance is not drained; nothing would change."
          : "GET /ready would answer 200 again, so that load balancers send visitors here."
      ])
    }
    if let since {
      let time = UnixTime(seconds: since)
      return OrderPreview(["The instance is drained since \(time); nothing would change."])
    }
    let connections = try await state.process.server.connectionCounts().reduce(0, +)
    return OrderPreview([
      "GET /ready would answer 503, so that load balancers send visitors elsewhere, and"
        + " \(Counted.text(connections, "open connection")) would end with the next answer.",
      "Whoever comes all the same is served. The order ends by POST /undrain, and with the process.",
    ])
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    if state.setDrained(isOn) {
      let text = isOn ? "the instance is drained" : "the instance takes visitors again"
      state.record(.drain, text, kind: "drain", by: caller)
      if isOn { try await state.process.server.endConnections() }
    }
    let since = state.drainedSince.map { "\(UnixTime(seconds: $0))" }
    return DataValue.members([("drained", .boolean(since != nil)), ("since", .text(since))]).json
  }
}

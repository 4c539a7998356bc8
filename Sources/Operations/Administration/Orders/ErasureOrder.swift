// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Filters
import FourM
import HTTPServer
import HTTPValues
import Reactor
import Serving
import Signals

/// The events to erase: `{"filter": "session = \"81e0\""}`.
package struct ErasureOrder: Sendable {
  package static let key = "filter"

  private let filter: EventFilter

  /// The error of an order that is not understood.
  struct Fault: Error { let message: String }

  init(_ body: [UInt8]) throws(Fault) {
    guard let value = try? DataValue(reading: body.span, as: .json),
      case .dictionary(let order) = value.content, order.members.map(\.key) == [ErasureOrder.key],
      case .string(let text)? = order[ErasureOrder.key]?.content
    else {
      throw Fault(message: "expected {\"filter\": \"session = …\"}, and nothing else")
    }
    do throws(FilterError) {
      filter = try EventFilter(text)
    } catch {
      throw Fault(message: "filter: \(error)")
    }
  }

  /// Erases the events that were recorded until now, those that are being recorded included, and
  /// returns their number and the time of the oldest one left.
  ///
  /// - Parameters:
  ///   - pool: its threads may block.
  ///   - settle: returns once all events that were being recorded are recorded.
  func run(
    on log: EventLog,
    _ pool: WorkerPool,
    settle: () async throws -> Void
  ) async throws -> (count: Int, since: Int64?) {
    let now = LoopClock.system.wallNanoseconds
    let first = try await pool.run {
      var erasure = try EventErasure(log)
      try erasure.pass { filter.matches($0, now: now) }
      return erasure
    }
    try await settle()
    return try await pool.run {
      var erasure = first
      try erasure.pass { filter.matches($0, now: now) }
      var reader = try EventReader.history(of: log)
      _ = try reader.read(limit: 1)
      return (erasure.count, reader.oldest)
    }
  }
}

extension AdminHandler {
  /// Erases events. The audit log has the operator, but not the filter, since that may contain what
  /// was to be erased.
  func erase(_ exchange: Exchange, by caller: Operator) async throws {
    guard let body = try await body(of: exchange, refusing: .erasure, by: caller) else { return }
    let shared = state.services.shared
    let order: ErasureOrder
    do throws(ErasureOrder.Fault) {
      order = try ErasureOrder(body)
    } catch {
      return try await exchange.respond(refused(.erasure, .badRequest, error.message, by: caller))
    }
    do {
      let loops = state.process.loops
      let (count, since) = try await order.run(on: shared.log, shared.logReading) {
        for loop in loops { try await loop.perform { _ in } }
        shared.log.shared.settle()
      }
      state.audit.record(.erasure, .done, by: caller, site: nil, [EventFact(.count, count)])
      let reach = since.map { "\"\(FilterValue.text(ofInstant: $0))\"" } ?? "null"
      try await exchange.respond(
        PreparedResponse(
          .init(.ok, fields: AdminHandler.fields),
          body: Array("{\"erased\":\(count),\"since\":\(reach)}\n".utf8)
        )
      )
    } catch let overload as WorkerPool.Overloaded {
      try await exchange.respond(refused(.erasure, .serviceUnavailable, "\(overload)", by: caller))
    }
  }
}

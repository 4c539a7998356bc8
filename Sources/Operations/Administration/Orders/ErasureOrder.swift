// SPDX-License-Identifier: Apache-2.0

import Bytes
import FileShapes
import Filters
import Measure
import Message
import Reactor
import Serving
import Signals

/// The order to erase events from the log.
struct ErasureOrder: OperatorOrder {
  static let definition = OrderDefinition(
    "erase",
    at: .logErase,
    .erasure,
    "Erases events from the log for good.",
    Shape.object("") {
      Member(
        "filter",
        \.self,
        .text,
        isRequired: true,
        "Filter of the events.",
        examples: ["session = \"81e0\""]
      )
    }
  ) { try ErasureOrder($0) }

  private let filter: EventFilter

  private init(_ text: String) throws(PlainError) {
    do throws(FilterError) {
      filter = try EventFilter(text)
    } catch {
      throw PlainError("filter: \(error)")
    }
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let (shared, now) = (state.services.shared, LoopClock.system.wallNanoseconds)
    let count = try await shared.logReading.run {
      var count = 0
      var reader = try EventReader.history(of: shared.log)
      try reader.visit { if filter.matches($0, now: now) { count += 1 } }
      return count
    }
    return OrderPreview([
      "Events that would be erased from the log for good: \(count) until now, and those that come meanwhile."
    ])
  }

  /// Erases the events that were recorded until now, those that are being recorded included, and
  /// answers with their number and the time of the oldest one left. The audit log has the operator,
  /// but not the filter, since that may contain what was to be erased.
  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let (shared, now) = (state.services.shared, LoopClock.system.wallNanoseconds)
    let first = try await shared.logReading.run {
      var erasure = try EventErasure(shared.log)
      try erasure.pass { filter.matches($0, now: now) }
      return erasure
    }
    for loop in state.process.loops { try await loop.perform { _ in } }
    shared.log.shared.settle()
    let (count, since) = try await shared.logReading.run {
      var erasure = first
      try erasure.pass { filter.matches($0, now: now) }
      var reader = try EventReader.history(of: shared.log)
      _ = try reader.read(limit: 1)
      return (erasure.count, reader.oldest)
    }
    state.audit.record(.erasure, by: caller, site: nil, [EventFact(.count, count)])
    let reach = since.map { "\"\(FilterValue.text(ofInstant: $0))\"" } ?? "null"
    return Array("{\"erased\":\(count),\"since\":\(reach)}\n".utf8)
  }
}

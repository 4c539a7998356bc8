// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import Reactor

/// The process in reports for operators: its loops, its listeners for visitors and its options.
struct RunningProcess: Sendable {
  /// One loop at this moment.
  struct LoopFigures: Sendable {
    let number: Int
    /// Connections of visitors.
    let connections: Int
    /// The last lag of its timer, and the longest of the last minute; `nil` before the first
    /// second.
    let lag: (last: Duration, longest: Duration)?
  }

  let server: HTTPServer
  let loops: [EventLoop]
  let lags: [LoopConfined<LoopLag>]
  /// The limits for visitors.
  let limits: ServerLimits
  let options: [ServedOption]

  /// Asks the loops, one after the other.
  func loopFigures() async throws -> [LoopFigures] {
    let connections = try await server.connectionCounts()
    var figures: [LoopFigures] = []
    for (number, (loop, lag)) in zip(loops, lags).enumerated() {
      figures.append(
        LoopFigures(
          number: number,
          connections: connections.indices.contains(number) ? connections[number] : 0,
          lag: try await loop.perform { _ in lag.value.recent }
        )
      )
    }
    return figures
  }
}

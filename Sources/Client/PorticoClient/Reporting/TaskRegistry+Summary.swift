// SPDX-License-Identifier: Apache-2.0

/// The latency of the last requests to an endpoint.
public struct EndpointLatency: Sendable, Hashable {
  /// The method and the address without the parameters that select a page, such as `GET https://shop.example/v1/notes`.
  public let endpoint: String
  /// The latencies of the requests that needed the network and were answered, in ascending order.
  public let latencies: [Duration]

  /// The number of requests.
  public var count: Int { latencies.count }

  /// Returns the latency that a percentage of requests did not exceed (nearest rank).
  public func percentile(_ percent: Int) -> Duration {
    let rank = (latencies.count * min(max(percent, 0), 100) + 99) / 100
    return latencies.isEmpty ? .zero : latencies[max(rank, 1) - 1]
  }

  package init(_ endpoint: String, _ latencies: [Duration]) {
    (self.endpoint, self.latencies) = (endpoint, latencies.sorted())
  }
}

extension TaskRegistry {
  /// The latency of each endpoint that the last requests of the app were for, the one with most requests first.
  public var latencies: [EndpointLatency] {
    var all: [String: [Duration]] = [:]
    for record in ended where record.purpose == .asked && record.requests > 0 {
      guard record.error == nil, let latency = record.latency else { continue }
      all["\(record.method) \(EndpointKey(record.address))", default: []].append(latency)
    }
    return all.map { EndpointLatency($0, $1) }
      .sorted { ($1.count, $0.endpoint) < ($0.count, $1.endpoint) }
  }

  /// The last requests for whoever looks for a fault: those that ended and those in flight, one a line.
  public var log: String {
    (ended + running.map(\.record)).map { "\($0)\n" }.joined()
  }
}

extension TaskRecord: CustomStringConvertible {
  /// The record in a line: begin, id, request id, purpose, method, address, status, latency with its phases, source,
  /// bytes and error.
  public var description: String {
    var parts = ["\(begin)", id, requestID ?? error?.requestID ?? "-", purpose.rawValue]
    parts += [method, address, (status ?? error?.status).map { "\($0)" } ?? "-"]
    parts.append(latency.map { "\($0.milliseconds) ms" } ?? "running")
    let phases = RequestPhase.allCases.compactMap { phase in
      self.phases[phase].map { "\(phase.rawValue) \($0.milliseconds)" }
    }
    if !phases.isEmpty { parts.append("(" + phases.joined(separator: ", ") + ")") }
    parts.append(source?.rawValue ?? "-")
    parts.append("\(bytes) bytes in \(requests) requests" + (isJoined ? ", joined" : ""))
    if let error { parts.append("\(error.kind): \(error.reason)") }
    // One task is one line, whatever a service puts into its problems.
    return String(parts.joined(separator: " ").map { $0.isNewline ? " " : $0 })
  }
}

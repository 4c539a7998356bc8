// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPServer
import HTTPValues

/// Server-sent events for an operator, one each interval, until the client leaves or the service
/// stops.
struct AdminStream {
  let exchange: Exchange
  let state: AdminState

  /// Sends what `next` returns, as the data of one event.
  func send(each interval: Duration, _ next: () -> [UInt8]) async throws {
    try await exchange.start(
      Response(.ok, fields: ["content-type": "text/event-stream", "cache-control": "no-store"])
    )
    while !state.isStopping {
      try await exchange.write(AdminStream.event(next()).span)
      try await Task.sleep(for: interval)
    }
    try await exchange.finish()
  }

  /// An event; each line of its data is a field of its own.
  static func event(_ data: [UInt8]) -> [UInt8] {
    var event: [UInt8] = []
    event.reserveCapacity(data.count + 64)
    for line in data.split(separator: UInt8(ascii: "\n")) {
      event += "data: ".utf8
      event += line
      event.append(UInt8(ascii: "\n"))
    }
    event.append(UInt8(ascii: "\n"))
    return event
  }
}

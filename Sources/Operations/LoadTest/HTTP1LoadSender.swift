// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTPClient
import HTTPValues
import Reactor

/// Connections of HTTP/1.1 that carry one request at a time each, in turn.
///
/// Unlike those of `HTTPClient` they allocate nothing for a request: heads are written before the test
/// begins, and buffers are kept.
final class HTTP1LoadSender: LoadSender {
  let target: LoadTarget
  unowned let generator: LoadGenerator
  /// The slots of the head that is being parsed; one head at a time on a loop.
  var slots = HeadSlots(limits: HeadLimits())
  /// Whole requests by route and call, as they are sent.
  private let requests: [[[UInt8]]]
  let methods: [[Method]]
  private var connections: [HTTP1LoadConnection] = []
  /// A ring of free connections, so that a server's loops get their shares of a small load.
  private var free: [HTTP1LoadConnection?]
  private var firstFree = 0
  private var freeCount = 0

  init(to target: LoadTarget, connections count: Int, _ generator: LoadGenerator) throws {
    (self.target, self.generator) = (target, generator)
    requests = try generator.plan.routes.map { try $0.calls.map(HTTP1LoadSender.bytes) }
    methods = generator.plan.routes.map { $0.calls.map(\.request.method) }
    free = Array(repeating: nil, count: count)
    for number in 0..<count {
      let address = target.addresses[number % target.addresses.count]
      connections.append(HTTP1LoadConnection(to: address, self))
    }
    for connection in connections { connection.open() }
  }

  private static func bytes(of call: LoadPlan.Call) throws -> [UInt8] {
    var output = ByteBuffer(capacity: 512)
    let needsLength = !call.body.isEmpty || [.post, .put, .patch].contains(call.request.method)
    try RequestWriter.appendHead(
      call.request,
      framing: needsLength ? .length(call.body.count) : .none,
      to: &output
    )
    output.append(call.body)
    var bytes: [UInt8] = []
    bytes.append(output.span)
    return bytes
  }

  var isFree: Bool { freeCount > 0 }
  var isReady: Bool { !connections.contains { $0.isConnecting } }
  var failure: String?

  func send(_ arrival: OpenLoop.Arrival, _ call: Int) {
    guard freeCount > 0, let connection = free[firstFree] else { return }
    free[firstFree] = nil
    firstFree = (firstFree + 1) % free.count
    freeCount -= 1
    connection.send(requests[arrival.route][call], methods[arrival.route][call], for: arrival)
  }

  /// Called when a connection can take a request.
  func freed(_ connection: HTTP1LoadConnection) {
    free[(firstFree + freeCount) % free.count] = connection
    freeCount += 1
    generator.pumpSoon()
  }

  /// Called when a free connection has ended.
  func lost(_ connection: HTTP1LoadConnection) {
    var others: [HTTP1LoadConnection] = []
    for place in 0..<freeCount {
      let index = (firstFree + place) % free.count
      if let one = free[index], one !== connection { others.append(one) }
      free[index] = nil
    }
    (firstFree, freeCount) = (0, others.count)
    for (index, one) in others.enumerated() { free[index] = one }
  }

  func look(at now: Instant) { for connection in connections { connection.look(at: now) } }

  func close() {
    for connection in connections { connection.close() }
    connections = []
    free = []
    freeCount = 0
  }
}

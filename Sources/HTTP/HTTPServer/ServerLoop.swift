// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1
import HTTP2
import HTTPValues
import Reactor

/// State that the connections of one loop share.
final class ServerLoop: DeadlineHandler {
  let core: LoopCore
  let handler: any RequestHandler
  let times: WireTimes?
  let limits: ServerLimits
  let sharedLimits: SharedLimits
  let ledger: ConnectionLedger
  let counters: ServerCounters
  /// The slots of the head that is being parsed; one head at a time on a loop.
  var slots: HeadSlots
  /// Output on its way to the kernel: as large as what one turn sends.
  var outputs = BufferPool(blockSize: 112 * 1024, limit: 16)
  private(set) var isDraining = false
  private var connections: [ObjectIdentifier: any ServedConnection] = [:]

  var connectionCount: Int { connections.count }
  private var date = DateField()
  private var whenEmpty: (() -> Void)?
  private var drainTimer: TimerID?

  init(
    core: LoopCore,
    handler: any RequestHandler,
    limits: ServerLimits,
    ledger: ConnectionLedger,
    counters: ServerCounters
  ) {
    self.core = core
    self.handler = handler
    times = handler.wireTimes
    self.limits = limits
    sharedLimits = SharedLimits(limits)
    self.ledger = ledger
    self.counters = counters
    slots = HeadSlots(limits: limits.head)
  }

  /// The line of the Date field in this second.
  var dateLine: [UInt8] {
    date.update(core.wallSeconds)
    return date.line
  }

  /// The Date field of this second, to stand behind a head that has none.
  var dateHead: HTTP2HeadTemplate {
    date.update(core.wallSeconds)
    return date.head
  }

  /// Adds the Date field where there is none.
  func addDate(to fields: inout Fields) {
    guard !fields.contains("date") else { return }
    date.update(core.wallSeconds)
    fields.append("date", date.text)
  }

  func add(_ connection: any ServedConnection) {
    connections[ObjectIdentifier(connection)] = connection
    counters.began(connection.standing)
  }

  /// Puts one connection in the place of another, when a protocol has been found out.
  func replace(_ old: any ServedConnection, by new: any ServedConnection) {
    connections[ObjectIdentifier(old)] = nil
    counters.ended(old.standing)
    add(new)
  }

  func remove(_ connection: any ServedConnection, of peer: SocketAddress) {
    guard connections.removeValue(forKey: ObjectIdentifier(connection)) != nil else { return }
    ledger.release(peer)
    counters.ended(connection.standing)
    if connections.isEmpty, isDraining { finishDraining() }
  }

  /// Ends every connection as soon as its requests are answered, and all of them after the drain
  /// time; then calls `whenEmpty`.
  func drain(_ whenEmpty: @escaping () -> Void) {
    isDraining = true
    self.whenEmpty = whenEmpty
    drainTimer = core.schedule(self, at: core.now + limits.timeouts.drain)
    endConnections()
    if connections.isEmpty { finishDraining() }
  }

  /// Ends every connection as soon as its requests are answered.
  func endConnections() {
    for connection in connections.values { connection.drain() }
  }

  func deadlineReached() {
    drainTimer = nil
    for connection in connections.values { connection.cut() }
    finishDraining()
  }

  private func finishDraining() {
    if let drainTimer { core.cancel(drainTimer) }
    drainTimer = nil
    let whenEmpty = self.whenEmpty
    self.whenEmpty = nil
    whenEmpty?()
  }
}

/// A connection of a server, whatever it speaks.
protocol ServedConnection: AnyObject {
  var standing: ConnectionStanding { get }
  /// Ends the connection once what is under way is answered.
  func drain()
  /// Ends the connection at once.
  func cut()
}

// SPDX-License-Identifier: Apache-2.0

// Which call gets which connection, and when another one is opened: a value without sockets and
// without a clock. Connections are exclusive (HTTP/1.1: one call at a time) or shared (HTTP/2: as
// many calls as the server has room for). Calls wait in one queue, first come, first served; a
// connection that is being opened belongs to the queue and to no call, so a call never waits for a
// slow handshake when another connection becomes free meanwhile.
//
// As long as it is not known what the origin speaks, one connection is opened and the rest waits
// for what comes of it: an HTTP/2 origin would otherwise get one connection for each of the first
// calls.
//
// Shared connections may join exclusive ones: a server without TLS, of which it was found out that it
// speaks HTTP/2 as well, is called over both.

/// The connections of one loop to one origin, and the calls that wait for one.
package struct PoolMachine<Exclusive: AnyObject, Shared: AnyObject, Call: AnyObject> {
  /// Kind of the origin's connections, as far as it is known.
  package enum Sharing {
    case unknown
    case exclusive
    case shared
  }

  package enum Assignment {
    case exclusive(Exclusive, Call)
    case shared(Shared, Call)
  }

  package struct Limits {
    /// Connections that are open or being opened.
    package var connections: Int
    /// Calls in the queue.
    package var waiting: Int

    package init(connections: Int, waiting: Int) {
      self.connections = connections
      self.waiting = waiting
    }
  }

  private struct Room {
    let connection: Shared
    var count: Int
  }

  private let limits: Limits
  package private(set) var sharing: Sharing
  /// Connections without a call, the most recently used last: it is the one that is used again.
  private var idle: [Exclusive] = []
  private var rooms: [Room] = []
  private var queue = CallQueue<Call>()
  package private(set) var open = 0
  package private(set) var dialling = 0

  package init(_ limits: Limits, _ sharing: Sharing) {
    self.limits = limits
    self.sharing = sharing
  }

  package var waiting: Int { queue.count }
  /// Calls that wait or have a connection of their own.
  package var busy: Int { open - idle.count - rooms.count + queue.count }
  /// Whether a shared connection takes one more call.
  package var hasRoom: Bool { rooms.contains { $0.count > 0 } }
  /// Whether one more connection may be opened.
  package var mayOpen: Bool { open + dialling < limits.connections }
  /// Whether nothing is left to remember.
  package var isEmpty: Bool { open == 0 && dialling == 0 && queue.isEmpty }

  // MARK: calls

  /// An idle connection for a call; the caller gives it back with `freed` or `closed`.
  package mutating func takeIdle() -> Exclusive? { idle.popLast() }

  /// A shared connection with room for one more call, which is counted from now on.
  package mutating func takeRoom() -> Shared? {
    guard let index = rooms.lastIndex(where: { $0.count > 0 }) else { return nil }
    rooms[index].count -= 1
    return rooms[index].connection
  }

  /// `false` when too many calls wait already.
  package mutating func enqueue(_ call: Call) -> Bool {
    guard queue.count < limits.waiting else { return false }
    queue.append(call)
    return true
  }

  /// The call waits no longer; `false` when it did not.
  package mutating func withdraw(_ call: Call) -> Bool { queue.remove(call) }

  /// The next call that waits, with a connection for it.
  ///
  /// - Parameter shares: whether the call may use a shared connection.
  package mutating func assign(shares: (Call) -> Bool = { _ in true }) -> Assignment? {
    guard let next = queue.next else { return nil }
    if shares(next), let shared = takeRoom(), let call = queue.popFirst() {
      return .shared(shared, call)
    }
    if let exclusive = idle.popLast(), let call = queue.popFirst() {
      return .exclusive(exclusive, call)
    }
    return nil
  }

  /// The connection could not take the call that was assigned to it: it is the next again.
  package mutating func putBack(_ call: Call) { queue.putBack(call) }

  // MARK: connections

  /// Whether one more connection should be opened now.
  package var wantsConnection: Bool {
    guard mayOpen else { return false }
    return switch sharing {
    case .exclusive: dialling < queue.count
    case .unknown, .shared: dialling == 0 && !queue.isEmpty
    }
  }

  package mutating func beganDialling() { dialling += 1 }

  package mutating func opened(_ connection: Exclusive) {
    dialling -= 1
    open += 1
    sharing = .exclusive
    idle.append(connection)
  }

  package mutating func opened(_ connection: Shared, room: Int) {
    dialling -= 1
    open += 1
    sharing = .shared
    rooms.append(Room(connection: connection, count: room))
  }

  /// A shared connection that no call waited for, beside exclusive ones. It has no room yet.
  package mutating func joined(_ connection: Shared) {
    open += 1
    rooms.append(Room(connection: connection, count: 0))
  }

  /// Adds up what the shared connections have of something.
  package func sum(_ count: (Shared) -> Int) -> Int {
    rooms.reduce(0) { $0 + count($1.connection) }
  }

  /// No connection came of it: the calls that are to be told, since nothing else is on its way that
  /// could serve them.
  package mutating func dialFailed() -> [Call] {
    dialling -= 1
    var told: [Call] = []
    let isHopeless = sharing != .exclusive && open == 0
    let count = isHopeless ? queue.count : min(1, max(0, queue.count - dialling))
    while told.count < count, let call = queue.popFirst() { told.append(call) }
    return told
  }

  /// An exclusive connection has no call any more.
  package mutating func freed(_ connection: Exclusive) { idle.append(connection) }

  package mutating func setRoom(_ room: Int, of connection: Shared) {
    guard let index = rooms.firstIndex(where: { $0.connection === connection }) else { return }
    rooms[index].count = room
  }

  /// The connection takes no more calls; it is open until `closed`.
  package mutating func retired(_ connection: Shared) {
    rooms.removeAll { $0.connection === connection }
  }

  package mutating func closed(_ connection: Exclusive) {
    open -= 1
    idle.removeAll { $0 === connection }
  }

  package mutating func closed(_ connection: Shared) {
    open -= 1
    retired(connection)
  }

  /// The connection that has been idle for the longest time.
  package var longestIdle: Exclusive? { idle.first }

  /// Every connection that no call holds alone.
  package var unleased: (idle: [Exclusive], shared: [Shared]) { (idle, rooms.map(\.connection)) }
}

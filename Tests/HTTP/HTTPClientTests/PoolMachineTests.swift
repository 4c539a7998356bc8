// SPDX-License-Identifier: Apache-2.0

import HTTPClient
import Testing

@Suite struct `Decisions of a connection pool` {
  private final class Exclusive {}
  private final class Shared {}
  private final class Call {}
  private typealias Machine = PoolMachine<Exclusive, Shared, Call>

  /// A machine that expectations can ask to change.
  private final class Pool {
    var machine: Machine

    init(_ sharing: Machine.Sharing, connections: Int = 10, waiting: Int = 10) {
      machine = Machine(.init(connections: connections, waiting: waiting), sharing)
    }

    func enqueue(_ call: Call = Call()) -> Bool { machine.enqueue(call) }
    func withdraw(_ call: Call) -> Bool { machine.withdraw(call) }
    func fill(_ count: Int) { for _ in 0..<count { _ = enqueue() } }
    func assign() -> Machine.Assignment? { machine.assign() }
    func takeIdle() -> Exclusive? { machine.takeIdle() }
    func takeRoom() -> Shared? { machine.takeRoom() }
    /// How many calls hear of a connection that could not be opened.
    func failDial() -> Int { machine.dialFailed().count }

    /// Opens as many connections as the machine wants at once.
    func dialAll() -> Int {
      var count = 0
      while machine.wantsConnection {
        machine.beganDialling()
        count += 1
      }
      return count
    }
  }

  @Test func `A pool opens one HTTP/1 connection for each waiting call, up to its limit`() {
    let pool = Pool(.exclusive, connections: 3)
    pool.fill(5)
    #expect(pool.dialAll() == 3)
  }

  @Test(arguments: [true, false])
  func `A pool opens one connection while calls share it, or while that is not known`(
    isKnown: Bool
  ) {
    let pool = Pool(isKnown ? .shared : .unknown)
    pool.fill(5)
    #expect(pool.dialAll() == 1)
  }

  @Test func `A pool opens more connections when the first turns out not to be shared`() {
    let pool = Pool(.unknown)
    pool.fill(4)
    #expect(pool.dialAll() == 1)
    pool.machine.opened(Exclusive())
    #expect(pool.assign() != nil)
    #expect(pool.dialAll() == 3)
  }

  @Test func `A pool refuses a call when its queue is full`() {
    let pool = Pool(.exclusive, waiting: 2)
    pool.fill(1)
    pool.fill(1)
    #expect(!pool.enqueue())
  }

  @Test func `A pool serves calls in the order in which they came`() {
    let pool = Pool(.exclusive, waiting: 1_000)
    let calls = (0..<300).map { _ in Call() }
    for call in calls { #expect(pool.enqueue(call)) }
    #expect(pool.withdraw(calls[1]))
    #expect(!pool.withdraw(calls[1]))
    let connection = Exclusive()
    pool.machine.beganDialling()
    pool.machine.opened(connection)
    for call in calls where call !== calls[1] {
      guard case .exclusive(let taken, let served) = pool.assign() else {
        Issue.record("no call was served")
        return
      }
      #expect(taken === connection && served === call)
      #expect(pool.assign() == nil)
      pool.machine.freed(taken)
    }
    #expect(pool.machine.waiting == 0)
  }

  @Test func `A call whose connection turned out to be closed is the next one served`() {
    let pool = Pool(.exclusive)
    let calls = [Call(), Call()]
    for call in calls { #expect(pool.enqueue(call)) }
    for _ in 0..<2 {
      pool.machine.beganDialling()
      pool.machine.opened(Exclusive())
    }
    guard case .exclusive(let ended, let first) = pool.assign() else {
      Issue.record("no call was served")
      return
    }
    pool.machine.closed(ended)
    pool.machine.putBack(first)
    #expect(pool.machine.waiting == 2)
    guard case .exclusive(_, let again) = pool.assign() else {
      Issue.record("no call was served again")
      return
    }
    #expect(again === calls[0])
  }

  @Test func `A pool uses the connection that was used last`() {
    let pool = Pool(.exclusive)
    let (first, second) = (Exclusive(), Exclusive())
    for connection in [first, second] {
      pool.machine.beganDialling()
      pool.machine.opened(connection)
    }
    #expect(pool.takeIdle() === second)
    #expect(pool.machine.longestIdle === first)
    pool.machine.freed(second)
    #expect(pool.takeIdle() === second)
  }

  @Test func `A shared connection takes as many calls as it has streams for`() {
    let pool = Pool(.shared)
    pool.fill(5)
    let connection = Shared()
    pool.machine.beganDialling()
    pool.machine.opened(connection, room: 3)
    var served = 0
    while pool.assign() != nil { served += 1 }
    #expect(served == 3)
    #expect(pool.dialAll() == 1)
    pool.machine.setRoom(1, of: connection)
    #expect(pool.assign() != nil)
    #expect(pool.assign() == nil)
  }

  @Test func `A shared connection beside exclusive ones takes the calls that may share it`() {
    let pool = Pool(.exclusive)
    let (own, shared) = (Exclusive(), Shared())
    pool.machine.beganDialling()
    pool.machine.opened(own)
    pool.machine.joined(shared)
    #expect(pool.takeRoom() == nil)
    pool.machine.setRoom(2, of: shared)
    let calls = [Call(), Call(), Call()]
    for call in calls { #expect(pool.enqueue(call)) }
    guard case .shared(_, let first) = pool.machine.assign(shares: { $0 !== calls[1] }),
      case .exclusive(_, let second) = pool.machine.assign(shares: { $0 !== calls[1] })
    else {
      Issue.record("a call got the wrong connection")
      return
    }
    #expect(first === calls[0] && second === calls[1])
    #expect(pool.machine.assign(shares: { _ in false }) == nil)
    // The one that waits and the one that has a connection of its own.
    #expect(pool.machine.busy == 2)
    #expect(pool.dialAll() == 1)
  }

  @Test func `A retired connection takes no calls and counts against the limit until it is closed`()
  {
    let pool = Pool(.shared, connections: 1)
    let connection = Shared()
    pool.machine.beganDialling()
    pool.machine.opened(connection, room: 3)
    pool.machine.retired(connection)
    #expect(pool.takeRoom() == nil)
    pool.fill(1)
    #expect(!pool.machine.wantsConnection)
    pool.machine.closed(connection)
    #expect(pool.machine.wantsConnection)
  }

  @Test func `A failed HTTP/1 connection fails one waiting call`() {
    let pool = Pool(.exclusive)
    pool.fill(3)
    #expect(pool.dialAll() == 3)
    #expect(pool.failDial() == 1)
    #expect(pool.machine.waiting == 2)
    // A call that another connection has served meanwhile leaves nobody to be told.
    pool.machine.opened(Exclusive())
    #expect(pool.assign() != nil)
    #expect(pool.failDial() == 1)
    #expect(pool.machine.waiting == 0)
  }

  @Test func `A failed shared connection fails all waiting calls`() {
    for sharing in [Machine.Sharing.unknown, .shared] {
      let pool = Pool(sharing)
      pool.fill(3)
      #expect(pool.dialAll() == 1)
      #expect(pool.failDial() == 3)
      #expect(pool.machine.isEmpty)
    }
  }

  @Test func `A closed connection makes room for a new one`() {
    let pool = Pool(.exclusive, connections: 1)
    let connection = Exclusive()
    pool.machine.beganDialling()
    pool.machine.opened(connection)
    #expect(pool.takeIdle() === connection)
    pool.fill(1)
    #expect(!pool.machine.wantsConnection)
    pool.machine.closed(connection)
    #expect(pool.machine.wantsConnection)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Reactor
import Testing

@testable import HTTPServer

@Suite struct `Deadlines of a server connection` {
  /// A deadline that expectations can ask, with 20 seconds to take output and 75 between requests.
  private final class Client {
    private var deadline = ConnectionDeadline(at(0))
    private let limits = ServerLimits().timeouts

    static func at(_ seconds: Int) -> Instant { Instant(nanoseconds: 0) + .seconds(seconds) }

    func act(_ act: (inout ConnectionDeadline) -> Void) { act(&deadline) }

    /// What is overdue, looked for as often as the deadline asks.
    func overdue(from start: Int, to end: Int, unacknowledged: (Int) -> Int) -> (Int, Overdue)? {
      for second in start...end where deadline.nextLook(limits) <= Self.at(second) {
        let queued = unacknowledged(second)
        switch deadline.overdue(limits, unacknowledged: queued, Self.at(second)) {
        case .sending: return (second, .sending)
        case .awaiting(.request): return (second, .request)
        case .awaiting: return (second, .other)
        case nil: break
        }
      }
      return nil
    }
  }

  private enum Overdue { case sending, request, other }

  @Test
  func `A connection lasts while its output is acknowledged, even if the kernel takes no more`() {
    let client = Client()
    client.act {
      $0.wait(for: .handler, Client.at(0))
      $0.beginSending(unacknowledged: 4_000_000, Client.at(0))
    }
    #expect(client.overdue(from: 1, to: 200) { 4_000_000 - $0 * 2_000 } == nil)
  }

  @Test func `A connection ends 20 seconds after output that is not acknowledged`() throws {
    let client = Client()
    client.act {
      $0.wait(for: .handler, Client.at(0))
      $0.beginSending(unacknowledged: 100_000, Client.at(0))
      $0.sent(3_900_000)
    }
    let end = try #require(client.overdue(from: 1, to: 200) { _ in 4_000_000 })
    #expect(end.0 == 20 && end.1 == .sending)
  }

  @Test func `A connection ends at most five seconds late when its client stops reading`() throws {
    let client = Client()
    client.act {
      $0.wait(for: .handler, Client.at(0))
      $0.beginSending(unacknowledged: 4_000_000, Client.at(0))
    }
    let end = try #require(
      client.overdue(from: 1, to: 200) { $0 < 31 ? 4_000_000 - $0 * 100_000 : 1_000_000 }
    )
    #expect((50...55).contains(end.0) && end.1 == .sending)
  }

  @Test func `The time between two requests begins when the response has been sent`() throws {
    let client = Client()
    client.act {
      $0.beginSending(unacknowledged: 4_000_000, Client.at(0))
      $0.wait(for: .request, Client.at(1))
    }
    #expect(client.overdue(from: 1, to: 100) { 4_000_000 - $0 * 10_000 } == nil)
    client.act { $0.endSending(Client.at(100)) }
    let end = try #require(client.overdue(from: 101, to: 300) { _ in 0 })
    #expect(end.0 == 175 && end.1 == .request)
  }
}

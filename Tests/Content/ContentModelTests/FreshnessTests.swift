// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Testing

@Suite struct `Freshness of composed answers` {
  private static let instants = [UnixTime.distantPast, UnixTime(seconds: 5), .distantFuture]

  /// A few of every kind.
  private static let parts = Privacy.allCases.flatMap { privacy in
    instants.flatMap { since in
      instants.flatMap { expire in
        instants.map { change in
          Freshness(since: since, expire: expire, change: change, privacy: privacy)
        }
      }
    }
  }

  @Test
  func
    `The freshness of a composed answer does not depend on the order or repetition of its parts`()
  {
    for one in Self.parts {
      #expect(one.joined(with: one) == one)
      #expect(one.joined(with: .unlimited) == one)
      for other in Self.parts.indices where other % 7 == 0 {
        let other = Self.parts[other]
        let both = one.joined(with: other)
        #expect(both == other.joined(with: one))
        #expect(both.joined(with: other) == both)
        for third in Self.parts.indices where third % 11 == 0 {
          let third = Self.parts[third]
          #expect(both.joined(with: third) == one.joined(with: other.joined(with: third)))
        }
      }
    }
  }

  @Test func `The freshness of a composed answer is never better than that of any part`() {
    for one in Self.parts {
      for other in Self.parts {
        let both = one.joined(with: other)
        #expect(both.since >= one.since && both.expire <= one.expire)
        #expect(both.change <= one.change && both.privacy >= one.privacy)
      }
    }
  }

  @Test(arguments: [
    (10, 100, Privacy.shared, 60, 60), (10, 30, .shared, 60, 20), (10, 10, .shared, 60, 0),
    (10, 5, .shared, 60, 0), (10, 100, .sharedByGateway, 60, 60), (10, 100, .visitor, 60, 0),
    (10, 100, .nobody, 60, 0), (10, Int64.max, .shared, 60, 60), (.min, .max, .shared, 60, 60),
    (10, 100, .shared, -5, 0), (10, 100, .shared, .max, 90),
  ])
  func `The stale window of a composed answer ends at its next change`(
    _ expire: Int64,
    _ change: Int64,
    _ privacy: Privacy,
    _ declared: Int,
    _ expected: Int
  ) {
    let freshness = Freshness(
      since: .distantPast,
      expire: UnixTime(seconds: expire),
      change: UnixTime(seconds: change),
      privacy: privacy
    )
    #expect(freshness.staleWindow(declared) == expected)
  }
}

@Suite struct `Freshness windows` {
  @Test
  func `A freshness window has the same bounds at every second in it, cut by the changes around`() {
    let now = UnixTime(seconds: 1_000_000)
    let plain = Freshness(at: now, ttl: 600, name: "a", boundary: nil)
    #expect(plain.since <= now && plain.expire > now)
    #expect(plain.expire.seconds - plain.since.seconds == 600)
    #expect(plain.change == .distantFuture)
    for second in plain.since.seconds..<plain.expire.seconds {
      let other = Freshness(
        at: UnixTime(seconds: second),
        ttl: 600,
        name: "a",
        boundary: nil
      )
      #expect(other == plain)
    }
    let changed = Freshness(
      at: now,
      ttl: 600,
      name: "a",
      boundary: UnixTime(seconds: now.seconds + 1),
      lastBoundary: UnixTime(seconds: now.seconds - 1)
    )
    #expect(changed.since.seconds == max(plain.since.seconds, now.seconds - 1))
    #expect(changed.expire.seconds == now.seconds + 1 || changed.expire == plain.expire)
    #expect(changed.change.seconds == now.seconds + 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Testing

/// One entry for all cases: fresh until 100, refreshed until 150, good on errors until 300.
private let lifetime = EntryLifetime(
  storedAt: 0,
  freshUntil: 100,
  staleWhileRevalidateUntil: 150,
  staleIfErrorUntil: 300
)

/// An instant, a purge and the next allowed fetch, with what is to come of it.
struct StalenessCase: Sendable, CustomTestStringConvertible {
  var now: Int64
  var purge = Int64.max
  var nextFetch = Int64.min
  var expected: Staleness

  var testDescription: String { "at \(now), purged \(purge), next fetch \(nextFetch)" }

  static let unpurged: [StalenessCase] = [
    .init(now: .min, expected: .refreshing), .init(now: -5_001, expected: .refreshing),
    .init(now: -5_000, expected: .fresh),
    .init(now: 0, expected: .fresh),
    .init(now: 99, expected: .fresh),
    .init(now: 100, expected: .refreshing),
    .init(now: 149, expected: .refreshing),
    .init(now: 150, expected: .onlyOnError),
    .init(now: 299, expected: .onlyOnError),
    .init(now: 300, expected: .dead),
    .init(now: .max, expected: .dead),
  ]

  static let held: [StalenessCase] = [
    .init(now: 99, nextFetch: 200, expected: .fresh),
    .init(now: 100, nextFetch: 200, expected: .held),
    .init(now: 149, nextFetch: 149, expected: .refreshing),
    .init(now: 199, nextFetch: 200, expected: .held),
    .init(now: 200, nextFetch: 200, expected: .onlyOnError),
    .init(now: 300, nextFetch: 400, expected: .dead),
  ]

  static let purged: [StalenessCase] = [
    // A loop whose clock is behind sees the purge all the same.
    .init(now: 39, purge: 40, expected: .refreshing),
    .init(now: 39, purge: 140, expected: .refreshing),
    .init(now: 40, purge: 40, expected: .refreshing),
    .init(now: 89, purge: 40, expected: .refreshing),
    .init(now: 90, purge: 40, expected: .onlyOnError),
    .init(now: 239, purge: 40, expected: .onlyOnError),
    .init(now: 240, purge: 40, expected: .dead),
    // A purge does not make a stale entry younger.
    .init(now: 149, purge: 140, expected: .refreshing),
    .init(now: 150, purge: 140, expected: .onlyOnError),
    // A hard purge is before all instants.
    .init(now: 0, purge: .min, expected: .dead),
    .init(now: 299, purge: .min, expected: .dead),
  ]
}

@Suite struct `The staleness of an entry` {
  @Test(arguments: StalenessCase.unpurged + StalenessCase.held + StalenessCase.purged)
  func `The staleness of an entry follows from its instants alone`(example: StalenessCase) {
    #expect(
      lifetime.staleness(
        at: example.now,
        purgedAt: example.purge,
        nextFetch: example.nextFetch
      ) == example.expected
    )
  }

  @Test func `An entry without stale windows is dead when it is no longer fresh`() {
    let short = EntryLifetime(storedAt: 0, freshUntil: 100)
    #expect(short.staleness(at: 99) == .fresh)
    #expect(short.staleness(at: 100) == .dead)
  }

  @Test(arguments: [120, 160, 90] as [Int64])
  func `An entry is dead from the instant at which its content changes`(_ notAfter: Int64) {
    let changing = EntryLifetime(
      storedAt: 0,
      freshUntil: 100,
      staleWhileRevalidateUntil: 150,
      staleIfErrorUntil: 300,
      notAfter: notAfter
    )
    for now in 0..<notAfter {
      #expect(changing.staleness(at: now) == lifetime.staleness(at: now))
    }
    for now in [notAfter, notAfter + 1, 299, .max] {
      #expect(changing.staleness(at: now) == .dead)
      // A purge before it does not move it on.
      #expect(changing.staleness(at: now, purgedAt: 10) == .dead)
      #expect(changing.staleness(at: now, nextFetch: .max) == .dead)
    }
    #expect(changing.staleness(at: 15, purgedAt: 10) == .refreshing)
  }

  @Test func `A stale window that ends before the freshness has no effect`() {
    let odd = EntryLifetime(
      storedAt: 0,
      freshUntil: 100,
      staleWhileRevalidateUntil: 50,
      staleIfErrorUntil: 60
    )
    #expect(odd.staleness(at: 99) == .fresh)
    #expect(odd.staleness(at: 100) == .dead)
  }

  @Test(arguments: [Int64.min, -1, 0, 1, .max])
  func `Staleness is computed without overflow for the smallest and largest instants`(
    instant: Int64
  ) {
    let endless = EntryLifetime(
      storedAt: 0,
      freshUntil: .min,
      staleWhileRevalidateUntil: .max,
      staleIfErrorUntil: .max
    )
    #expect(endless.staleness(at: instant) == (instant == .max ? .dead : .refreshing))
    let lasting = EntryLifetime(storedAt: 0, freshUntil: .max)
    #expect(lasting.staleness(at: 0, purgedAt: instant) == (instant == .max ? .fresh : .dead))
  }
}

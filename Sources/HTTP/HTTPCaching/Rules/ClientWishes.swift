// SPDX-License-Identifier: Apache-2.0

/// The request directives that a cache follows, each of which a route may pass over.
package struct ClientWishes: OptionSet, Sendable {
  package let rawValue: UInt16

  package init(rawValue: UInt16) { self.rawValue = rawValue }

  package static let maxAge = ClientWishes(rawValue: 1 << 0)
  package static let minFresh = ClientWishes(rawValue: 1 << 1)
  package static let maxStale = ClientWishes(rawValue: 1 << 2)
  package static let noCache = ClientWishes(rawValue: 1 << 3)
  package static let noStore = ClientWishes(rawValue: 1 << 4)
  package static let onlyIfCached = ClientWishes(rawValue: 1 << 5)
  package static let staleIfError = ClientWishes(rawValue: 1 << 6)
  /// `Pragma: no-cache` of a request without Cache-Control.
  package static let pragma = ClientWishes(rawValue: 1 << 7)

  package static let all: ClientWishes = [
    .maxAge, .minFresh, .maxStale, .noCache, .noStore, .onlyIfCached, .staleIfError, .pragma,
  ]
}

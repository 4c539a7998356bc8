// SPDX-License-Identifier: Apache-2.0

/// The times of a cache entry, as absolute instants in milliseconds of Unix time.
package struct EntryLifetime: Sendable, Equatable {
  package let storedAt: Int64
  /// Milliseconds by which the clocks of two loops may differ: they read it once in a turn.
  static let clockTolerance: Int64 = 5_000
  /// The most milliseconds for which no fetch begins behind a failed one.
  static let longestPause: Int64 = 60_000
  /// From this instant on the entry is stale.
  package let freshUntil: Int64
  /// From this instant on the entry is of no use, whatever its windows are, since its content has
  /// changed.
  package let notAfter: Int64
  /// Length of the stale-while-revalidate window after the end of freshness; the largest number
  /// means without end.
  private let revalidateWindow: Int64
  private let errorWindow: Int64

  /// A window that would end before the entry is stale has no effect.
  package init(
    storedAt: Int64,
    freshUntil: Int64,
    staleWhileRevalidateUntil: Int64 = .min,
    staleIfErrorUntil: Int64 = .min,
    notAfter: Int64 = .max
  ) {
    self.storedAt = storedAt
    self.notAfter = notAfter
    self.freshUntil = min(freshUntil, notAfter)
    revalidateWindow = EntryLifetime.length(from: freshUntil, to: staleWhileRevalidateUntil)
    errorWindow = EntryLifetime.length(from: freshUntil, to: staleIfErrorUntil)
  }

  /// Until then a stale entry may be served while one fetch refreshes it (RFC 5861 section 3).
  package var staleWhileRevalidateUntil: Int64 { end(of: revalidateWindow) }

  /// Until then a stale entry may be served when the fetch fails (RFC 5861 section 4).
  package var staleIfErrorUntil: Int64 { end(of: errorWindow) }

  /// Returns the lifetime after a purge: stale from that instant on, with windows of the same
  /// length that begin then. So a caller who asks an hour after a purge does not get the old answer
  /// because it was meant to be fresh for a day.
  func ended(at purge: Int64) -> EntryLifetime {
    guard purge < freshUntil else { return self }
    return EntryLifetime(
      storedAt: storedAt,
      freshUntil: purge,
      staleWhileRevalidateUntil: purge.addingSaturating(revalidateWindow),
      staleIfErrorUntil: purge.addingSaturating(errorWindow),
      notAfter: notAfter
    )
  }

  private func end(of window: Int64) -> Int64 {
    window == .max ? notAfter : min(freshUntil.addingSaturating(window), notAfter)
  }

  private static func length(from start: Int64, to end: Int64) -> Int64 {
    guard end > start else { return 0 }
    let (length, overflow) = end.subtractingReportingOverflow(start)
    return overflow ? .max : length
  }
}

extension FixedWidthInteger {
  /// Returns the sum, or the nearest representable number.
  func addingSaturating(_ other: Self) -> Self {
    let (sum, overflow) = addingReportingOverflow(other)
    guard overflow else { return sum }
    return other < 0 ? .min : .max
  }
}

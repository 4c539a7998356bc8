// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// What the clocks of a place show, now and then: daylight saving and every change of the law that tzdata
/// knows.
package struct ZoneRules: Sendable, Hashable {
  package let name: String
  /// The instants from which on another distance holds, in their order.
  let transitions: [Int64]
  /// For each of them the seconds that the clock is ahead of UTC from then on.
  let offsets: [Int32]
  /// The distance before the first of them.
  let first: Int32
  /// What comes behind the last of them every year; `nil` if its distance stays.
  let yearly: YearlyZoneRule?

  /// Seconds that the clock is ahead of UTC at an instant.
  package func offset(at instant: UnixTime) -> Int {
    let seconds = instant.seconds
    guard let last = transitions.last, seconds < last else {
      return Int(yearly?.offset(at: instant) ?? offsets.last ?? first)
    }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= seconds { low = middle + 1 } else { high = middle }
    }
    return Int(low == 0 ? first : offsets[low - 1])
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

/// How far a clock is ahead of UTC: always as far, or as the rules of a place say.
package enum ClockZone: Sendable, Hashable {
  case offset(ZoneOffset)
  case rules(ZoneRules)

  package static let utc = ClockZone.offset(.utc)

  /// Seconds that the clock is ahead of UTC at an instant.
  package func offset(at instant: UnixTime) -> Int {
    switch self {
    case .offset(let offset): offset.seconds
    case .rules(let rules): rules.offset(at: instant)
    }
  }
}

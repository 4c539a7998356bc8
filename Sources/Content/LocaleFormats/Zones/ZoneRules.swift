// SPDX-License-Identifier: Apache-2.0

package import ContentModel

/// The UTC offsets of a place over time, with daylight saving and every legal change in tzdata.
package struct ZoneRules: Sendable, Hashable {
  package let name: String
  /// The instants at which the offset changes, in order.
  let transitions: [Int64]
  /// The offset from UTC in seconds from each transition on.
  let offsets: [Int32]
  /// The offset before the first transition.
  let first: Int32
  /// The rule after the last transition; `nil` if the offset stays.
  let yearly: YearlyZoneRule?

  /// Returns the offset from UTC in seconds at an instant.
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

/// A fixed UTC offset or the rules of a place.
package enum ClockZone: Sendable, Hashable {
  case offset(ZoneOffset)
  case rules(ZoneRules)

  package static let utc = ClockZone.offset(.utc)

  /// Returns the offset from UTC in seconds at an instant.
  package func offset(at instant: UnixTime) -> Int {
    switch self {
    case .offset(let offset): offset.seconds
    case .rules(let rules): rules.offset(at: instant)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The visitors who ask for an answer: as many in each hour as there were, at random instants in it.
struct ForecastVisitors {
  private static let hour = 3_600.0
  /// More of them are drawn as if they came without end, at their rate.
  private static let drawnOneByOne = 32

  private let counts: [Int]
  private let begin: Double
  /// The hour that `left` is of.
  private var place = 0
  /// The number of visitors that still come between `time` and the end of the hour.
  private var left: Int
  private var time: Double

  /// - Parameter counts: the visitors of each hour, the first of which begins at `begin`.
  init(_ counts: [Int], since begin: Double) {
    self.counts = counts
    self.begin = begin
    time = begin
    left = counts.first ?? 0
  }

  /// When the first one comes at or after an instant; `nil` for nobody. Instants may only grow.
  mutating func next(after instant: Double, _ random: inout ForecastRandom) -> Double? {
    while place < counts.count {
      let end = begin + Double(place + 1) * ForecastVisitors.hour
      let start = max(instant, time)
      if start < end, left > 0 {
        skip(to: start, of: end, &random)
        if let found = draw(until: end, &random) { return found }
      }
      place += 1
      time = end
      left = place < counts.count ? counts[place] : 0
    }
    return nil
  }

  /// Leaves out those who come before an instant.
  private mutating func skip(to instant: Double, of end: Double, _ random: inout ForecastRandom) {
    let share = (end - instant) / (end - time)
    time = instant
    guard share < 1 else { return }
    if left <= ForecastVisitors.drawnOneByOne {
      left = (0..<left).count { _ in random.uniform() < share }
    } else {
      left = random.rounded(Double(left) * share)
    }
  }

  private mutating func draw(until end: Double, _ random: inout ForecastRandom) -> Double? {
    guard left > 0 else { return nil }
    let first: Double
    if left <= ForecastVisitors.drawnOneByOne {
      first = (0..<left).reduce(1) { least, _ in min(least, random.uniform()) }
      left -= 1
    } else {
      first = min(1, random.exponential() / Double(left))
      left = random.rounded(Double(left) * (1 - first))
    }
    time += first * (end - time)
    return time
  }
}

/// Random numbers that are the same in every forecast (SplitMix64).
struct ForecastRandom {
  private var state: UInt64

  init(_ seed: UInt64 = 0) { state = 0x5EED &+ seed &* 0x2545_F491_4F6C_DD1D }

  /// A number above 0 and below 1.
  mutating func uniform() -> Double {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    word ^= word >> 31
    return (Double(word >> 11) + 0.5) * 0x1p-53
  }

  /// The time until the next of events that come once in a unit of time on average.
  mutating func exponential() -> Double { -ForecastRandom.logarithm(uniform()) }

  /// One of the whole numbers beside a number, so that it is right on average.
  mutating func rounded(_ number: Double) -> Int {
    let whole = number.rounded(.down)
    return Int(whole) + (uniform() < number - whole ? 1 : 0)
  }

  /// Divides requests among those who may have made them, by their shares.
  mutating func split(
    _ count: Int,
    by shares: [(audience: String, share: Double)]
  ) -> [(audience: String, count: Int)] {
    guard shares.count > 1 else { return shares.map { ($0.audience, count) } }
    var (left, rest) = (count, 1.0)
    var parts: [(String, Int)] = []
    for (audience, share) in shares where left > 0 {
      let chance = min(1, share / max(rest, share))
      let part: Int
      if left <= 64 {
        part = chance >= 1 ? left : (0..<left).count { _ in uniform() < chance }
      } else {
        part = min(left, rounded(Double(left) * chance))
      }
      if part > 0 { parts.append((audience, part)) }
      left -= part
      rest -= share
    }
    if left > 0, let last = shares.last { parts.append((last.audience, left)) }
    return parts
  }

  /// The natural logarithm of a number above 0 and below 1, to about 12 digits.
  private static func logarithm(_ value: Double) -> Double {
    let mantissa = value.significand
    // ln(m) = 2 artanh((m - 1) / (m + 1)), which converges fast for m from 1 to 2.
    let ratio = (mantissa - 1) / (mantissa + 1)
    let square = ratio * ratio
    var (sum, power) = (0.0, ratio)
    for odd in stride(from: 1.0, through: 23, by: 2) {
      sum += power / odd
      power *= square
    }
    return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
import Plans
import Sites

// The cache is simulated with the gateway's own windows of freshness. Visitors come at random, as often as in
// that hour of the day, so that only those have to be drawn who find nothing fresh: the next one after an
// answer has expired. Whoever comes before is a hit.
//
// A formula is no substitute. Beside this simulation of 17 mixtures of visitors, lifetimes and stale windows, hits as
// rT/(1+rT) were off by up to 42 points with the rates of each hour, and by up to 15 with the rate of the day: most
// things are asked for a few times a day, at whole windows of freshness, and share the answers of calls. A formula with
// all of that in it was as long, and still off by 10 points where calls are used stale.

/// Simulates what a cache makes of a day's requests.
struct ForecastSimulation {
  /// More renewals of answers are not simulated.
  private static let maximumRenewals = 20_000_000
  /// The same day is simulated so often, unless so many renewals are enough: what few visitors find in a cache
  /// differs by chance.
  private static let days = 16
  private static let enoughRenewals = 2_000_000
  private static let hour = 3_600.0

  struct Outcome {
    var misses: [DocumentNumber: Double] = [:]
    var calls: [String: Double] = [:]
    var bytes: [DocumentNumber: Double] = [:]
    var fragmentBytes = 0.0
    var isCutShort = false
    fileprivate var renewals = 0

    fileprivate var allMisses: Double { misses.values.reduce(0, +) }

    /// Adds a share of what another day has brought.
    fileprivate mutating func add(_ other: Outcome, _ share: Double) {
      for (number, count) in other.misses { misses[number, default: 0] += count * share }
      for (backend, count) in other.calls { calls[backend, default: 0] += count * share }
      for (number, count) in other.bytes { bytes[number, default: 0] += count * share }
      fragmentBytes += other.fragmentBytes * share
      isCutShort = isCutShort || other.isCutShort
    }
  }

  private struct Answer {
    let key: ForecastKey
    let weight: Double
    var visitors: ForecastVisitors
    let lifetimes: DocumentLifetimes
    /// For how many seconds it is given while it is renewed.
    let staleSeconds: Double
    let fragments: [Int]
    /// Until when it is fresh; before all instants while there is none.
    var expire = -Double.infinity
  }

  private struct Fragment {
    let backend: String
    let weight: Double
    let seconds: Double
    let staleSeconds: Double
    let bytes: Double
    var expire = -Double.infinity
  }

  private let edition: Edition
  private let begin: Double
  private let end: Double
  private let sizes: [DocumentNumber: Int]
  private var answers: [Answer] = []
  private var fragments: [Fragment] = []

  init(
    _ edition: Edition,
    _ sketch: TrafficSketch,
    _ traffic: [ForecastKey: [Int]],
    _ sizes: [DocumentNumber: Int],
    seal: any TokenSeal
  ) {
    self.edition = edition
    self.sizes = sizes
    let newest = sketch.newestHour ?? 0
    end = Double(newest + 1) * ForecastSimulation.hour
    begin = end - Double(TrafficSketch.hours) * ForecastSimulation.hour
    let places = (0..<TrafficSketch.hours).map { offset in
      TrafficSketch.place(newest + 1 + Int64(offset))
    }
    var calls = ForecastCalls(edition, sketch, seal: seal)
    var numbers: [ForecastCalls.Key: Int] = [:]
    let ordered = traffic.sorted { $0.key.order < $1.key.order }
    for (key, byHour) in ordered {
      let weight = key.thing == nil ? 1 : sketch.weight
      var own: [Int] = []
      for call in calls.calls(of: key) {
        if let known = numbers[call.key] {
          own.append(known)
          continue
        }
        numbers[call.key] = fragments.count
        own.append(fragments.count)
        fragments.append(
          Fragment(
            backend: call.key.backend,
            weight: call.key.thing == nil ? 1 : weight,
            seconds: call.seconds,
            staleSeconds: call.staleSeconds,
            bytes: call.bytes
          )
        )
      }
      let lifetimes = edition.draft(key.document).lifetimes
      // A document without a plan is made at once when it has expired.
      let isPlanned = edition.planned(key.document) != nil
      answers.append(
        Answer(
          key: key,
          weight: weight,
          visitors: ForecastVisitors(places.map { byHour[$0] }, since: begin),
          lifetimes: lifetimes,
          staleSeconds: isPlanned ? Double(lifetimes.staleWhileRevalidate) : 0,
          fragments: own
        )
      )
    }
  }

  /// Simulates the day several times; returns the mean, and the standard deviation of the misses of a day.
  func mean() -> (outcome: Outcome, spread: Double) {
    var days: [Outcome] = []
    var renewals = 0
    while days.count < ForecastSimulation.days, renewals < ForecastSimulation.enoughRenewals {
      let day = day(UInt64(days.count))
      renewals += day.renewals
      days.append(day)
    }
    let share = 1 / Double(days.count)
    var mean = Outcome()
    for day in days { mean.add(day, share) }
    let (all, number) = (mean.allMisses, Double(days.count))
    let squares = days.reduce(0) { $0 + ($1.allMisses - all) * ($1.allMisses - all) }
    return (mean, days.count > 1 ? (squares / (number - 1)).squareRoot() : 0)
  }

  /// Simulates the day once.
  private consuming func day(_ seed: UInt64) -> Outcome {
    var outcome = Outcome()
    var random = ForecastRandom(seed)
    var queue = ForecastQueue()
    for index in answers.indices {
      if let time = answers[index].visitors.next(after: begin, &random) {
        queue.insert(time, index)
      }
    }
    while let (time, index) = queue.next() {
      outcome.renewals += 1
      guard outcome.renewals <= ForecastSimulation.maximumRenewals else {
        outcome.isCutShort = true
        break
      }
      let answer = answers[index]
      if time >= answer.expire + answer.staleSeconds {
        outcome.misses[answer.key.document, default: 0] += answer.weight
      }
      let expire = renew(answer, at: time, &outcome)
      answers[index].expire = expire
      if let next = answers[index].visitors.next(after: expire, &random) {
        queue.insert(next, index)
      }
    }
    for answer in answers {
      outcome.misses[answer.key.document, default: 0] += 0
      let lifetimes = answer.lifetimes
      let kept = Double(max(lifetimes.staleWhileRevalidate, lifetimes.staleIfError))
      guard answer.expire + kept >= end else { continue }
      outcome.bytes[answer.key.document, default: 0] +=
        Double(sizes[answer.key.document] ?? 0) * answer.weight
    }
    for fragment in fragments where fragment.expire > -Double.infinity {
      outcome.fragmentBytes += fragment.bytes * fragment.weight
    }
    return outcome
  }

  /// Composes an answer; returns until when it is fresh.
  private mutating func renew(_ answer: Answer, at time: Double, _ outcome: inout Outcome) -> Double
  {
    let now = UnixTime(seconds: Int64(time))
    let draft = edition.draft(answer.key.document)
    let window = Freshness(
      at: now,
      ttl: draft.lifetimes.ttl,
      name: draft.path,
      boundary: edition.resolver.nextBoundary(of: answer.key.document, after: now)
    )
    var expire = Double(window.expire.seconds)
    for number in answer.fragments {
      let fragment = fragments[number]
      if time >= fragment.expire {
        outcome.calls[fragment.backend, default: 0] += fragment.weight
        let isStale = time < fragment.expire + fragment.staleSeconds
        fragments[number].expire = Double(now.seconds) + fragment.seconds
        if isStale {
          expire = min(expire, Double(now.seconds + Freshness.degradedSeconds))
        }
      }
      expire = min(expire, fragments[number].expire)
    }
    // A lifetime of nothing is not kept, and the next visitor is a miss again.
    return max(expire, time)
  }
}

/// The next visitors, in the order in which they come.
struct ForecastQueue {
  private var heap: [(time: Double, index: Int)] = []

  mutating func insert(_ time: Double, _ index: Int) {
    heap.append((time, index))
    var place = heap.count - 1
    while place > 0, case let parent = (place - 1) / 2, heap[place].time < heap[parent].time {
      heap.swapAt(place, parent)
      place = parent
    }
  }

  mutating func next() -> (time: Double, index: Int)? {
    guard let first = heap.first, let last = heap.popLast() else { return nil }
    guard !heap.isEmpty else { return first }
    heap[0] = last
    var place = 0
    while true {
      var least = place
      for child in [2 * place + 1, 2 * place + 2]
      where child < heap.count && heap[child].time < heap[least].time {
        least = child
      }
      if least == place { return first }
      heap.swapAt(place, least)
      place = least
    }
  }
}

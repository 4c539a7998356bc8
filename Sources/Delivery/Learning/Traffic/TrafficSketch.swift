// SPDX-License-Identifier: Apache-2.0

// What a day's traffic was, in so little that a command can read it at once: how often each answer was given
// in each hour, and what visitors are like who say it in their requests. No visitor is in it, no address, no
// session and no installation.
//
// Answers whose URLs name something, such as an item, may be more than there is room for. Then a share of the
// things is left out, chosen by their hashes: each that stays stands for as many as its weight, with all its
// requests, so that it is known how many are asked for once and how many a thousand times (SHARDS, Waldspurger
// and others, FAST 2015).

/// A bounded summary of the last day's traffic of a site.
package struct TrafficSketch: Sendable, Equatable {
  /// The most kinds of answers; with their counts they take about ten megabytes.
  package static let maximumAnswers = 32_768
  /// The most kinds of visitors.
  package static let maximumVisitors = 4_096
  /// The most calls whose answers are summed up.
  package static let maximumCalls = 1_024
  package static let hours = 24

  /// A kind of answer, as visitors ask for it.
  package struct Answer: Sendable, Hashable {
    /// The path of the document as the site declares it.
    package let route: String
    /// The canonical token of the audience; empty for what is the same for everybody.
    package let audience: String
    /// Whether fields of the request told the audience, and not its URL.
    package let isByFields: Bool
    /// The view, format and coding.
    package let form: String
    /// The hash of what the URL names besides, such as an item; `nil` for nothing.
    package let thing: UInt64?

    package init(
      route: String,
      audience: String,
      isByFields: Bool,
      form: String,
      thing: UInt64? = nil
    ) {
      (self.route, self.audience, self.isByFields) = (route, audience, isByFields)
      (self.form, self.thing) = (form, thing)
    }

    /// The thing and the audience tell nearly all answers apart; texts take longer to hash than to compare.
    package func hash(into hasher: inout Hasher) {
      hasher.combine(thing)
      hasher.combine(audience)
      if thing == nil { hasher.combine(route) }
    }

    /// The numbers and texts that tell it from all others, the first ones first.
    fileprivate var order: (String, String, Int, String, UInt64) {
      (route, audience, isByFields ? 1 : 0, form, thing ?? 0)
    }
  }

  /// The number of times that an answer was given, by the hour.
  package struct Counts: Sendable, Equatable {
    /// By the number of the hour since 1970, modulo a day.
    package internal(set) var byHour = Array(repeating: 0, count: TrafficSketch.hours)
    /// The largest size in the cache.
    package internal(set) var bytes = 0

    package var total: Int { byHour.reduce(0, +) }

    fileprivate mutating func add(_ count: Int, bytes: Int, at place: Int) {
      byHour[place] += count
      self.bytes = max(self.bytes, bytes)
    }
  }

  /// The known sizes and lifetimes of the answers of a call.
  package struct Call: Sendable, Equatable {
    package internal(set) var count = 0
    /// The sum of their lifetimes.
    package internal(set) var seconds = 0
    /// The sum of their sizes in the cache.
    package internal(set) var bytes = 0
  }

  package private(set) var answers: [Answer: Counts] = [:]
  /// Visitors who asked the config URL, as the field `X-App` describes them, without anything that tells two of
  /// a kind apart; with the number of these requests. Others are not counted, since who has no token in his
  /// links would be counted more often than who has one.
  package private(set) var visitors: [String: Int] = [:]
  /// By the service and the name of the call.
  package private(set) var calls: [String: Call] = [:]
  /// Things whose hashes are larger are left out.
  package private(set) var largestThing = UInt64.max
  /// Requests that there was no room for.
  package private(set) var uncounted = 0
  /// The number of the newest hour since 1970; `nil` before the first request.
  package private(set) var newestHour: Int64?
  /// The number of the first hour.
  package private(set) var oldestHour: Int64?
  /// The name of the edition that was served last.
  package var edition: String?

  package init() {}

  /// The number of things for which one that is counted stands.
  package var weight: Double { Double(UInt64.max) / Double(max(1, largestThing)) }

  /// The answers in an order that is the same in every process.
  var ordered: [(key: Answer, value: Counts)] {
    answers.sorted { $0.key.order < $1.key.order }
  }

  /// The hours that are known, at most a day.
  package var knownHours: Int {
    guard let newestHour, let oldestHour else { return 0 }
    return Int(clamping: min(Int64(TrafficSketch.hours), newestHour - oldestHour + 1))
  }

  /// Whether a thing is counted.
  package func counts(_ thing: UInt64?) -> Bool { thing.map { $0 <= largestThing } ?? true }

  /// Adds requests for an answer.
  package mutating func add(_ answer: Answer, _ count: Int, bytes: Int, at seconds: Int64) {
    begin(hour: seconds / 3_600)
    guard counts(answer.thing), count > 0 else { return }
    let place = TrafficSketch.place(seconds / 3_600)
    if let index = answers.index(forKey: answer) {
      answers.values[index].add(count, bytes: bytes, at: place)
      return
    }
    while answers.count >= TrafficSketch.maximumAnswers {
      guard makeRoom() else {
        uncounted += count
        return
      }
      guard counts(answer.thing) else { return }
    }
    var counts = Counts()
    counts.add(count, bytes: bytes, at: place)
    answers[answer] = counts
  }

  /// Adds requests of visitors who are described by this.
  package mutating func add(visitor: String, _ count: Int) {
    if visitors[visitor] == nil, visitors.count >= TrafficSketch.maximumVisitors {
      // The rare ones make room for those that come now.
      visitors = visitors.compactMapValues { $0 > 1 ? $0 / 2 : nil }
      guard visitors.count < TrafficSketch.maximumVisitors else { return }
    }
    visitors[visitor, default: 0] += count
  }

  /// Adds an answer of a service.
  package mutating func add(call: String, seconds: Int, bytes: Int, count: Int = 1) {
    guard calls[call] != nil || calls.count < TrafficSketch.maximumCalls else { return }
    calls[call, default: Call()].count += count
    calls[call]?.seconds += seconds
    calls[call]?.bytes += bytes
  }

  /// A hash that is the same in every process (FNV-1a, finished as MurmurHash 3 does).
  package static func hash(_ texts: [String]) -> UInt64 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for text in texts {
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      hash = (hash ^ 0xFF) &* 0x100_0000_01B3
    }
    hash = (hash ^ (hash >> 33)) &* 0xFF51_AFD7_ED55_8CCD
    hash = (hash ^ (hash >> 33)) &* 0xC4CE_B9FE_1A85_EC53
    return hash ^ (hash >> 33)
  }

  static func place(_ hour: Int64) -> Int { Int(hour % Int64(hours)) }

  /// Lets go of what is more than a day old.
  private mutating func begin(hour: Int64) {
    guard let newest = newestHour else {
      (newestHour, oldestHour) = (hour, hour)
      return
    }
    guard hour > newest else { return }
    let passed = min(hour - newest, Int64(TrafficSketch.hours))
    let places = (0..<passed).map { TrafficSketch.place(hour - $0) }
    answers = answers.compactMapValues { counts in
      var counts = counts
      for place in places { counts.byHour[place] = 0 }
      return counts.total > 0 ? counts : nil
    }
    visitors = visitors.compactMapValues { count in
      // Forgotten by the hour, so that half of it is a day old at most.
      let left = count - count * Int(passed) / (2 * TrafficSketch.hours)
      return left > 0 ? left : nil
    }
    newestHour = hour
  }

  /// Leaves out half of the things; `false` where there are none.
  private mutating func makeRoom() -> Bool {
    guard largestThing > 1, answers.contains(where: { $0.key.thing != nil }) else { return false }
    largestThing /= 2
    answers = answers.filter { counts($0.key.thing) }
    return true
  }
}

extension TrafficSketch {
  /// Takes over what was written, with the counts as they were.
  mutating func restore(
    _ facts: (newest: Int64, oldest: Int64, largestThing: UInt64, uncounted: Int)
  ) {
    (newestHour, oldestHour) = (facts.newest, facts.oldest)
    (largestThing, uncounted) = (facts.largestThing, facts.uncounted)
  }

  mutating func restore(_ answer: Answer, _ counts: Counts) {
    guard answers.count < TrafficSketch.maximumAnswers else { return }
    answers[answer] = counts
  }
}

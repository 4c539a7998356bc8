// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import SeededTesting

/// What a hit costs, by how many entries there are and how they are asked for.
enum HitBench {
  private static let lookups = 1_000_000

  static func run() {
    print("\nA hit, ns:              uniform       Zipf 0.9      Zipf 1.1   Zipf 1.1, hot table")
    for count in [1_000, 10_000, 100_000, 1_000_000] { measure(count) }
  }

  private static func measure(_ count: Int) {
    let store = AnswerStore(limits: StoreLimits(bytes: 1 << 40, entryBytes: 1 << 20))
    let keys = (0..<count).map { key($0) }
    for key in keys {
      store.store(
        NewEntry(
          store.key(key),
          Body(bytes: 2_048),
          lifetime: EntryLifetime(storedAt: 0, freshUntil: 1_000),
          privacy: .shared
        ),
        at: 0
      )
    }
    precondition(store.statistics.entries == count)
    var random = SeededNumbers(1)
    let uniform = (0..<lookups).map { _ in Int.random(in: 0..<count, using: &random) }
    let rows = [uniform, ranks(count, 0.9), ranks(count, 1.1)]
    let times = rows.map { best(of: $0, keys, store) } + [hot(rows[2], keys, store)]
    print("\(count)".padded(12), times.map { $0.short.padded(13) }.joined())
  }

  private static func key(_ number: Int) -> [UInt8] {
    Array("/products/\(number)/details\u{0}fr.ca.phone.3\u{0}light\u{0}json".utf8)
  }

  /// Ranks are spread over the keys, so that what is hot does not lie side by side.
  private static func ranks(_ count: Int, _ exponent: Double) -> [Int] {
    var zipf = Zipf(count: count, exponent: exponent, seed: 7)
    var places = Array(0..<count)
    var random = SeededNumbers(3)
    places.shuffle(using: &random)
    return (0..<lookups).map { _ in places[zipf.next()] }
  }

  private static func best(of trace: [Int], _ keys: [[UInt8]], _ store: AnswerStore) -> Double {
    var best = Double.infinity
    for _ in 0..<3 {
      let time = seconds {
        for number in trace {
          let bytes = keys[number]
          guard case .fresh = store.lookup(KeyView(bytes.span, seed: store.seed), at: 0) else {
            preconditionFailure("a miss")
          }
        }
      }
      best = min(best, time)
    }
    return best / Double(trace.count) * 1e9
  }

  private static func hot(_ trace: [Int], _ keys: [[UInt8]], _ store: AnswerStore) -> Double {
    var loop = HotLoop(of: store)
    var best = Double.infinity
    for _ in 0..<3 {
      let time = seconds {
        for number in trace {
          let bytes = keys[number]
          let key = KeyView(bytes.span, seed: store.seed)
          if loop.find(key) != nil { continue }
          guard case .fresh(let entry) = store.lookup(key, at: 0) else { continue }
          loop.offer(entry)
        }
      }
      best = min(best, time)
    }
    print("hot share", (Double(loop.table.hits) / Double(trace.count * 3) * 100).short, "%")
    return best / Double(trace.count) * 1e9
  }
}

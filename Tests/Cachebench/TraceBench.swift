// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import SeededTesting

/// What share of a trace the store answers: requests as they come, with scans mixed in.
enum TraceBench {
  /// How many answers there are, and how many requests come.
  private static let universe = 1_000_000
  private static let requests = 1_000_000

  static func run() {
    print("\nHits of a million requests for a million answers of 1 to 16 KB, every tenth of a scan")
    print("exponent  shards  cache, MB    hits, %    of the Zipf part, %    ns a request")
    for exponent in [0.9, 1.1] {
      let trace = trace(exponent)
      for shards in [1, 64] {
        for megabytes in [16, 64, 256] { measure(exponent, trace, megabytes, shards) }
      }
    }
  }

  /// A scan asks once for each of 20,000 answers that nobody else asks for, in their order, as a
  /// crawler does.
  private static func trace(_ exponent: Double) -> [Int] {
    var zipf = Zipf(count: universe, exponent: exponent, seed: 11)
    var scanned = universe
    return (0..<requests).map { request in
      // Scans come in waves: two fifths of a quarter of the time.
      if request % 80_000 < 20_000, request % 5 < 2 {
        scanned += 1
        return scanned
      }
      return zipf.next()
    }
  }

  private static func bytes(of number: Int) -> Int {
    var random = SeededNumbers(UInt64(number))
    return 1_024 << Int.random(in: 0..<5, using: &random)
  }

  private static func measure(_ exponent: Double, _ trace: [Int], _ megabytes: Int, _ shards: Int) {
    let store = AnswerStore(
      limits: StoreLimits(bytes: megabytes << 20, entryBytes: 1 << 20, shards: shards),
      seed: HashSeed(1, 2)
    )
    var hits = 0
    var zipfHits = 0
    let time = seconds {
      for number in trace {
        let bytes = Array("/products/\(number)".utf8)
        if case .fresh = store.lookup(KeyView(bytes.span, seed: store.seed), at: 0) {
          hits += 1
          if number < universe { zipfHits += 1 }
          continue
        }
        store.store(
          NewEntry(
            store.key(bytes),
            Body(bytes: Self.bytes(of: number)),
            lifetime: EntryLifetime(storedAt: 0, freshUntil: 1_000),
            privacy: .shared
          ),
          at: 0
        )
      }
    }
    let zipfRequests = trace.count { $0 < universe }
    print(
      "\(exponent)".padded(8),
      "\(shards)".padded(7),
      "\(megabytes)".padded(12),
      (Double(hits) / Double(trace.count) * 100).short.padded(10),
      (Double(zipfHits) / Double(zipfRequests) * 100).short.padded(22),
      (time / Double(trace.count) * 1e9).short.padded(15)
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

import CLinux
import Signals

/// Writes events as those of requests that are answered from the cache into a ring of the usual size.
enum EventCost {
  private static let rounds = 5
  /// More than the ring holds, so that old events are overwritten.
  private static let events = 400_000

  /// Returns the nanoseconds of processor time of an event, the best of some rounds.
  static func measure() throws -> Double {
    let rings = try [64 << 20, 16 << 20].map { bytes in
      let words = EventRing.words(bytes: bytes, segments: 1)
      return EventRing(creatingIn: try SignalMemory(count: words), segments: 1, at: 0)
    }
    let recorder = EventRecorder(rings[0], notable: rings[1], segment: 0)
    var best = Double.infinity
    for _ in 0..<rounds {
      let start = clinux_clock(CLOCK_THREAD_CPUTIME_ID)
      for number in 0..<events { record(number, recorder) }
      let taken = clinux_clock(CLOCK_THREAD_CPUTIME_ID) - start
      best = min(best, Double(taken) / Double(events))
    }
    return (best * 10).rounded() / 10
  }

  /// The fields of a kept answer's request, as `RequestEvents` adds them.
  private static func record(_ number: Int, _ recorder: EventRecorder) {
    recorder.record(.request, .info, at: Int64(number), isNotable: false) { event in
      event.add(.site, "flower-shop")
      event.add(.requestID, String(number, radix: 16))
      event.add(.session, "81e0")
      event.add(.country, "CA")
      event.add(.client, "203.0.113.0")
      event.add(.method, "GET")
      event.add(.host, "shop.example.com")
      event.add(.path, "/fr.ca/items/0101-2010-0611")
      event.add(.query, "view=light")
      event.add(.status, 200)
      event.add(.step, "recall")
      event.add(.source, "hit")
      event.add(.document, "items/0101-2010-0611")
      event.add(.audience, "fr.ca")
      event.add(.languageServed, "fr")
      event.add(.cacheKey, "/fr.ca/items/0101-2010-0611;json;identity")
      event.add(.expire, instant: 1_795_533_081)
    }
  }
}

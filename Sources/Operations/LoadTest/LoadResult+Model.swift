// SPDX-License-Identifier: Apache-2.0

import Bytes
import Measure
import Sites

extension LoadResult {
  /// The measured rates and times as a model of a site file: the load that the server sustained.
  ///
  /// A route where one request in ten failed has none of them.
  package var model: String {
    let entries = routes.compactMap { route, account -> String? in
      guard seconds > 0, account.total > 0, account.failed * 10 < account.total else { return nil }
      let promise = route.promise ?? LoadResult.standardPromise
      let rate = Figure.rounded(Double(account.answered) / seconds)
      let answered = Double(account.answered) / Double(account.total) * 100
      let availability = min(max(50, (answered * 1_000).rounded(.down) / 1_000), 99.999)
      let latency = account.latency(of: promise) ?? 0
      let within = max(1, Int((min(latency, 3_600) * 1_000).rounded(.up)))
      var name: [UInt8] = []
      name.appendJSON(route.name)
      return """
              \(String(decoding: name, as: UTF8.self)): {
                steady: \(rate), peak: \(rate),
                sla: { percentile: \(promise.percentile), within: "\(within)ms", availability: \(availability) },
              },

        """
    }
    return """
      // Measured by portico bench for \(Figure.rounded(seconds)) s: the rates that were answered, and the
      // promises that they would have kept.
      {
        model: {
          routes: {
      \(entries.joined())    },
        },
      }

      """
  }
}

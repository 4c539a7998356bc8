// SPDX-License-Identifier: Apache-2.0

import Foundation

/// The seeds of random runs: a tenth of them by default, all with the environment variable `ALL_SEEDS=1`, as in
/// `make client-figures`. A run is the same each time, so that a tenth finds again what it found before.
package enum RandomRuns {
  package static let areAll = ProcessInfo.processInfo.environment["ALL_SEEDS"] == "1"

  /// The seeds of a range that are run.
  package static func seeds(_ range: Range<Int>) -> Range<Int> {
    areAll ? range : range.lowerBound..<range.lowerBound + (range.count + 9) / 10
  }
}

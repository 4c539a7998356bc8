// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import Synchronization

/// What came of the last look at a site's files: one save is often more than one change, and the same is
/// not to be said again.
final class SiteNews: Sendable {
  private struct Outcome: Equatable {
    let edition: String?
    let findings: [Finding]
    let isRefused: Bool
    let isEmergencyRefused: Bool
  }

  private let last = Mutex<Outcome?>(nil)

  /// Whether something is published or wrong that was not after the last look.
  func isNew(_ report: Publisher.Report) -> Bool {
    let outcome = Outcome(
      edition: report.publication?.edition.name,
      findings: report.findings,
      isRefused: report.isRefused,
      isEmergencyRefused: report.isEmergencyRefused
    )
    return last.withLock { last in
      defer { last = outcome }
      return report.isNew || outcome != last
    }
  }
}

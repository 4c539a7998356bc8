// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Editions
import Synchronization

/// Remembers the last report on a site's files, so that one save with several changes is reported
/// once.
final class LastReport: Sendable {
  private struct Outcome: Equatable {
    let edition: String?
    let findings: [Finding]
    let isRefused: Bool
    let isEmergencyRefused: Bool
  }

  private let last = Mutex<Outcome?>(nil)

  /// Returns whether the report differs from the last one.
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

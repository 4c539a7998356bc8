// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Edges
import Editions
import Gateway
import Message
import Purging
import Signals

extension EventLog {
  /// Records the results of a purge at each edge.
  func record(_ job: PurgeJob, of site: String) {
    for leg in job.legs {
      record(
        .edgePurge,
        leg.state == .failed ? .error : .info,
        [
          EventFact(.site, site), EventFact(.purge, job.id), EventFact(.edge, leg.edge),
          EventFact(.edgeKind, leg.kind.rawValue), EventFact(.state, leg.state.rawValue),
          EventFact(.attempts, leg.attempts), EventFact(.status, leg.status),
          EventFact(.errorMessage, leg.error),
          EventFact(
            .consistentAfter,
            milliseconds: leg.consistentAfterMilliseconds.map { Int(clamping: $0) }
          ),
        ]
      )
    }
  }

  /// Records a refresh that is over.
  func record(_ report: RefreshReport, of site: String) {
    record(
      .refresh,
      report.failed > 0 || report.state == .late ? .warning : .info,
      [
        EventFact(.site, site), EventFact(.reason, report.cause),
        EventFact(.purge, report.purges.isEmpty ? nil : report.purges.joined(separator: ", ")),
        EventFact(.state, report.state.rawValue), EventFact(.count, report.composed),
        EventFact(.errors, report.failed),
      ]
    )
  }

  /// Records the result of publishing a site's files.
  func record(_ report: Publisher.Report, of site: String) {
    let errors = report.findings.count { $0.severity == .error }
    record(
      .publication,
      errors > 0 ? .warning : .info,
      [
        EventFact(.site, site), EventFact(.edition, report.publication?.edition.name),
        EventFact(.isNew, report.isNew), EventFact(.errors, errors),
      ]
    )
  }
}

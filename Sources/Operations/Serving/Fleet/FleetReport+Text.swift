// SPDX-License-Identifier: Apache-2.0

import Fleet

extension FleetReport {
  /// The report for operators; `nil` for one that only its asker has to know.
  var sentence: String? {
    switch self {
    case .acknowledged, .failed, .hearing: nil
    case .store(true, let reason): "the fleet's store is away: \(reason)"
    case .store(false, _): "the fleet's store is reached"
    case .olderStore:
      "the fleet's store has an older history than this node: a former primary, or a backup that was not marked"
    case .epoch(_, let offered):
      "the fleet's store began another history; this node gives \(offered) entries back to it"
    case .refused(let edition, let reason): "edition \(edition) cannot be loaded here: \(reason)"
    case .clock(let error):
      "the clock is known to \(error / 1_000) ms only: changes are made on receipt"
    case .fenced: "the end of a purge at the edges came from a node that had lost the lease"
    case .unknown(let kind): "the fleet has entries of a later version: \(kind)"
    }
  }
}

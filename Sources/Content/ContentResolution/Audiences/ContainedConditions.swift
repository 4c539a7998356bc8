// SPDX-License-Identifier: Apache-2.0

import ContentModel

extension Conditions {
  /// Returns whether these conditions are strictly narrower than `other`.
  func areWithin(_ other: Conditions) -> Bool {
    self != other && isSubset(countries, of: other.countries)
      && isSubset(devices, of: other.devices) && isSubset(appNames, of: other.appNames)
      && isSubset(appVersions, of: other.appVersions) && isSubset(builds, of: other.builds)
      && isSubset(time, of: other.time) && areCohortsWithin(other.cohorts)
  }

  private func isSubset<Value: Hashable>(_ mine: [Value]?, of theirs: [Value]?) -> Bool {
    guard let theirs else { return true }
    guard let mine else { return false }
    return Set(mine).isSubset(of: theirs)
  }

  private func isSubset<Bound>(_ mine: IntervalSet<Bound>?, of theirs: IntervalSet<Bound>?) -> Bool
  {
    guard let theirs else { return true }
    guard let mine else { return false }
    return mine.intersection(theirs) == mine
  }

  private func areCohortsWithin(_ others: [Cohort]) -> Bool {
    others.allSatisfy { theirs in
      cohorts.contains {
        $0.experiment == theirs.experiment && Set($0.arms).isSubset(of: theirs.arms)
      }
    }
  }
}

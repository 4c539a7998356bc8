// SPDX-License-Identifier: Apache-2.0

/// For whom a variant or a row is: what each dimension that it names must be one of.
///
/// Values are sorted and unique, so that conditions that say the same are equal; a dimension that is
/// not named lets everybody pass.
package struct Conditions: Hashable, Sendable {
  package var countries: [RegionCode]?
  package var devices: [DeviceClass]?
  package var appVersions: IntervalSet<AppVersion>?
  package var builds: IntervalSet<UInt64>?
  package var appNames: [String]?
  package var time: IntervalSet<UnixTime>?
  /// For each experiment by its number the arms by theirs.
  package var cohorts: [Cohort] = []

  /// The arms of one experiment.
  package struct Cohort: Hashable, Sendable {
    package let experiment: Int
    package let arms: [Int]

    package init(experiment: Int, arms: [Int]) {
      self.experiment = experiment
      self.arms = arms
    }
  }

  /// For everybody.
  package init() {}

  package static let everybody = Conditions()

  /// What is named, in the order of the dimensions.
  package var named: [Dimension] {
    var named: [Dimension] = []
    if countries != nil { named.append(.country) }
    if devices != nil { named.append(.device) }
    if appVersions != nil { named.append(.app) }
    if builds != nil { named.append(.build) }
    if appNames != nil { named.append(.appName) }
    if time != nil { named.append(.time) }
    return named + cohorts.map { .cohort($0.experiment) }.sorted()
  }

  package var isForEverybody: Bool { self == .everybody }
}

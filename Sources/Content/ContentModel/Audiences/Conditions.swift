// SPDX-License-Identifier: Apache-2.0

/// The conditions of a variant or a table row: for each dimension named, the allowed values.
///
/// Values are sorted and unique, so that equivalent conditions are equal. Dimensions that are not
/// named allow everybody.
package struct Conditions: Hashable, Sendable {
  package var countries: [RegionCode]?
  package var devices: [DeviceClass]?
  package var appVersions: IntervalSet<AppVersion>?
  package var builds: IntervalSet<UInt64>?
  package var appNames: [String]?
  package var time: IntervalSet<UnixTime>?
  /// For each experiment the allowed arms, by number.
  package var cohorts: [Cohort] = []

  /// The allowed arms of one experiment.
  package struct Cohort: Hashable, Sendable {
    package let experiment: Int
    package let arms: [Int]

    package init(experiment: Int, arms: [Int]) {
      self.experiment = experiment
      self.arms = arms
    }
  }

  /// Creates conditions that everybody meets.
  package init() {}

  package static let everybody = Conditions()

  /// The dimensions named, in their order.
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

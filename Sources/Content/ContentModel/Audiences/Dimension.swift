// SPDX-License-Identifier: Apache-2.0

/// A property in which visitors differ, other than their languages.
package struct Dimension: Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let country = Dimension(rawValue: 0)
  package static let device = Dimension(rawValue: 1)
  /// The app's version.
  package static let app = Dimension(rawValue: 2)
  package static let build = Dimension(rawValue: 3)
  package static let appName = Dimension(rawValue: 4)
  /// The time of the request: schedules.
  package static let time = Dimension(rawValue: 5)

  /// The arm of an experiment, by its number from 0.
  package static func cohort(_ experiment: Int) -> Dimension {
    Dimension(rawValue: firstCohort + UInt8(clamping: experiment))
  }

  private static let firstCohort: UInt8 = 6
  /// The most experiments that a site may run at a time.
  package static let maximumExperiments = 8
  package static let count = Int(firstCohort) + maximumExperiments

  /// The number of the experiment, if the dimension is one.
  package var experiment: Int? {
    rawValue >= Dimension.firstCohort ? Int(rawValue - Dimension.firstCohort) : nil
  }
}

extension Dimension: Comparable {
  package static func < (first: Dimension, second: Dimension) -> Bool {
    first.rawValue < second.rawValue
  }
}

extension Dimension: CustomStringConvertible {
  /// The spelling in `when` and `precedence`, where all experiments are `cohort`.
  package var description: String {
    switch self {
    case .country: "country"
    case .device: "device"
    case .app: "app"
    case .build: "build"
    case .appName: "appName"
    case .time: "time"
    default: "cohort"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

/// One way in which visitors differ, apart from their languages.
package struct Dimension: Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let country = Dimension(rawValue: 0)
  package static let device = Dimension(rawValue: 1)
  /// The version of the app.
  package static let app = Dimension(rawValue: 2)
  package static let build = Dimension(rawValue: 3)
  package static let appName = Dimension(rawValue: 4)
  /// When the visitor asks: schedules.
  package static let time = Dimension(rawValue: 5)

  /// The arm of the experiment with this number, counted from 0.
  package static func cohort(_ experiment: Int) -> Dimension {
    Dimension(rawValue: firstCohort + UInt8(clamping: experiment))
  }

  private static let firstCohort: UInt8 = 6
  /// How many experiments a site may run at the same time.
  package static let maximumExperiments = 8
  package static let count = Int(firstCohort) + maximumExperiments

  /// The number of the experiment, where the dimension is one.
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
  /// As `when` and `precedence` spell it; all experiments are `cohort` there.
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

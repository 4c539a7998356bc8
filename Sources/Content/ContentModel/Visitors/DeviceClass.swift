// SPDX-License-Identifier: Apache-2.0

/// A kind of device that content may be made for.
package enum DeviceClass: String, CaseIterable, Sendable, Hashable {
  case phone
  case tablet
  case desktop
  case tv
  case watch
  case car

  /// The position of the case.
  package var number: Int {
    switch self {
    case .phone: 0
    case .tablet: 1
    case .desktop: 2
    case .tv: 3
    case .watch: 4
    case .car: 5
    }
  }
}

extension DeviceClass: Comparable {
  package static func < (first: DeviceClass, second: DeviceClass) -> Bool {
    first.rawValue < second.rawValue
  }
}

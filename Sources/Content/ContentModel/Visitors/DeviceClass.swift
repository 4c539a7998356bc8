// SPDX-License-Identifier: Apache-2.0

/// The kinds of devices that content is made for.
package enum DeviceClass: String, CaseIterable, Sendable, Hashable {
  case phone
  case tablet
  case desktop
  case tv
  case watch
  case car
}

extension DeviceClass: Comparable {
  package static func < (first: DeviceClass, second: DeviceClass) -> Bool {
    first.rawValue < second.rawValue
  }
}

// SPDX-License-Identifier: Apache-2.0

package enum DeviceClass: String, CaseIterable, Sendable, Hashable, Comparable {
  case phone, tablet, desktop, tv, watch, car
  package static func < (a: DeviceClass, b: DeviceClass) -> Bool { a.rawValue < b.rawValue }
}

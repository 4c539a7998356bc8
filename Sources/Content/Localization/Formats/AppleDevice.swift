// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The names of devices in Apple's files.
enum AppleDevice {
  /// What a name stands for among our classes; `nil` for a device that we make no content for.
  static func key(_ name: String) -> Choice.Key? {
    switch name {
    case "iphone", "ipod": .device(.phone)
    case "ipad": .device(.tablet)
    case "mac": .device(.desktop)
    case "appletv": .device(.tv)
    case "applewatch", "apple watch": .device(.watch)
    case "other": .other
    default: DeviceClass(rawValue: name).map { .device($0) }
    }
  }
}

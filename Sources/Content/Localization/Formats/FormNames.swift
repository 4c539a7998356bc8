// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution

/// Plural categories in text files.
enum PluralForm {
  /// Returns the case for a category, or for a number such as `=2`. In a language without the
  /// category `zero`, it is for the number 0, as on Apple's systems and in i18next.
  static func key(_ name: String, in rules: PluralRules) -> Choice.Key? {
    if name.hasPrefix("=") { return Int64(name.dropFirst()).map { .exactly($0) } }
    guard let category = PluralCategory(rawValue: name) else { return nil }
    if category == .zero, !rules.categories.contains(.zero) { return .exactly(0) }
    return Choice.Key(category)
  }
}

/// Device names in Apple's files.
enum AppleDevice {
  /// Returns the device class for a name; `nil` for unsupported devices.
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

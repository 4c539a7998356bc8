// SPDX-License-Identifier: Apache-2.0

// User agents lie, and apps' own say nothing of the device, so this is the last resort and knows just
// what is stable: the words that makers put there for others to find. The order matters, since a
// television that runs Android also says so.

extension DeviceClass {
  /// Longer user agents are not looked at.
  private static let maximumBytes = 1_024

  private static let words: [(word: String, device: DeviceClass)] = [
    ("smart-tv", .tv), ("smarttv", .tv), ("appletv", .tv), ("apple tv", .tv), ("tvos", .tv),
    ("googletv", .tv), ("android tv", .tv), ("hbbtv", .tv), ("bravia", .tv), ("aftt", .tv),
    ("roku", .tv), ("webos.tv", .tv), ("crkey", .tv), ("watchos", .watch), ("watch", .watch),
    ("android automotive", .car), ("carplay", .car), ("ipad", .tablet), ("tablet", .tablet),
    ("kindle", .tablet), ("silk/", .tablet), ("playbook", .tablet), ("iphone", .phone),
    ("ipod", .phone), ("windows phone", .phone), ("mobile", .phone),
  ]

  /// The class of a device that a browser or an app runs on; `nil` where nothing says so.
  package init?(userAgent: String) {
    guard userAgent.utf8.count <= DeviceClass.maximumBytes else { return nil }
    let text = userAgent.lowercased()
    if let found = DeviceClass.words.first(where: { text.contains($0.word) }) {
      self = found.device
    } else if text.contains("android") {
      // Phones add "mobile".
      self = .tablet
    } else if ["windows nt", "macintosh", "x11;", "cros "].contains(where: text.contains) {
      self = .desktop
    } else {
      return nil
    }
  }
}

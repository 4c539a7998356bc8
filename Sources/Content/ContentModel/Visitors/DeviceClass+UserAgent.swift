// SPDX-License-Identifier: Apache-2.0

// User agents are unreliable, and those of apps do not tell the device, so they are the last
// resort. Only the stable words that makers put there on purpose are used. The order matters: a
// television that runs Android also says so.

extension DeviceClass {
  /// Longer user agents are ignored.
  package static let maximumUserAgentBytes = 1_024

  private static let words: [(word: String, device: DeviceClass)] = [
    ("smart-tv", .tv), ("smarttv", .tv), ("appletv", .tv), ("apple tv", .tv), ("tvos", .tv),
    ("googletv", .tv), ("android tv", .tv), ("hbbtv", .tv), ("bravia", .tv), ("aftt", .tv),
    ("roku", .tv), ("webos.tv", .tv), ("crkey", .tv), ("watchos", .watch), ("watch", .watch),
    ("android automotive", .car), ("carplay", .car), ("ipad", .tablet), ("tablet", .tablet),
    ("kindle", .tablet), ("silk/", .tablet), ("playbook", .tablet), ("iphone", .phone),
    ("ipod", .phone), ("windows phone", .phone), ("mobile", .phone),
  ]

  private static let desktopWords = ["windows nt", "macintosh", "x11;", "cros "]
  private static let androidWord = "android"
  private static let desktops = desktopWords.map { Array($0.utf8) }
  private static let android = Array(androidWord.utf8)
  private static let spelled = words.map { (word: Array($0.word.utf8), device: $0.device) }

  /// The words in the order of matching, in lower case, also for exported edge configurations.
  package static let userAgentWords: [(word: String, device: DeviceClass)] =
    words + [(androidWord, .tablet)] + desktopWords.map { ($0, .desktop) }

  /// Guesses the device of a browser or an app; `nil` if no word matches.
  package init?(userAgent: String) {
    guard userAgent.utf8.count <= DeviceClass.maximumUserAgentBytes else { return nil }
    let text = userAgent.utf8.map { ASCII.lowercased($0) }
    if let found = DeviceClass.spelled.first(where: { DeviceClass.has($0.word, in: text) }) {
      self = found.device
    } else if DeviceClass.has(DeviceClass.android, in: text) {
      // Android phones add "mobile".
      self = .tablet
    } else if DeviceClass.desktops.contains(where: { DeviceClass.has($0, in: text) }) {
      self = .desktop
    } else {
      return nil
    }
  }

  private static func has(_ word: [UInt8], in text: [UInt8]) -> Bool {
    guard let first = word.first, text.count >= word.count else { return false }
    var start = 0
    while start <= text.count - word.count {
      if text[start] == first {
        var length = 1
        while length < word.count, text[start + length] == word[length] { length += 1 }
        if length == word.count { return true }
      }
      start += 1
    }
    return false
  }
}

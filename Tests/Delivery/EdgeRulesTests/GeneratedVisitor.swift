// SPDX-License-Identifier: Apache-2.0

import SeededTesting

/// Somebody who asks: the fields of a request.
struct GeneratedVisitor: Sendable {
  var fields: [(name: String, value: String)] = []

  /// As browsers and apps write them, from the plain to the odd.
  static let acceptLanguages = [
    "fr-CA, fr;q=0.9, en;q=0.8", "de-DE,de;q=0.9,en-US;q=0.8,en;q=0.7", "en-US",
    "es-MX;q=1.0, es-419 ; q=0.9 , *;q=0.1", "zh-TW,zh;q=0.9", "zh-CN,zh-Hans;q=0.5",
    "EN_gb", "pt-PT;q=0.8, pt-BR;q=0.9", "nn-NO,no;q=0.9,nb;q=0.7", "ja",
  ]

  static let countries = [
    "US", "CA", "GB", "DE", "FR", "AT", "CH", "JP", "BR", "MX", "ES", "IT", "NL", "BE", "SE", "NO",
    "DK", "FI", "PL", "PT", "IE", "AU", "NZ", "IN", "CN", "TW", "HK", "KR", "ZA", "AR",
  ]

  static let devices = ["phone", "tablet", "desktop", "tv"]

  static let userAgents = [
    "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148",
    "Mozilla/5.0 (Linux; Android 14; SM-X910) Safari/537.36",
    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0", "Roku/DVP-9.10",
  ]

  static let versions = [
    "1.0", "1.1", "1.2", "1.9.9", "2", "2.0", "2.0.1", "2.3", "2.3.0", "2.3.1", "2.9", "2.10",
    "3.0",
    "3.0.9", "3.1", "3.1.0", "3.1.1", "3.2", "4.0", "10.0",
  ]

  /// One of the visitors of a day.
  static func usual(_ numbers: inout SeededNumbers) -> GeneratedVisitor {
    let place = Int.random(in: 0..<countries.count, using: &numbers)
    let version = versions.randomElement(using: &numbers) ?? "1"
    let app = "app=\"com.example.shop\", version=\"\(version)\", build=\(400 + place)"
    return GeneratedVisitor(fields: [
      ("Accept-Language", acceptLanguages.randomElement(using: &numbers) ?? "en"),
      ("User-Agent", userAgents.randomElement(using: &numbers) ?? "a"),
      ("X-Country", countries[place]), ("X-App", app),
    ])
  }

  /// One who says whatever a request may say.
  static func odd(_ numbers: inout SeededNumbers) -> GeneratedVisitor {
    var visitor = GeneratedVisitor()
    func one(_ texts: [String]) -> String { texts.randomElement(using: &numbers) ?? "" }
    func add(_ name: String, _ texts: [String]) {
      if Bool.random(using: &numbers) { visitor.fields.append((name, one(texts))) }
    }
    var list = (0..<Int.random(in: 1...9, using: &numbers)).map { _ in one(tags) + one(weights) }
    if Bool.random(using: &numbers) { list = Array(list.prefix(2)) }
    add(
      "Accept-Language",
      [list.joined(separator: one([",", ", ", " , "])), one(acceptLanguages)]
    )
    add("X-Country", countries + ["XX", "UK", "deu", "T1", "", "ZZ"])
    add("X-Device", devices + ["Phone", "fridge", ""])
    add(
      "User-Agent",
      userAgents + ["shop/3.1 CFNetwork", "AppleTV6,2", "Mozilla/5.0 (X11; Linux)"]
    )
    let members = [
      one(["app=\"com.example.shop\"", "app=com.example.kiosk", "app=other", "app=\"\"", "app=12"]),
      "version=" + one(versions.map { "\"\($0)\"" } + oddVersions),
      "build=" + one(["205", "\"1206\"", "1199", "1200", "1201", "7", "x", "412.5", "007"]),
      "device=" + one(devices + ["Tablet", "\"TV\"", "toaster"]),
      "languages=\"\(one(["fr-CA, de", "es-AR", "de", "", "tlh, en", one(tags)]))\"",
      "country=" + one(countries + ["GBR", "deu", "uk", "ZZ", "\"CA\"", "EU"]),
      "installation=\"\(one(["8f14e45f", "", "a b"]))\"",
      one(["session=12", "session=81e", "session=8.1.0", "session=\"open"]),
      "beta", "x=(1 2)", "a=1;b", one(["country=??", "Device=phone", "app = other", ""]),
    ]
    if Int.random(in: 0..<4, using: &numbers) > 0 {
      let chosen = members.filter { _ in Int.random(in: 0..<3, using: &numbers) == 0 }
      visitor.fields.append(("X-App", chosen.joined(separator: one([", ", ",", " ,\t"]))))
    }
    return visitor
  }

  private static let oddVersions = [
    "2.3", "2.30", "2.10", "2.3.4", "3.1.0", "2.3.4-beta", "2.3.1 (412)", "1234567890123456", "3",
    "3.0", "v3.1", "\"v3.1\"", "\"2.3.1 (412)\"", "\"3.0-beta\"", "\"3.1+5\"",
    "\"x\"", "\"2.3.1.4.5\"", "\"02.3\"", "-2.3", "\"4294967296.1\"", "\" 2.4\"", "\"2.3-beta\"",
  ]

  private static let tags = [
    "en", "en-US", "en-GB", "en-AU", "en-001", "fr", "fr-CA", "fr-CH", "fr-Latn-CA", "FR", "de",
    "de_AT", "gsw", "lb-LU", "ca", "es", "es-MX", "es-419", "es-ES", "pt", "pt-PT", "zh", "zh-TW",
    "zh-HK", "zh-Hans", "zh-Hant-MO", "zh-Zzzz", "yue", "yue-Hant", "ja", "nb", "nn", "no", "no-NO",
    "iw", "he", "sr", "tlh", "*", "x", "", "-", "en-", "deutsch", "de-DE-1996", "de-u-co-phonebk",
    "i-klingon", "zh-min-nan", "en-840", "und", "mo", "dk", "cmn-Hant", "in",
  ]

  private static let weights = [
    "", "", "", ";q=0.9", ";q=0.8", ";q=0.5", "; q=0.85", ";q=0", ";q=1", ";q=0.333333", ";q=2",
    ";q",
    ";Q=0.4", ";level=1",
  ]
}

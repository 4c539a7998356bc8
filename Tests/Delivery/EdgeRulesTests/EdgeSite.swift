// SPDX-License-Identifier: Apache-2.0

/// A site with everything that tells visitors apart.
enum EdgeSite {
  static let languages = [
    "en", "en-GB", "fr", "fr-CA", "de", "es", "es-419", "pt-BR", "zh-Hans", "zh-Hant", "ja", "nb",
  ]

  static let settings = settings(languages)
  static let files = files(languages)

  static func settings(_ languages: [String]) -> String {
    """
    {
      languages: {
        published: [\(languages.map { "\"\($0)\"" }.joined(separator: ", "))],
        source: "en", default: "en", steps: { ca: ["es"], lb: ["fr"] },
      },
      regions: { eurozone: ["DE", "FR", "AT"], "north-america": ["US", "CA"] },
      apps: {
        "com.example.shop": {
          versions: ["1.0", "2.0", "3.1"],
          update: {
            minimum: "1.2", recommended: "3.1", blockedBuilds: [205, 1206],
            latest: "3.1", storeURL: "https://apps.example.com/shop", message: "update",
          },
        },
        "com.example.kiosk": { versions: ["1.0"] },
      },
      experiments: { checkout: { salt: "1", share: 100, arms: { a: 1, b: 1 } } },
      edges: { cdn: { peers: ["127.0.0.0/8"], country: "X-Country", device: "X-Device" } },
      passes: { "/account": { backend: "accounts" } },
      backends: { accounts: { addresses: "http://127.0.0.1:9" } },
      defaults: { ttl: 3600, staleWhileRevalidate: 60, staleIfError: 86400 },
      roots: ["*"], budgets: { audiences: 20000 },
    }
    """
  }

  static func files(_ languages: [String]) -> [String: String] {
    var files = [
      "config": """
      { datatype: "config", body: { title: { $t: "title" }, home: { $ref: "home" },
        prices: { $ref: "prices" }, old: { $ref: "old" }, plain: { $ref: "plain" } } }
      """,
      "home": """
      { datatype: "screen", body: { title: { $t: "title" } }, variants: [
        { id: "tv", when: { device: "tv" }, patch: { columns: 4 } },
        { id: "pad", when: { device: ["tablet", "desktop"] }, patch: { columns: 2 } } ] }
      """,
      "prices": """
      { datatype: "screen", body: { price: 1, title: { $t: "title" } }, variants: [
        { id: "eu", when: { country: ["DE", "FR", "AT"] }, patch: { price: 2 } },
        { id: "na", when: { country: ["US", "CA"] }, patch: { price: 3 } },
        { id: "gb", when: { country: "GB", app: ">=2" }, patch: { price: 4 } } ] }
      """,
      "old": """
      { datatype: "screen", body: {}, variants: [
        { id: "a", when: { app: ">=2.3.1 <3" }, patch: { v: 2 } },
        { id: "b", when: { app: ">=3", appName: "com.example.shop" }, patch: { v: 3 } },
        { id: "c", when: { build: ">=1200" }, patch: { v: 4 } } ] }
      """,
      "plain": "{ datatype: \"screen\", body: { text: \"the same for all\" } }",
      "pays": """
      { datatype: "screen", body: {}, variants: [
        { id: "b", when: { cohort: "checkout/b" }, patch: { pages: 1 } } ] }
      """,
      "terms": """
      { datatype: "text", fallback: "refuse", body: { text: { $t: "terms" } } }
      """,
    ]
    for language in languages {
      let terms =
        ["en", "de", "fr", "zh-Hant"].contains(language) ? ", \"terms\": \"T \(language)\"" : ""
      files["Locales/\(language).json"] = """
        { "title": "Title \(language)", "update": "Update \(language)", \
        "closed": { "message": "Closed \\"} \(language)" }\(terms) }
        """
    }
    for number in 0..<30 {
      files["items/\(number)"] = """
        { datatype: "item", body: { number: \(number), title: { $t: "title" } } }
        """
    }
    return files
  }

  static let paths =
    ["config", "home", "prices", "old", "plain", "pays", "terms"] + (0..<30).map { "items/\($0)" }
}

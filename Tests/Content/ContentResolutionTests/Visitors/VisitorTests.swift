// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Testing

@Suite struct `The visitor of a request` {
  private func visitor(_ change: (inout VisitorClaims) -> Void) -> Visitor {
    var claims = VisitorClaims()
    change(&claims)
    return Visitor(claims)
  }

  @Test func `is nothing where nothing is said`() {
    #expect(visitor { _ in } == Visitor())
  }

  @Test func `is taken from the app first`() {
    let visitor = visitor {
      $0.query.country = "ca"
      $0.field.country = "FR"
      $0.edgeCountry = "US"
      $0.field.device = "Tablet"
      $0.edgeDevice = "phone"
      $0.userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148"
      $0.field.version = "2.3.1 (412)"
      $0.query.version = "nonsense"
      $0.field.build = "412"
      $0.field.app = "com.example.shop"
      $0.field.installation = "i-1"
      $0.query.session = "s-1"
    }
    #expect("\(visitor.country)" == "CA" && visitor.countryOrigin == .query)
    #expect(visitor.device == .tablet && visitor.deviceOrigin == .field)
    #expect(visitor.version == AppVersion("2.3.1") && visitor.build == 412)
    #expect(visitor.appName == "com.example.shop")
    #expect(visitor.installation == "i-1" && visitor.session == "s-1")
  }

  @Test func `has the app's languages before those of the field`() {
    let visitor = visitor {
      $0.field.languages = "fr-CA, de"
      $0.acceptLanguage = "en;q=0.5, de, es"
    }
    #expect(visitor.languages.wanted.tags.map(\.description) == ["fr-CA", "de", "es", "en"])
  }

  @Test func `loses no language to a bad one, and none to a long field`() {
    let visitor = visitor {
      $0.field.languages = "fr, \(String(repeating: "x", count: 200)), ;;, de_DE"
      $0.acceptLanguage = String(repeating: "en,", count: 300)
    }
    #expect(visitor.languages.wanted.tags.map(\.description) == ["fr", "de-DE"])
  }

  @Test(arguments: ["XX", "T1", "EU", "AP", "A1", "", "1", "DEUTSCHLAND", "D E", "ZZZ"])
  func `has no country where none is meant`(text: String) {
    let visitor = visitor {
      $0.query.country = text
      $0.edgeCountry = "AT"
    }
    #expect("\(visitor.country)" == "AT" && visitor.countryOrigin == .edge)
  }

  @Test(arguments: [("UK", "GB"), ("deu", "DE"), ("USA", "US"), ("jp", "JP")])
  func `has the country that is meant`(text: String, code: String) {
    #expect("\(visitor { $0.field.country = text }.country)" == code)
  }

  @Test func `falls back on the database of addresses`() {
    let visitor = visitor {
      $0.edgeCountry = "XX"
      $0.addressCountry = "JP"
    }
    #expect("\(visitor.country)" == "JP" && visitor.countryOrigin == .address)
  }

  @Test(arguments: ["-1", "4.5", "", "99999999999999999999", "٤١٢", "0x10"])
  func `has no build that is no number`(text: String) {
    #expect(visitor { $0.field.build = text }.build == nil)
  }

  @Test(arguments: ["", "a b", "a\u{7F}", "é", String(repeating: "a", count: 129)])
  func `has no identifier that could break a log`(text: String) {
    #expect(visitor { $0.field.installation = text }.installation == "")
  }

  @Test(arguments: [
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148", DeviceClass.phone),
    ("Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) Mobile/15E148", .tablet),
    ("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/120 Mobile Safari/537.36", .phone),
    ("Mozilla/5.0 (Linux; Android 13; SM-X200) Chrome/120 Safari/537.36", .tablet),
    ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Firefox/120.0", .desktop),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.0 Safari/605.1.15", .desktop),
    ("Mozilla/5.0 (X11; Linux x86_64) Chrome/120", .desktop),
    ("Mozilla/5.0 (SMART-TV; Linux; Tizen 7.0) TV Safari/537.36", .tv),
    ("Mozilla/5.0 (Linux; Android 12; BRAVIA 4K) Chrome/120", .tv), ("Shop/1 watchOS/10.1", .watch),
  ])
  func `has the device of its user agent as a last resort`(agent: String, device: DeviceClass) {
    let visitor = visitor { $0.userAgent = agent }
    #expect(visitor.device == device && visitor.deviceOrigin == .userAgent)
  }

  @Test(arguments: ["App/412 CFNetwork/1410.0.3 Darwin/22.6.0", "curl/8.0", ""])
  func `has no device where the user agent names none`(agent: String) {
    #expect(visitor { $0.userAgent = agent }.device == nil)
  }
}

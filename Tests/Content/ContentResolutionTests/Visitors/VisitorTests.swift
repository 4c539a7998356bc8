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

  @Test func `A request that claims nothing has the default visitor`() {
    #expect(visitor { _ in } == Visitor())
  }

  @Test func `The app's claims come before those of the edge and the user agent`() {
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

  @Test func `The app's languages come before those of Accept-Language`() {
    let visitor = visitor {
      $0.field.languages = "fr-CA, de"
      $0.acceptLanguage = "en;q=0.5, de, es"
    }
    #expect(visitor.languages.wanted.tags.map(\.description) == ["fr-CA", "de", "es", "en"])
  }

  @Test func `Malformed languages and a long Accept-Language lose none of the app's languages`() {
    let visitor = visitor {
      $0.field.languages = "fr, \(String(repeating: "x", count: 200)), ;;, de_DE"
      $0.acceptLanguage = String(repeating: "en,", count: 300)
    }
    #expect(visitor.languages.wanted.tags.map(\.description) == ["fr", "de-DE"])
  }

  @Test(arguments: ["XX", "T1", "EU", "AP", "A1", "", "1", "DEUTSCHLAND", "D E", "ZZZ"])
  func `A claimed country that is none is ignored, and the edge's country used`(text: String) {
    let visitor = visitor {
      $0.query.country = text
      $0.edgeCountry = "AT"
    }
    #expect("\(visitor.country)" == "AT" && visitor.countryOrigin == .edge)
  }

  @Test(arguments: [("UK", "GB"), ("deu", "DE"), ("USA", "US"), ("jp", "JP")])
  func `A country is read from its alias or its code of three letters`(text: String, code: String) {
    #expect("\(visitor { $0.field.country = text }.country)" == code)
  }

  @Test func `The country of the client's address is used when the edge has none`() {
    let visitor = visitor {
      $0.edgeCountry = "XX"
      $0.addressCountry = "JP"
    }
    #expect("\(visitor.country)" == "JP" && visitor.countryOrigin == .address)
  }

  @Test(arguments: ["-1", "4.5", "", "99999999999999999999", "٤١٢", "0x10"])
  func `A build that is not a number is ignored`(text: String) {
    #expect(visitor { $0.field.build = text }.build == nil)
  }

  @Test(arguments: ["", "a b", "a\u{7F}", "é", String(repeating: "a", count: 129)])
  func `An installation id with blanks, control or other characters, or too long, is ignored`(
    text: String
  ) {
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
  func `The device is taken from the user agent when neither app nor edge names it`(
    agent: String,
    device: DeviceClass
  ) {
    let visitor = visitor { $0.userAgent = agent }
    #expect(visitor.device == device && visitor.deviceOrigin == .userAgent)
  }

  @Test(arguments: ["App/412 CFNetwork/1410.0.3 Darwin/22.6.0", "curl/8.0", ""])
  func `A user agent that names no device gives none`(agent: String) {
    #expect(visitor { $0.userAgent = agent }.device == nil)
  }
}

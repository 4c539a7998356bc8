// SPDX-License-Identifier: Apache-2.0

import ContentModel

// The app's statements take precedence over the network's: its own list of languages over
// Accept-Language, its store's country over that of the address, since prices and law follow the
// store. Each value is parsed separately, and an invalid one counts as absent without affecting
// others.

extension Visitor {
  /// Longer identifiers are ignored.
  package static let maximumIdentifierBytes = 128
  package static let maximumLanguageBytes = 512
  static let maximumBuildDigits = 18

  package init(_ claims: VisitorClaims) {
    self.init()
    dropped = claims.dropped
    readLanguages(claims)
    readCountry(claims)
    readDevice(claims)
    for claim in [claims.query, claims.field] {
      if appName == nil { appName = claim.app.flatMap(Visitor.identifier) }
      if version == nil { version = claim.version.flatMap { AppVersion($0) } }
      if build == nil { build = claim.build.flatMap(Visitor.build) }
      if installation.isEmpty {
        installation = claim.installation.flatMap(Visitor.identifier) ?? ""
      }
      if session.isEmpty { session = claim.session.flatMap(Visitor.identifier) ?? "" }
    }
  }

  /// Returns whether a value of a member of `X-App` is valid.
  static func isReadable(_ value: String, as name: String) -> Bool {
    switch name {
    case "version": return AppVersion(value) != nil
    case "build": return build(value) != nil
    case "device": return device(value) != nil
    case "country": return country(value) != nil
    case "languages":
      guard value.utf8.count <= maximumLanguageBytes else { return false }
      let desired = DesiredLanguages(acceptLanguage: value.utf8Span.span)
      return desired != DesiredLanguages() || value.utf8.contains(UInt8(ascii: "*"))
    default: return identifier(value) != nil
    }
  }

  private mutating func readLanguages(_ claims: VisitorClaims) {
    for text in [claims.query.languages, claims.field.languages, claims.acceptLanguage] {
      guard let text, text.utf8.count <= Visitor.maximumLanguageBytes else { continue }
      languages.append(DesiredLanguages(acceptLanguage: Array(text.utf8).span))
    }
  }

  private mutating func readCountry(_ claims: VisitorClaims) {
    let said: [(String?, Origin)] = [
      (claims.query.country, .query), (claims.field.country, .field),
      (claims.edgeCountry, .edge), (claims.addressCountry, .address),
    ]
    for (text, origin) in said {
      guard let country = text.flatMap(Visitor.country) else { continue }
      self.country = country
      countryOrigin = origin
      return
    }
  }

  private mutating func readDevice(_ claims: VisitorClaims) {
    let said: [(String?, Origin)] = [
      (claims.query.device, .query), (claims.field.device, .field), (claims.edgeDevice, .edge),
    ]
    for (text, origin) in said {
      guard let device = text.flatMap(Visitor.device) else { continue }
      self.device = device
      deviceOrigin = origin
      return
    }
    guard let device = claims.userAgent.flatMap(DeviceClass.init(userAgent:)) else { return }
    self.device = device
    deviceOrigin = .userAgent
  }

  /// Parses two letters, or three as app stores use; codes for no country (`XX`, `T1`, `EU`) count
  /// as absent.
  private static func country(_ text: String) -> RegionCode? {
    let code = text.uppercased()
    if code.utf8.count == 3 { return Countries.country(threeLetters: code) }
    guard code.utf8.count == 2 else { return nil }
    let country = RegionCode(Array((code == "UK" ? "GB" : code).utf8).span)
    return country.flatMap { Countries.all.contains($0) ? $0 : nil }
  }

  private static func device(_ text: String) -> DeviceClass? {
    DeviceClass(rawValue: text.lowercased())
  }

  private static func build(_ text: String) -> UInt64? {
    guard !text.isEmpty, text.utf8.count <= maximumBuildDigits, text.utf8.allSatisfy(ASCII.isDigit)
    else {
      return nil
    }
    return UInt64(text)
  }

  private static func identifier(_ text: String) -> String? {
    guard !text.isEmpty, text.utf8.count <= maximumIdentifierBytes,
      text.utf8.allSatisfy(ASCII.isVisible)
    else { return nil }
    return text
  }
}

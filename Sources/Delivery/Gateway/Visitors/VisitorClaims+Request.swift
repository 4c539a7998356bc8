// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import HTTPValues

extension VisitorClaims {
  /// What a request says of its visitor; a peer that is not declared says nothing of country and
  /// device.
  ///
  /// - Parameter addressCountry: what a database says of the client's address.
  init(
    _ request: borrowing RequestView,
    query: VisitorClaims.Claim,
    edge: TrustedEdge?,
    addressCountry: String?
  ) {
    self.init()
    self.query = query
    if let text = request.fields.combined(VisitorClaims.appField) {
      field = VisitorClaims.claim(text)
    }
    if request.fields.contains(.acceptLanguage) {
      acceptLanguage = request.fields.combined(FieldName(.acceptLanguage))
    }
    edgeCountry = edge?.countryField.flatMap { request.fields.combined($0) }
    edgeDevice = edge?.deviceField.flatMap { request.fields.combined($0) }
    self.addressCountry = addressCountry
    userAgent = request.fields.text(.userAgent)
  }

  /// The one field in which apps say who asks: a dictionary of RFC 9651, such as
  /// `app="com.example.shop", version="2.3.1", build=412, device=phone, languages="fr-CA, de"`.
  static let appField: FieldName = "x-app"

  static func claim(_ text: String) -> VisitorClaims.Claim {
    var claim = VisitorClaims.Claim()
    guard let dictionary = try? StructuredField.Dictionary(parsing: text) else { return claim }
    for name in VisitorClaims.Claim.names {
      guard case .item(let item) = dictionary[name] else { continue }
      switch item.value {
      case .string(let text), .token(let text), .displayString(let text): claim[name] = text
      case .integer(let number): claim[name] = "\(number)"
      case .decimal(let decimal):
        // `version=2.3` without quotes is a number to the format; people mean the version.
        let (whole, rest) = decimal.thousandths.quotientAndRemainder(dividingBy: 1_000)
        var digits = String(rest.magnitude + 1_000).dropFirst()
        while digits.last == "0" { digits.removeLast() }
        claim[name] = digits.isEmpty ? "\(whole)" : "\(whole).\(digits)"
      default: break
      }
    }
    return claim
  }
}

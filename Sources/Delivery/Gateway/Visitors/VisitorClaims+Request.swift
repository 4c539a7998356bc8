// SPDX-License-Identifier: Apache-2.0

import ContentResolution
import HTTPValues

extension VisitorClaims {
  /// Reads a request's claims about its visitor; country and device only from a declared peer.
  ///
  /// - Parameter addressCountry: the country of the client's address in a database.
  init(
    _ request: borrowing RequestView,
    query: VisitorClaims.Claim,
    edge: TrustedEdge?,
    addressCountry: String?
  ) {
    self.init()
    self.query = query
    if let text = request.fields.combined(VisitorClaims.appField) {
      take(AppField(text))
    }
    if request.fields.contains(.acceptLanguage) {
      acceptLanguage = request.fields.combined(FieldName(.acceptLanguage))
    }
    edgeCountry = edge?.country(in: request)
    edgeDevice = edge?.device(in: request)
    self.addressCountry = addressCountry
    userAgent = request.fields.text(.userAgent)
  }

  /// The field in which apps describe themselves, such as `app="com.example.shop", version=2.3.1,
  /// build=412, device=phone, languages="fr-CA, de"`.
  static let appField: FieldName = "x-app"
}

extension Visitor {
  /// Reads a request whose path names the audience: only unreadable claims are recorded.
  init(named request: borrowing RequestView) {
    self.init()
    guard let text = request.fields.combined(VisitorClaims.appField) else { return }
    dropped = AppField(text).dropped
  }
}

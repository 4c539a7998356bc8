// SPDX-License-Identifier: Apache-2.0

/// What a request says of its visitor, word for word, by the places where it may say so.
package struct VisitorClaims: Sendable, Hashable {
  /// One value of each kind; the same names stand in `X-App` and in the query.
  package struct Claim: Sendable, Hashable {
    package var app: String?
    package var version: String?
    package var build: String?
    package var device: String?
    /// In the order of preference, separated by commas.
    package var languages: String?
    /// The country of the store that the app came from.
    package var country: String?
    package var installation: String?
    package var session: String?

    package init() {}

    /// The names, as people write them.
    package static let names = [
      "app", "version", "build", "device", "languages", "country", "installation", "session",
    ]

    package subscript(name: String) -> String? {
      get {
        switch name {
        case "app": app
        case "version": version
        case "build": build
        case "device": device
        case "languages": languages
        case "country": country
        case "installation": installation
        case "session": session
        default: nil
        }
      }
      set {
        switch name {
        case "app": app = newValue
        case "version": version = newValue
        case "build": build = newValue
        case "device": device = newValue
        case "languages": languages = newValue
        case "country": country = newValue
        case "installation": installation = newValue
        case "session": session = newValue
        default: break
        }
      }
    }
  }

  /// From the query, for clients that cannot set fields.
  package var query = Claim()
  /// From the field `X-App`.
  package var field = Claim()
  /// Members of `X-App` that cannot be read.
  package var dropped: [AppField.DroppedMember] = []
  package var acceptLanguage: String?
  /// What the trusted peer in front says; `nil` where there is none.
  package var edgeCountry: String?
  package var edgeDevice: String?
  /// What a database says of the client's address.
  package var addressCountry: String?
  package var userAgent: String?

  package init() {}

  /// Takes over what the field `X-App` says.
  package mutating func take(_ app: AppField) {
    field = app.claim
    dropped = app.dropped
  }
}

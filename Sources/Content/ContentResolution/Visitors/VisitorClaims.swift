// SPDX-License-Identifier: Apache-2.0

/// The unparsed values of a request that describe its visitor, by source.
package struct VisitorClaims: Sendable, Hashable {
  /// One value of each kind, under the same names in `X-App` and in the query.
  package struct Claim: Sendable, Hashable {
    package var app: String?
    package var version: String?
    package var build: String?
    package var device: String?
    /// In the order of preference, separated by commas.
    package var languages: String?
    /// The country of the app store.
    package var country: String?
    package var installation: String?
    package var session: String?

    package init() {}

    /// The names as written.
    package static let names = [
      "app", "version", "build", "device", "languages", "country", "installation", "session",
    ]

    /// Returns the value of a name if it cannot be read.
    func meaninglessValue(of name: String) -> String? {
      self[name].flatMap { $0.isEmpty || Visitor.isReadable($0, as: name) ? nil : $0 }
    }

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
  /// Malformed members of `X-App`.
  package var dropped: [AppField.DroppedMember] = []
  package var acceptLanguage: String?
  /// From the trusted CDN in front; `nil` without one.
  package var edgeCountry: String?
  package var edgeDevice: String?
  /// From the country database, by the client's address.
  package var addressCountry: String?
  package var userAgent: String?

  package init() {}

  /// The values in place of the field `X-App` that cannot be read, and what is expected.
  package var faults: [(name: String, text: String, expected: String)] {
    Claim.names.compactMap { name in
      field.meaninglessValue(of: name).map { (name, $0, AppField.expectation(of: name)) }
    }
  }

  /// Takes the values of the field `X-App`.
  package mutating func take(_ app: AppField) {
    field = app.claim
    dropped = app.dropped
  }
}

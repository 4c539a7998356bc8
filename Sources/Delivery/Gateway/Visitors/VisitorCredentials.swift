// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Services
import Sites

/// A visitor's credentials, for the services that declare `credentials`. They belong to one request and are
/// never stored.
struct VisitorCredentials: Sendable {
  private static let usualFields: [FieldName] = [FieldName(.cookie), FieldName(.authorization)]
  private static let allFields = usualFields + ResourceSettings.credentialFields

  /// The fields with credentials that a site's services may see.
  static func fieldNames(at site: SiteSettings) -> [FieldName] {
    site.resources?.people == nil ? usualFields : allFields
  }

  /// No credentials, for fetches without a visitor.
  static let none = VisitorCredentials(fields: Fields())

  let fields: Fields
  /// The credentials that only services get that name their fields.
  private(set) var furtherFields = Fields()

  private init(fields: Fields) { self.fields = fields }

  /// The credentials in the fields of a request.
  init(in sent: Fields) {
    var fields = Fields()
    if let value = sent[FieldName(.authorization)] {
      fields.append(FieldName(.authorization), value)
    }
    // Over HTTP/2 each cookie may have a line of its own (RFC 9113 section 8.2.3).
    let cookies = sent.values(of: FieldName(.cookie))
    if !cookies.isEmpty { fields.append(FieldName(.cookie), cookies.joined(separator: "; ")) }
    self.fields = fields
    for name in ResourceSettings.credentialFields {
      if let value = sent[name] { furtherFields.append(name, value) }
    }
  }

  /// Returns the fields that a service may see.
  func shown(to service: CredentialSelection) -> Fields {
    var shown = fields
    service.restrict(&shown)
    for name in service.fields {
      if let value = furtherFields[name] { shown.append(name, value) }
    }
    return shown
  }
}

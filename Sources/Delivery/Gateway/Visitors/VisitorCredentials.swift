// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// A visitor's credentials, for the services that declare `credentials`. They belong to one request and are
/// never stored.
struct VisitorCredentials: Sendable {
  static let fieldNames: [FieldName] = [FieldName(.cookie), FieldName(.authorization)]

  /// No credentials, for fetches without a visitor.
  static let none = VisitorCredentials(fields: Fields())

  let fields: Fields

  private init(fields: Fields) { self.fields = fields }

  init(of request: Request) {
    var fields = Fields()
    if let value = request.fields[FieldName(.authorization)] {
      fields.append(FieldName(.authorization), value)
    }
    // Over HTTP/2 each cookie may have a line of its own (RFC 9113 section 8.2.3).
    let cookies = request.fields.values(of: FieldName(.cookie))
    if !cookies.isEmpty { fields.append(FieldName(.cookie), cookies.joined(separator: "; ")) }
    self.fields = fields
  }
}

// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// What a visitor proves himself with, for the services that declare `credentials`. It goes with one
/// request, and is kept nowhere.
struct VisitorCredentials: Sendable {
  static let fieldNames: [FieldName] = [FieldName(.cookie), FieldName(.authorization)]

  /// For what is fetched on behalf of nobody in particular.
  static let none = VisitorCredentials(fields: Fields())

  let fields: Fields

  private init(fields: Fields) { self.fields = fields }

  init(of request: Request) {
    var fields = Fields()
    for name in VisitorCredentials.fieldNames {
      if let value = request.fields[name] { fields.append(name, value) }
    }
    self.fields = fields
  }
}

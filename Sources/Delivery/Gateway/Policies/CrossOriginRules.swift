// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Sites

/// Writes the fields of the CORS protocol, and answers preflights.
struct CrossOriginRules {
  private let settings: CrossOriginSettings
  private let exposed: String
  private let requestFields: String

  /// - Parameter further: response fields that pages may read besides those of the settings.
  init(_ settings: CrossOriginSettings, exposing further: [FieldName]) {
    self.settings = settings
    let added = further.filter { !settings.exposedFields.contains($0) }
    exposed = (settings.exposedFields + added).map { "\($0)" }.joined(separator: ", ")
    requestFields = settings.requestFields.map { "\($0)" }.joined(separator: ", ")
  }

  /// Writes the fields that every answer has: Access-Control-Allow-Origin if any origin may read,
  /// and otherwise Vary.
  func writeCommon(to fields: inout Fields) {
    guard settings.allowsAny else {
      fields.append(FieldName(.vary), "Origin")
      return
    }
    fields.append("access-control-allow-origin", "*")
    writeExposed(to: &fields)
  }

  /// Returns the fields of an answer to a named origin; `nil` for any other.
  func personal(to request: borrowing RequestView) -> Fields? {
    guard !settings.allowsAny, let origin = request.fields.combined("origin"),
      settings.allows(origin)
    else { return nil }
    var fields = Fields()
    fields.append("access-control-allow-origin", origin)
    if settings.allowsCredentials { fields.append("access-control-allow-credentials", "true") }
    writeExposed(to: &fields)
    return fields
  }

  /// Adds the fields of a preflight to the answer to OPTIONS.
  func writePreflight(
    of request: borrowing RequestView,
    allowing methods: String,
    to fields: inout Fields
  ) {
    if !settings.allowsAny { fields.append(FieldName(.vary), "Origin") }
    guard let origin = request.fields.combined("origin"), settings.allows(origin),
      request.fields.combined("access-control-request-method") != nil
    else { return }
    fields.append("access-control-allow-origin", settings.allowsAny ? "*" : origin)
    if settings.allowsCredentials { fields.append("access-control-allow-credentials", "true") }
    fields.append("access-control-allow-methods", methods)
    if !requestFields.isEmpty { fields.append("access-control-allow-headers", requestFields) }
    fields.append("access-control-max-age", "\(settings.maximumAge)")
    fields.set("cache-control", "public, max-age=\(settings.maximumAge)")
  }

  private func writeExposed(to fields: inout Fields) {
    if !exposed.isEmpty { fields.append("access-control-expose-headers", exposed) }
  }
}

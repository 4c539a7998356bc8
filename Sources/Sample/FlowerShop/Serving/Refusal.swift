// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// An error response with a problem document (RFC 9457).
struct Refusal: Error {
  let status: Status
  let detail: String
  let fields: Fields

  init(_ status: Status, _ detail: String, _ fields: Fields = Fields()) {
    (self.status, self.detail, self.fields) = (status, detail, fields)
  }

  static func notFound(_ what: String) -> Refusal { Refusal(.notFound, "there is no \(what)") }

  static func notAllowed(_ method: Method, of methods: String) -> Refusal {
    let detail = "the method is \(method.name), expected \(methods)"
    return Refusal(.methodNotAllowed, detail, ["allow": methods])
  }
}

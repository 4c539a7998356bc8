// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// An error response with a problem document (RFC 9457).
struct Refusal: Error {
  let status: Status
  let detail: String
  /// The errors in detail, each with its place.
  var faults: [InputFault] = []
  var fields = Fields()

  init(_ status: Status, _ detail: String, faults: [InputFault] = [], fields: Fields = Fields()) {
    self.status = status
    self.detail = detail
    self.faults = faults
    self.fields = fields
  }

  static func notFound(_ what: String) -> Refusal { Refusal(.notFound, "there is no \(what)") }

  static func notAllowed(_ method: Method, of methods: String) -> Refusal {
    Refusal(
      .methodNotAllowed,
      "the method is \(method.name), expected \(methods)",
      fields: ["allow": methods]
    )
  }

  var problem: Problem {
    var problem = Problem(.plain(status), detail: detail)
    if !faults.isEmpty {
      let list = faults.map { fault in
        JSONValue.object([
          .init("at", .string(fault.place)), .init("detail", .string(fault.detail)),
        ])
      }
      problem.extensions = [.init("errors", .list(list))]
    }
    return problem
  }
}

/// An error in a parameter or the body.
struct InputFault {
  /// The name of a parameter, or a JSON Pointer (RFC 6901) into the body.
  let place: String
  let detail: String
}

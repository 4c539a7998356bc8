// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Learning
import Services
import Sites

/// Rules of a site that hold for all its answers: declared fields, CORS, methods.
struct SitePolicies {
  private let rules: [ResponseFieldRule]
  private let crossOrigin: CrossOriginRules?

  init(_ site: SiteSettings) {
    rules = site.fields
    // A page reads hints as apps do.
    let further: [FieldName] = site.hints == nil ? [] : [FieldName(.link)]
    crossOrigin = site.crossOrigin.map { CrossOriginRules($0, exposing: further) }
  }

  /// Adds the fields that the answer for a document has for every client.
  func writeCommon(for path: String, to fields: inout Fields) {
    crossOrigin?.writeCommon(to: &fields)
    for rule in rules where rule.pattern.matches(path) {
      for field in rule.fields { fields.set(field.name, field.value) }
    }
  }

  /// Adds the fields for the client that asks, and to problems those that documents have already.
  func finish(
    _ answer: ReadyAnswer,
    isProblem: Bool,
    to request: borrowing RequestView
  ) -> ReadyAnswer {
    guard let crossOrigin else { return answer }
    var added = crossOrigin.personal(to: request) ?? Fields()
    if isProblem { crossOrigin.writeCommon(to: &added) }
    return added.isEmpty ? answer : answer.adding(added)
  }

  /// The answer to OPTIONS: the allowed methods, and the fields of a preflight.
  func options(_ methods: String, to request: borrowing RequestView) -> ReadyAnswer {
    var fields = Fields()
    fields.append("allow", methods)
    fields.append("cache-control", "no-store")
    crossOrigin?.writePreflight(of: request, allowing: methods, to: &fields)
    return .response(Response(.noContent, fields: fields), body: [])
  }
}

extension ReadyAnswer {
  /// The same answer with more fields.
  fileprivate func adding(_ added: Fields) -> ReadyAnswer {
    switch self {
    case .prepared(let response): return .prepared(response.adding(added))
    case .response(var response, let body):
      response.fields.append(contentsOf: added)
      return .response(response, body: body)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// A request to a service, of which HEAD is read as GET.
struct ServiceRequest {
  let method: Method
  let path: String
  private let queryText: String
  let fields: Fields
  let body: [UInt8]
  /// Unix seconds.
  let now: Int64
  /// The segments that the route leaves open, by name.
  var parameters: [String: String] = [:]

  init(_ request: Request, body: [UInt8], now: Int64) {
    method = request.method == .head ? .get : request.method
    fields = request.fields
    (self.body, self.now) = (body, now)
    let parts = request.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(parts[0])
    queryText = String(parts.count > 1 ? parts[1] : "")
  }

  /// The decoded segments of the path.
  var segments: [String] {
    get throws(Refusal) {
      let parts = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
      return try parts.map { part throws(Refusal) in
        guard let text = PercentCoding.decodeText(String(part).utf8Span.span) else {
          throw Refusal(.badRequest, "the path has a percent sign without two hexadecimal digits")
        }
        return text
      }
    }
  }

  var query: QueryParameters {
    get throws(Refusal) {
      guard let query = QueryParameters(queryText.utf8Span.span) else {
        throw Refusal(.badRequest, "the query is not percent-encoded UTF-8")
      }
      return query
    }
  }

  /// Returns a segment that the route leaves open.
  func segment(_ name: String) -> String { parameters[name] ?? "" }
}

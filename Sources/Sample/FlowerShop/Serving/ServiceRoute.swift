// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// A route of a service: a method, a path such as `/items/{id}`, and a handler.
struct ServiceRoute: Sendable {
  typealias Answer = @Sendable (ServiceRequest) throws -> ServiceReply

  let method: Method
  /// The path as written, for the documentation.
  let path: String
  let answer: Answer
  private let segments: [Segment]

  private enum Segment: Sendable {
    case fixed(String)
    case open(String)
  }

  init(_ method: Method, _ path: String, _ answer: @escaping Answer) {
    self.method = method
    self.path = path
    self.answer = answer
    segments = path.split(separator: "/").map { part in
      part.hasPrefix("{") ? .open(String(part.dropFirst().dropLast())) : .fixed(String(part))
    }
  }

  /// Returns the path parameters; `nil` if the path does not match.
  func match(_ path: [String]) -> [String: String]? {
    guard path.count == segments.count else { return nil }
    var found: [String: String] = [:]
    for (segment, part) in zip(segments, path) {
      switch segment {
      case .fixed(let text): guard text == part else { return nil }
      case .open(let name): found[name] = part
      }
    }
    return found
  }
}

/// The path and query of a request.
struct ServiceTarget {
  /// The decoded segments of the path.
  let segments: [String]
  let path: String
  let query: QueryParameters

  init(_ target: String) throws(Refusal) {
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = parts.first.map(String.init) ?? ""
    var segments: [String] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      guard let text = PercentCoding.decodeText(String(part).utf8Span.span) else {
        throw Refusal(.badRequest, "the path has a percent sign without two hexadecimal digits")
      }
      segments.append(text)
    }
    self.segments = segments
    let query = parts.count > 1 ? String(parts[1]) : ""
    guard let parameters = QueryParameters(query.utf8Span.span) else {
      throw Refusal(.badRequest, "the query is not percent-encoded UTF-8")
    }
    self.query = parameters
  }
}

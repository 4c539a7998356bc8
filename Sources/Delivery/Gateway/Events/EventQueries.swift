// SPDX-License-Identifier: Apache-2.0

import Bytes
package import HTTPValues

/// The parameters of a query that events show; a query may contain an address, a search or a sealed
/// link, so all others are only counted.
package struct EventQueries: Sendable {
  /// Parameters that affect the form of an answer and tell nothing about the visitor.
  package static let usual = ["view", "fields", "sort", "limit", "offset"]
  /// The value that means all names.
  package static let all = "*"

  private let names: Set<String>
  private let showsAll: Bool

  /// - Parameter further: names beside the usual ones.
  package init(_ further: [String] = []) {
    names = Set(EventQueries.usual + further)
    showsAll = further.contains(EventQueries.all)
  }

  /// Returns a target with the parameters that may be shown.
  func shown(_ target: String) -> String {
    let bytes = target.utf8Span.span
    guard let mark = bytes.firstIndex(of: UInt8(ascii: "?")) else { return target }
    let (query, _) = shown(query: bytes.extracting((mark + 1)...).text)
    let path = bytes.extracting(first: mark).text
    return query.isEmpty ? path : "\(path)?\(query)"
  }

  /// Returns the parameters of a query that may be shown, and the number of the others.
  func shown(query: String) -> (query: String, withheld: Int) {
    guard !showsAll, !query.isEmpty else { return (query, 0) }
    let bytes = query.utf8Span.span
    var kept: [UInt8] = []
    var withheld = 0
    var start = 0
    while start < bytes.count {
      let end = bytes.firstIndex(of: UInt8(ascii: "&"), from: start) ?? bytes.count
      let pair = bytes.extracting(start..<end)
      start = end + 1
      guard !pair.isEmpty else { continue }
      let name = pair.extracting(first: pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.count)
      if names.contains(name.text) {
        if !kept.isEmpty { kept.append(UInt8(ascii: "&")) }
        kept.append(pair)
      } else {
        withheld += 1
      }
    }
    return (kept.span.text, withheld)
  }
}

/// The fields of requests and of responses that events show beside what they always have.
package struct EventHeaders: Sendable {
  /// Fields that prove who somebody is, which no event has.
  package static let withheld: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "set-cookie", "x-app",
  ]

  let request: [FieldName]
  let response: [FieldName]

  package init(request: [FieldName] = [], response: [FieldName] = []) {
    self.request = request
    self.response = response
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues

/// The requested part of a list.
struct Page {
  let offset: Int
  let count: Int

  static let usualCount = 20
  static let most = 100

  /// Parses the parameters `offset` and `count`.
  init(_ query: inout QueryReader, usually usual: Int = usualCount) {
    offset = query.integer("offset", in: 0...1_000_000, unless: 0)
    count = query.integer("count", in: 1...Page.most, unless: usual)
  }

  /// Returns the body of a list: the total, this part, and the link to the next part.
  func body(total: Int, data: [DataValue], _ request: ServiceRequest) -> DataValue {
    .object([
      "total": .number(total), "offset": .number(offset), "count": .number(data.count),
      "data": .list(data), "next": .text(next(total: total, request)),
    ])
  }

  /// Returns the query of the next part; `nil` after the last one.
  func next(total: Int, _ request: ServiceRequest) -> String? {
    guard offset + count < total else { return nil }
    var pairs = request.query.pairs.filter { $0.name != "offset" }
    pairs.append(.init("offset", "\(offset + count)"))
    return "?\(QueryParameters(pairs))"
  }
}

extension DataValue {
  /// Returns the requested ids that were not found; `nil` if all were.
  static func missing(_ asked: [String], _ found: [String]) -> DataValue? {
    let missing = asked.filter { !found.contains($0) }
    return missing.isEmpty ? nil : .list(missing.map { .text($0) })
  }
}

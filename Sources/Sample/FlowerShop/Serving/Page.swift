// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues

/// The part of a list that somebody wants.
struct Page {
  let offset: Int
  let count: Int

  static let usualCount = 20
  static let most = 100

  /// Reads the parameters `offset` and `count`.
  init(_ query: inout QueryReader, usually usual: Int = usualCount) {
    offset = query.integer("offset", in: 0...1_000_000, unless: 0)
    count = query.integer("count", in: 1...Page.most, unless: usual)
  }

  /// The body of a list: how much there is, this part of it, and where the next part is.
  func body(total: Int, data: [DataValue], _ request: ServiceRequest) -> DataValue {
    .object([
      "total": .number(total), "offset": .number(offset), "count": .number(data.count),
      "data": .list(data), "next": .text(next(total: total, request)),
    ])
  }

  /// The query of the next part; `nil` behind the last one.
  func next(total: Int, _ request: ServiceRequest) -> String? {
    guard offset + count < total else { return nil }
    var pairs = request.query.pairs.filter { $0.name != "offset" }
    pairs.append(.init("offset", "\(offset + count)"))
    return "?\(QueryParameters(pairs))"
  }
}

extension DataValue {
  /// Those of the ids that were asked for and not found; `nil` when all were.
  static func missing(_ asked: [String], _ found: [String]) -> DataValue? {
    let missing = asked.filter { !found.contains($0) }
    return missing.isEmpty ? nil : .list(missing.map { .text($0) })
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues

/// The query parameters of a read. One that it does not have is refused: a client whose filter is called
/// otherwise would take all records for those that it has asked for.
struct ReadParameters {
  private let names: [String]

  /// Those of one record.
  static let record = ReadParameters(names: ["fields", "view", "include"])
  /// Those of a list.
  static let list = ReadParameters(
    names: record.names + ["filter", "order", "limit", "page", "ids", "zone", "count"]
  )
  /// Those of the changes.
  static let changes = ReadParameters(names: ["since", "wait", "types", "fields", "zone", "limit"])

  /// Refuses a request with another parameter. Apps of DreamFactory send some of their own.
  func check(_ request: ResourceRequest) throws(ResourceProblem) {
    guard !request.isForTable,
      let pair = request.query.pairs.first(where: { !names.contains($0.name) })
    else { return }
    let nearest = Suggestion.nearest(to: pair.name, among: names).map { " (did you mean \($0)?)" }
    throw ResourceProblem(
      .badRequest,
      .badParameter,
      "\(pair.name.prefix(40)) is no parameter of this request\(nearest ?? ""); expected one of "
        + names.joined(separator: ", ")
    )
  }
}

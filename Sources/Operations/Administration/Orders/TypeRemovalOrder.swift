// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues

/// The order to remove a type with all its records, whose preview is the store's dry run.
struct TypeRemovalOrder: OperatorOrder {
  private let site: String?
  private let type: String
  /// The fingerprint of the declaration that the form showed.
  private let known: String?

  /// - Parameter field: returns the value of a field of the form.
  init(_ field: (String) -> String?) throws(PlainError) {
    guard let type = field("type") else {
      throw PlainError("\"type\" is missing; expected the name of a type")
    }
    self.type = type
    site = field("site")
    known = field("known")
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let lost = try await remove(in: state.services.records(of: site), isDryRun: true)
    return OrderPreview(
      [
        "\(type) would be removed for ever with \(lost.summary). Its files go within two hours.",
        "Documents and apps that read \(type) would get 404."
          + (lost.hasRecords ? " Clients that sync would read everything again." : ""),
      ],
      [lost.table]
    )
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let lost = try await remove(in: records, isDryRun: false)
    state.record(
      .declaration,
      "the type \(type) is removed with \(lost.summary)",
      kind: "types",
      site: records.site,
      by: caller
    )
    return lost.answer.json
  }

  private func remove(in records: OperatorRecords, isDryRun: Bool) async throws -> LostRows {
    try await TypeChangeTables.check(known, of: type, in: records)
    let query = QueryParameters([.init("loss", "true"), .init("dryRun", "\(isDryRun)")])
    return LostRows(
      try await records.send(.delete, ["_schema", type], query: query, ifVersion: known),
      of: type
    )
  }
}

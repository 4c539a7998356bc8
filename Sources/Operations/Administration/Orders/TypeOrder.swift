// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues

/// The order to replace the declaration of a type: its attributes with their settings, its rules and flags.
/// The preview is the store's dry run.
struct TypeOrder: OperatorOrder {
  private let site: String?
  /// The type; `nil` for a new one, which its declaration names.
  private let type: String?
  private let text: String
  /// The fingerprint of the declaration that the form showed.
  private let known: String?

  /// - Parameter field: returns the value of a field of the form.
  init(_ field: (String) -> String?) throws(PlainError) {
    guard let text = field("declaration") else {
      throw PlainError("\"declaration\" is missing; expected that of a type as JSON")
    }
    type = field("type")
    self.text = text
    site = field("site")
    known = field("known")
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let (name, report) = try await declare(in: state.services.records(of: site), isDryRun: true)
    guard !report.isEmpty else { return OrderPreview(["\(name) would stay as it is."]) }
    return report.preview(
      type == nil ? "\(name) would be declared." : "\(name) would change as follows."
    )
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let (name, report) = try await declare(in: records, isDryRun: false)
    guard !report.isEmpty else { return report.answer.json }
    state.record(
      .declaration,
      "the declaration of \(name) is changed: \(report.summary)",
      kind: "types",
      site: records.site,
      by: caller
    )
    return report.answer.json
  }

  private func declare(
    in records: OperatorRecords,
    isDryRun: Bool
  ) async throws -> (name: String, report: TypeChangeTables) {
    let declaration = try TypeDeclaration(reading: text, of: type)
    let name = declaration.name
    if let type {
      try await TypeChangeTables.check(known, of: type, in: records)
    } else if (try? await records.read { try TypeReport.type(name, in: $0) }) != nil {
      throw PlainError("\(name) is declared already; expected another name")
    }
    let report = try await TypeChangeTables(
      declaring: declaration.value,
      of: name,
      over: known,
      by: .put,
      in: records,
      isDryRun: isDryRun
    )
    return (name, report)
  }
}

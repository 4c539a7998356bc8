// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues
import ResourceModel

/// The order to declare a further attribute of a type, whose preview is the store's dry run.
struct DeclarationOrder: OperatorOrder {
  private let site: String?
  private let type: String
  private let name: String
  private let declaration: DataValue

  /// - Parameter field: returns the value of a field of the form.
  init(_ field: (String) -> String?) throws(PlainError) {
    guard let type = field("type"), let name = field("name") else {
      throw PlainError("\"name\" is missing; expected the name of a new attribute")
    }
    (self.type, self.name) = (type, name)
    site = field("site")
    var members: [(String, DataValue)] = [("type", .text(field("kind") ?? "text"))]
    if let target = field("to") { members.append(("to", .text(target))) }
    if let values = field("values") {
      let words = values.split(separator: ",").map { $0.filter { $0 != " " } }
      members.append(("values", .list(words.map { .text($0) })))
    }
    for flag in ["required", "indexed", "unique"] where field(flag) != nil {
      members.append((flag, .boolean(true)))
    }
    declaration = .members(members)
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let report = try await declare(in: state.services.records(of: site), isDryRun: true)
    return report.preview("\(type) would have the attribute \(name).")
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let report = try await declare(in: records, isDryRun: false)
    state.record(
      .declaration,
      "\(type) has the attribute \(name)",
      kind: "types",
      site: records.site,
      by: caller
    )
    return report.answer.json
  }

  private func declare(in records: OperatorRecords, isDryRun: Bool) async throws -> TypeChangeTables
  {
    let (type, name) = (type, name)
    let declared = try await records.read { try TypeReport.type(type, in: $0).attribute(name) }
    guard declared == nil else {
      throw PlainError("\(type) has an attribute \(name) already; expected a new name")
    }
    return try await TypeChangeTables(
      declaring: .members([("attributes", .members([(name, declaration)]))]),
      of: type,
      by: .patch,
      in: records,
      isDryRun: isDryRun
    )
  }
}

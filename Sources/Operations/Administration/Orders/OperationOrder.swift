// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues
import Measure
import Reactor
import ResourceModel
import Serving

/// The order to apply an attribute operation to a record, such as `inc` or `append`. It does not depend on
/// the value that the form showed, so no version is asked for.
struct OperationOrder: OperatorOrder {
  private let site: String?
  private let type: String
  private let id: String
  private let attribute: String
  private let code: AttributeOperation.Code
  private let operand: String
  private let index: Int

  /// - Parameter field: returns the value of a field of the form.
  init(_ field: (String) -> String?) throws(PlainError) {
    guard let type = field("type"), let id = field("id"), let attribute = field("attribute") else {
      throw PlainError("\"attribute\" is missing; expected that of a record")
    }
    guard let code = AttributeOperation.Code(rawValue: field("op") ?? "") else {
      let codes = AttributeOperation.Code.allCases.map(\.rawValue).joined(separator: ", ")
      throw PlainError("op is \(field("op")?.prefix(20) ?? "missing"); expected \(codes)")
    }
    guard let index = Int(field("index") ?? "0"), index >= 0 else {
      throw PlainError("the index is \(field("index")?.prefix(20) ?? ""); expected a number from 0")
    }
    (self.type, self.id, self.attribute, self.code, self.index) = (type, id, attribute, code, index)
    operand = field("value") ?? ""
    site = field("site")
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let records = try state.services.records(of: site)
    let (type, record) = try await found(in: records)
    let operation = AttributeOperation(attribute, code, try value(of: type), at: index)
    let now = Timestamp(nanoseconds: LoopClock.system.wallNanoseconds)
    let changed: DataDictionary
    do throws(ValidationErrors) {
      let patch = ResourcePatch.operations([operation])
      changed = try type.accepted(patch.applied(to: record.attributes, at: now), isNew: false)
    } catch {
      throw Refusal(.unprocessableContent, error.description)
    }
    let table = RecordOrder.changes(from: record.attributes, to: changed)
    return OrderPreview(
      [
        table.rows.isEmpty
          ? "\(id) would stay as it is."
          : "\(code.rawValue) would be applied to the value that \(attribute) has by then; now:"
      ],
      [table]
    )
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let (type, _) = try await found(in: records)
    let operation: [(String, DataValue)] = [
      ("name", .text(attribute)), ("op", .text(code.rawValue)), ("value", try value(of: type)),
      ("index", .number(index)),
    ]
    let answer = try await records.send(
      .patch,
      [type.name, id],
      .members([("attrs", .list([.members(operation)]))]),
      by: caller
    )
    RecordOrder.audit("\(id) is changed", in: records, of: state, by: caller)
    return answer.json
  }

  private func found(
    in records: OperatorRecords
  ) async throws -> (type: ResourceType, record: Resource) {
    let (name, id) = (type, id)
    return try await records.read { service in
      let type = try TypeReport.type(name, in: service)
      return (type, try RecordReport.record(id, of: type, in: service))
    }
  }

  /// The operand: a value of the attribute's kind, or of its elements.
  private func value(of type: ResourceType) throws(PlainError) -> DataValue {
    guard let attribute = type.attribute(attribute) else {
      throw PlainError("\(type.name) has no attribute \(self.attribute.prefix(40))")
    }
    switch code {
    case .unset, .serverTime: return .null
    case .set: return try RecordOrder.value(of: operand, as: attribute)
    case .append, .prepend, .addUnique, .remove, .insertAt:
      // A list of elements, or one element, which is a text as it stands.
      guard attribute.isList, let element = attribute.element, !operand.hasPrefix("[") else {
        return try RecordOrder.value(of: operand, as: attribute)
      }
      return try RecordOrder.value(of: operand, as: attribute, element)
    case .inc, .mul, .min, .max:
      guard !operand.isEmpty else {
        throw PlainError("the value is empty; expected one for \(code.rawValue)")
      }
      return try RecordOrder.value(of: operand, as: attribute)
    }
  }
}

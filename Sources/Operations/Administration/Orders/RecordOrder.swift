// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPValues
import Measure
import ResourceModel
import ResourceService
import Serving

/// The order to create, change, delete or bring back a record, by the form of the console.
struct RecordOrder: OperatorOrder {
  enum Change {
    case create, change, delete, undelete
  }

  private let change: Change
  private let site: String?
  private let type: String
  /// The id of the record; `nil` for a new one.
  private let id: String?
  /// The version that the form showed, so that nobody's change is overwritten unseen.
  private let version: String?
  /// The texts of the form by the names of attributes.
  private let texts: [(name: String, text: String)]

  /// - Parameter field: returns the value of a field of the form.
  init(
    _ change: Change,
    _ texts: [(name: String, text: String)],
    _ field: (String) -> String?
  ) throws(PlainError) {
    guard let type = field("type") else {
      throw PlainError("\"type\" is missing; expected the name of a type")
    }
    id = field("id")
    guard change == .create || id != nil else {
      throw PlainError("\"id\" is missing; expected the id of a record")
    }
    (self.change, self.type, self.texts) = (change, type, texts)
    site = field("site")
    version = field("version")
  }

  func preview(of state: AdminState) async throws -> OrderPreview {
    let records = try state.services.records(of: site)
    let (type, record) = try await found(in: records)
    switch change {
    case .delete:
      return OrderPreview([
        "\(id ?? "") would be deleted, and those of its referrers that the type says.",
        "It can be brought back for \(SpanWords.text(ResourceService.deletedLifetime / 1_000)).",
      ])
    case .undelete: return OrderPreview(["\(id ?? "") would be there again."])
    case .create, .change:
      let given = try values(of: type)
      let old = record?.attributes ?? DataDictionary()
      var whole = old
      for member in given.members { whole = whole.setting(member.key, member.value) }
      do throws(ValidationErrors) {
        whole = try type.accepted(whole, isNew: change == .create)
      } catch {
        throw Refusal(.unprocessableContent, error.description)
      }
      let table = RecordOrder.changes(from: old, to: whole)
      let thing = id ?? "A record of \(type.name)"
      return OrderPreview(
        [
          table.rows.isEmpty ? "\(thing) would stay as it is." : "\(thing) would have these values:"
        ],
        [table]
      )
    }
  }

  /// The table of the values that differ.
  static func changes(from old: DataDictionary, to new: DataDictionary) -> FigureTable {
    var table = FigureTable("changes").columns([
      .init(.attribute, "The attribute."), .init(.before, "Its value now."),
      .init(.after, "Its value after the change."),
    ])
    let names = old.members.map(\.key) + new.members.map(\.key).filter { old[$0] == nil }
    for name in names where old[name] != new[name] {
      table.add([
        .text(name), old[name].figure { .text($0.shownText) },
        new[name].figure { .text($0.shownText) },
      ])
    }
    return table
  }

  func perform(on state: AdminState, by caller: Operator) async throws -> [UInt8] {
    let records = try state.services.records(of: site)
    let (type, _) = try await found(in: records)
    let path = [type.name] + [id].compactMap(\.self)
    let answer: DataValue
    let word: String
    switch change {
    case .create:
      let given = try values(of: type).keeping { _ in true }
      let set = DataDictionary(unique: given.members.filter { !$0.value.isNull })
      answer = try await records.send(.post, path, DataValue(.dictionary(set)), by: caller)
      word = "created"
    case .change:
      answer = try await records.send(
        .patch,
        path,
        DataValue(.dictionary(try values(of: type))),
        ifVersion: version,
        by: caller
      )
      word = "changed"
    case .delete:
      answer = try await records.send(.delete, path, ifVersion: version, by: caller)
      word = "deleted"
    case .undelete:
      answer = try await records.send(.post, path, verb: "undelete", by: caller)
      word = "brought back"
    }
    let name = answer["uuid"]?.string ?? id ?? ""
    RecordOrder.audit("\(name) is \(word)", in: records, of: state, by: caller)
    return answer.json
  }

  /// - Parameter sentence: it has ids only, since values may be personal.
  static func audit(
    _ sentence: String,
    in records: OperatorRecords,
    of state: AdminState,
    by caller: Operator
  ) {
    state.audit.record(.record, by: caller, site: records.site, .annotation("record", sentence))
  }

  private func found(
    in records: OperatorRecords
  ) async throws -> (type: ResourceType, record: Resource?) {
    let (name, id) = (type, id)
    return try await records.read { service in
      let type = try TypeReport.type(name, in: service)
      return (type, try id.map { try RecordReport.record($0, of: type, in: service) })
    }
  }

  /// The values that the form gives attributes; `null` for those that it leaves empty.
  private func values(of type: ResourceType) throws(PlainError) -> DataDictionary {
    var members: [DataDictionary.Member] = []
    for (name, text) in texts {
      guard let attribute = type.attribute(name) else {
        throw PlainError("\(type.name) has no attribute \(name.prefix(40))")
      }
      members.append(.init(name, try RecordOrder.value(of: text, as: attribute)))
    }
    return DataDictionary(unique: members)
  }

  /// Reads the text of a form: texts as they are, all else as JSON; `null` for an empty one.
  ///
  /// - Parameter kind: that of the value, if it is not the attribute's own but that of its elements.
  static func value(
    of text: String,
    as attribute: Attribute,
    _ kind: Attribute.Kind? = nil
  ) throws(PlainError) -> DataValue {
    guard !text.isEmpty else { return .null }
    switch kind ?? attribute.kind {
    case .text, .enum, .instant, .reference: return .text(text)
    case .number, .integer, .boolean, .point, .list, .object, .binary:
      do throws(DataFileError) {
        return try DataValue(reading: text.utf8Span.span, as: .json)
      } catch {
        throw PlainError(
          "\(attribute.name) is \"\(text.prefix(40))\"; expected a value of the kind "
            + TypeReport.kind(of: attribute) + " as JSON"
        )
      }
    }
  }
}

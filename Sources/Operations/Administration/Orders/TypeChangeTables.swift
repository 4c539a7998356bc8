// SPDX-License-Identifier: Apache-2.0

import Commands
import DataFiles
import HTTPValues
import Measure
import ResourceModel
import ResourceService
import Serving

/// The tables of what a change of types does, as the service of records reports it.
struct TypeChangeTables {
  /// The report: the changes, the numbers of records of the types, and the records that do not fit.
  let answer: DataValue

  /// Has a declaration of a type stored, or only tried.
  ///
  /// - Parameters:
  ///   - known: the fingerprint of the declaration that is to be changed; `nil` for whatever it is.
  ///   - method: PUT for the whole declaration, PATCH for a change of it.
  init(
    declaring declaration: DataValue,
    of type: String,
    over known: String? = nil,
    by method: Method,
    in records: OperatorRecords,
    isDryRun: Bool
  ) async throws {
    let query = QueryParameters(isDryRun ? [.init("dryRun", "true")] : [])
    answer = try await records.send(
      method,
      ["_schema", type],
      query: query,
      declaration,
      ifVersion: known
    )
  }

  /// Refuses the change of a declaration that is another one than the form showed, before the change is looked
  /// at; the service checks it again where it makes the change.
  ///
  /// - Parameter known: the fingerprint that it showed; `nil` for a form without one.
  static func check(_ known: String?, of type: String, in records: OperatorRecords) async throws {
    let present = try await records.read { service in
      try TypeReport.type(type, in: service).fingerprint
    }
    guard known == nil || known == present else {
      throw Refusal(
        .preconditionFailed,
        "the declaration of \(type) was changed meanwhile; expected the page to be read again"
      )
    }
  }

  /// The preview of the change, which is refused where records contradict it.
  ///
  /// - Parameter effect: the change in a sentence.
  func preview(_ effect: String) -> OrderPreview {
    OrderPreview(
      [
        hasMisfits
          ? "These records contradict the declaration, which would be refused."
          : "\(effect) No record contradicts it."
      ] + conversion,
      tables,
      isPossible: !hasMisfits
    )
  }

  /// The conversion of records in a sentence; none without one.
  private var conversion: [String] {
    let count = (answer["converted"]?.dictionary?.members ?? [])
      .reduce(Int64(0)) { $0 + Self.count($1.value) }
    guard count > 0 else { return [] }
    return [
      "\(Counted.text(Int(clamping: count), "record")) would get a new form under the same version; "
        + "clients that sync would read everything again."
    ]
  }

  private var changes: [DataValue] { answer["changes"]?.elements ?? [] }
  private var misfits: [DataValue] { answer["misfits"]?.elements ?? [] }

  /// Whether nothing changes.
  var isEmpty: Bool { changes.isEmpty }

  /// The most changes that a sentence names.
  private static let shownChanges = 10

  /// The changes in one line.
  var summary: String {
    let parts = changes.prefix(Self.shownChanges).map { change in
      let name = change["attribute"]?.string.map { "\($0) " } ?? ""
      return name + (change["message"]?.string ?? "")
    }
    let rest = changes.count - parts.count
    return parts.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
  }

  private var hasMisfits: Bool { !misfits.isEmpty }

  private var tables: [FigureTable] {
    var table = FigureTable("changes").columns([
      .init(.attribute, "The attribute; none for a change of the type itself."),
      .init(.message, "change", "The change of the declaration."),
      .init(.effect, "What the store has to do with the records."),
      .init(.records, "The records of the type, where it has to look at them."),
    ])
    for change in changes {
      let effect = change["effect"]?.string ?? ""
      let records = answer["records"]?[change["type"]?.string ?? ""]
      table.add([
        change["attribute"]?.string.figure { .text($0) } ?? .none,
        .text(change["message"]?.string ?? ""), .text(Self.words[effect] ?? effect),
        effect == "none" ? .count(0) : .count(Self.count(records)),
      ])
    }
    guard hasMisfits else { return [table] }
    var others = FigureTable("misfits").columns([
      .init(.uuid, "record", "A record that does not fit the declaration; at most ten are named."),
      .init(.errors, "Why it does not."),
    ])
    for misfit in misfits {
      let errors = (misfit["errors"]?.elements ?? []).compactMap(\.string)
      others.add(
        [.text(misfit["uuid"]?.string ?? ""), .text(errors.joined(separator: "; "))],
        tone: .failure
      )
    }
    return [table, others]
  }

  private static let words = [
    "none": "no record is touched", "index": "an index is built", "check": "every record must fit",
    "loss": "records would be lost",
  ]

  private static func count(_ value: DataValue?) -> Int64 { value?.integer ?? 0 }
}

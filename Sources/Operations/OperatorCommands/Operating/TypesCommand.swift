// SPDX-License-Identifier: Apache-2.0

import Administration
import Bytes
import Commands
import DataFiles
import Files
import HTTPValues
import Reactor
import ResourceModel
import Serving

/// `portico types`: exports, compares and imports the types of a running service's records.
struct TypesCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "types",
    summary:
      "Export the types of a running service's records, compare them with a file, import it.",
    options: [
      Option("at URL", "Where the records are", fallback: standardAddress),
      Option("token FILE", "Send the token of administration from this file"),
      Option(
        "authorities FILE",
        "Trust the authorities in this PEM file in place of the machine's"
      ),
      Option("loss", "Import types that remove others, with their records"),
      SiteOptions.json,
    ],
    operands: "export | diff FILE | import FILE",
    examples: [
      "portico types export --token records-token > types.json": "All types as they are declared.",
      "portico types diff types.json --token records-token":
        "What an import would do to which records; nothing changes. Exits with 1 if it would fail.",
      "portico types import types.json --token records-token --at https://api.example.com/v1":
        "The types of the file take the place of all that are there.",
    ]
  )

  private static let standardAddress = "http://127.0.0.1:8080/v1"
  private static let standardPlace = (Origin(.http, host: "127.0.0.1", port: 8080), "/v1")
  private static let mostBytes = 16_777_216

  private enum Action: String {
    case export, diff, `import`
  }

  private let action: Action
  private let file: String?
  private let origin: Origin
  private let mount: String
  private let tokenFile: String?
  private let authorities: String?
  private let allowsLoss: Bool
  private let isJSON: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    let words = arguments.operands
    guard let action = words.first.flatMap(Action.init),
      words.count == (action == .export ? 1 : 2)
    else { throw UsageError("expected export, diff FILE or import FILE") }
    self.action = action
    file = words.dropFirst().first
    let expected = "an address such as \(TypesCommand.standardAddress)"
    let given = try arguments.value("at", expected: expected) { TypesCommand.place($0) }
    (origin, mount) = given ?? TypesCommand.standardPlace
    tokenFile = arguments.value("token")
    authorities = arguments.value("authorities")
    allowsLoss = arguments.has("loss")
    isJSON = arguments.has("json")
  }

  /// Reads an address with a path: `https://api.example.com/v1`.
  private static func place(_ text: String) -> (Origin, String)? {
    guard let mark = text.firstRange(of: "://") else { return nil }
    let slash = text[mark.upperBound...].firstIndex(of: "/") ?? text.endIndex
    var path = String(text[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    guard let origin = OperatorClient.origin(String(text[..<slash])), !path.isEmpty,
      path.utf8.allSatisfy({ (0x21...0x7E).contains($0) && $0 != 0x3F && $0 != 0x23 })
    else { return nil }
    return (origin, path)
  }

  func run() async throws -> ExitCode {
    let client = try await OperatorClient(origin, tokenFile: tokenFile, authorities: authorities)
    guard let file else {
      try await client.ask(.get, "\(mount)/_schema").print()
      return .done
    }
    let bytes = try Files.read(file, limit: TypesCommand.mostBytes)
    let types: DataValue
    do {
      types = try DataValue(reading: bytes.span, as: .json5, rules: .documents)
    } catch {
      throw PlainError("\(file) cannot be read: \(error)")
    }
    let target = action == .diff ? ":diff" : ":import\(allowsLoss ? "?loss=true" : "")"
    let report = try await client.ask(.post, "\(mount)/_schema\(target)", types.json)
    if isJSON {
      report.print()
    } else {
      StandardStream.output.write(TypesReport(report).text)
    }
    return TypesReport(report).canBeImported(losing: allowsLoss) ? .done : .failed
  }
}

/// The effects of a change of types, in lines.
private struct TypesReport {
  private let changes: [DataValue]
  private let misfits: [DataValue]
  private let records: DataValue?
  private let report: DataValue
  /// The numbers of records that are converted, by their types.
  private let converted: [DataDictionary.Member]

  init(_ report: DataValue) {
    changes = TypesReport.elements(report["changes"])
    misfits = TypesReport.elements(report["misfits"])
    records = report["records"]
    self.report = report
    converted = report["converted"]?.dictionary?.members ?? []
  }

  private static func elements(_ value: DataValue?) -> [DataValue] {
    if case .array(let elements)? = value?.content { elements } else { [] }
  }

  private static func text(_ value: DataValue?) -> String? { value?.string }

  private func count(of type: String) -> Int64 { records?[type]?.integer ?? 0 }

  private func lost(with type: String) -> LostRows { LostRows(report, of: type) }

  /// Whether no record stands in the way.
  func canBeImported(losing allowsLoss: Bool) -> Bool {
    misfits.isEmpty
      && (allowsLoss
        || !changes.contains { change in
          Self.text(change["effect"]) == "loss"
            && lost(with: Self.text(change["type"]) ?? "").hasRecords
        })
  }

  var text: String {
    guard !changes.isEmpty else { return "nothing changes\n" }
    let lines = changes.map { change in
      let type = Self.text(change["type"]) ?? ""
      let place = Self.text(change["attribute"]).map { "\(type).\($0)" } ?? type
      let touched =
        switch Self.text(change["effect"]) {
        case "index": "an index is built of \(Counted.text(Int(count(of: type)), "record"))"
        case "check": "\(Counted.text(Int(count(of: type)), "record")) must fit"
        case "loss": "\(lost(with: type).summary) would be lost"
        default: "no record is touched"
        }
      return "\(place): \(Self.text(change["message"]) ?? ""); \(touched)\n"
    }
    let conversions = converted.map { type in
      let records = Counted.text(Int(clamping: type.value.integer ?? 0), "record")
      return "\(type.key): \(records) converted, so that clients that sync read everything again\n"
    }
    let refusals = misfits.map { misfit in
      let errors = Self.elements(misfit["errors"]).compactMap(Self.text).joined(separator: "; ")
      return "\(Self.text(misfit["uuid"]) ?? "") does not fit: \(errors)\n"
    }
    return (lines + conversions + refusals).joined()
  }
}

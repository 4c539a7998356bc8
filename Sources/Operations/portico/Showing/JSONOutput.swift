// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Reactor

/// The output of `--json`: one value on one line.
indirect enum JSONOutput {
  case text(String)
  case number(Int)
  case boolean(Bool)
  case nothing
  case list([JSONOutput])
  case members([(String, JSONOutput)])
  /// A value of a data file.
  case file(DataValue)

  static func optional(_ text: String?) -> JSONOutput { text.map { .text($0) } ?? .nothing }

  static func texts(_ texts: [String]) -> JSONOutput { .list(texts.map { .text($0) }) }

  func write() { StandardStream.output.write(String(decoding: bytes, as: UTF8.self) + "\n") }

  /// The value as JSON.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    try? JSONWriter().write(value, to: &bytes)
    return bytes
  }

  private var value: DataValue {
    switch self {
    case .text(let text): DataValue(.string(text))
    case .number(let number): DataValue(.integer(Int64(number)))
    case .boolean(let boolean): DataValue(.bool(boolean))
    case .nothing: DataValue(.null)
    case .file(let value): value
    case .list(let elements): DataValue(.array(elements.map(\.value)))
    case .members(let members):
      DataValue(
        .dictionary(
          (try? DataDictionary(members.map { DataDictionary.Member($0.0, $0.1.value) }))
            ?? DataDictionary()
        )
      )
    }
  }
}

extension JSONOutput {
  /// A finding with its place, rule and all other facts.
  init(_ finding: Finding) {
    self = .members([
      ("severity", .text(finding.severity.rawValue)), ("rule", .text(finding.rule.rawValue)),
      ("file", .text(finding.place.file)), ("line", .number(finding.place.position.line)),
      ("column", .number(finding.place.position.column)), ("message", .text(finding.message)),
      ("suggestion", .optional(finding.suggestion)),
      (
        "quote",
        finding.quote.map {
          .members([("text", .text($0.text)), ("offset", .number($0.offset))])
        } ?? .nothing
      ),
      (
        "parties",
        .list(
          finding.parties.map { party in
            .members([
              ("file", .text(party.place.file)), ("line", .number(party.place.position.line)),
              ("column", .number(party.place.position.column)), ("role", .text(party.role)),
            ])
          }
        )
      ),
    ])
  }
}

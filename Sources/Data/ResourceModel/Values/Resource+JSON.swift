// SPDX-License-Identifier: Apache-2.0

import Bytes
package import DataFiles

extension Resource {
  /// The members that every record has beside its attributes, before them.
  package static let systemNames = [
    "uuid", "_type", "_version", "_class", "_created", "_updated", "_owner", "_deleted",
  ]

  /// Their names as they stand in JSON, with what comes before and behind them.
  private static let systemKeys = systemNames.enumerated().map { place, name in
    Array((place == 0 ? "{\"\(name)\":" : ",\"\(name)\":").utf8)
  }

  private enum SystemValue {
    /// A text without characters that JSON escapes.
    case plain(String)
    case text(String)
    case number(Int64)
    case instant(Timestamp)

    var value: DataValue {
      switch self {
      case .plain(let text), .text(let text): .text(text)
      case .number(let number): .integer(number)
      case .instant(let instant): .text(instant.description)
      }
    }

    func append(to bytes: inout [UInt8]) {
      switch self {
      case .plain(let text):
        bytes.append(UInt8(ascii: "\""))
        bytes.append(text.utf8Span.span)
        bytes.append(UInt8(ascii: "\""))
      case .text(let text): bytes.appendJSON(text)
      case .number(let number): bytes.append(decimal: Int(number))
      case .instant(let instant):
        bytes.append(UInt8(ascii: "\""))
        instant.append(to: &bytes)
        bytes.append(UInt8(ascii: "\""))
      }
    }
  }

  /// Calls `body` with the place of each name in `systemNames` and its value.
  private func forEachSystemMember(_ body: (Int, SystemValue) -> Void) {
    body(0, .plain(id.text))
    body(1, .text(type))
    body(2, .number(version))
    body(3, .number(Int64(classVersion)))
    body(4, .instant(created))
    body(5, .instant(updated))
    if let owner { body(6, .text(owner)) }
    if let deleted { body(7, .instant(deleted)) }
  }

  /// The attributes that JSON has: a deleted record has none.
  private func attributes(_ selection: Selection) -> [DataDictionary.Member] {
    guard deleted == nil else { return [] }
    return selection == .everything
      ? attributes.members : attributes.members.filter { selection.includes($0.key) }
  }

  /// The record as JSON, with the attributes that a selection leaves.
  package func json(_ selection: Selection = .everything) -> DataValue {
    var members: [DataDictionary.Member] = []
    forEachSystemMember { members.append(.init(Resource.systemNames[$0], $1.value)) }
    members += attributes(selection)
    return DataValue(.dictionary(DataDictionary(unique: members)))
  }

  /// Appends the same as text.
  package func appendJSON(
    _ selection: Selection = .everything,
    to bytes: inout [UInt8]
  ) throws(DataFileError) {
    let keys = Resource.systemKeys
    forEachSystemMember { place, value in
      bytes += keys[place]
      value.append(to: &bytes)
    }
    for member in attributes(selection) {
      bytes.append(UInt8(ascii: ","))
      bytes.appendJSON(member.key)
      bytes.append(UInt8(ascii: ":"))
      try JSONWriter().write(member.value, to: &bytes)
    }
    bytes.append(UInt8(ascii: "}"))
  }

  /// The attributes that an answer shows; a record's own members are always there.
  package enum Selection: Sendable, Equatable {
    case everything
    case only(Set<String>)
    /// All but those that only the heavy view shows.
    case without(Set<String>)

    package func includes(_ name: String) -> Bool {
      switch self {
      case .everything: true
      case .only(let names): names.contains(name)
      case .without(let names): !names.contains(name)
      }
    }
  }
}

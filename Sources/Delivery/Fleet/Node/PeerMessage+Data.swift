// SPDX-License-Identifier: Apache-2.0

package import DataFiles

// The form of messages between nodes, whatever carries them. Nodes of two versions read each other: a message of a kind
// that is not known is none, and members that are not known are ignored.

extension PeerMessage {
  package var data: DataValue {
    switch self {
    case .greeting(let report):
      .members([("kind", .text("greeting")), ("node", report.data)])
    case .entries(let entries):
      .members([("kind", .text("entries")), ("entries", .list(entries.map(\.data)))])
    case .recorded(let entries, let epoch):
      .members([
        ("kind", .text("recorded")), ("epoch", .text("\(epoch)")),
        ("entries", .list(entries.map(\.data))),
      ])
    case .received(let ids):
      .members([("kind", .text("received")), ("ids", .texts(ids.map { "\($0)" }))])
    case .loaded(let edition, let failure):
      .members([
        ("kind", .text("loaded")), ("edition", .text(edition)), ("failure", .text(failure)),
      ])
    case .pulse(let demands):
      .members([
        ("kind", .text("pulse")),
        (
          "demands",
          .members(
            demands.sorted { $0.key < $1.key }.map {
              ($0.key, DataValue(.decimal(DataDecimal($0.value))))
            }
          )
        ),
      ])
    case .counts(let counts): .members([("kind", .text("counts")), ("counts", counts)])
    }
  }

  /// Reads a message; `nil` where the data is none. Entries that cannot be read are left out: the store has them, too.
  package init?(_ data: DataValue) {
    switch data["kind"]?.string {
    case "greeting":
      guard let report = data["node"].flatMap({ NodeReport($0) }) else { return nil }
      self = .greeting(report)
    case "entries":
      guard let entries = data["entries"]?.elements else { return nil }
      self = .entries(entries.compactMap { FleetEntry($0) })
    case "recorded":
      guard let epoch = data["epoch"]?.string.flatMap({ FleetEpoch($0) }),
        let entries = data["entries"]?.elements
      else { return nil }
      self = .recorded(entries.compactMap { RecordedEntry($0) }, in: epoch)
    case "received":
      guard let ids = data["ids"]?.elements else { return nil }
      self = .received(ids.compactMap { $0.string.flatMap { EntryID($0) } })
    case "loaded":
      guard let edition = data["edition"]?.string else { return nil }
      self = .loaded(edition: edition, failure: data["failure"]?.string)
    case "pulse":
      guard case .dictionary(let members) = data["demands"]?.content else { return nil }
      var demands: [String: Double] = [:]
      for member in members.members {
        switch member.value.content {
        case .integer(let number): demands[member.key] = Double(number)
        case .decimal(let number) where number.isFinite: demands[member.key] = number.value
        default: break
        }
      }
      self = .pulse(demands)
    case "counts":
      guard let counts = data["counts"] else { return nil }
      self = .counts(counts)
    default: return nil
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import DataFiles

/// The state of a node as it tells others.
package struct NodeReport: Sendable, Equatable {
  package var id: NodeID
  /// The name by which operators know it.
  package var name: String
  /// The address at which other nodes reach it; `nil` for one that is only told by the store.
  package var address: String?
  /// The version of its program.
  package var version: String
  /// The name of the edition that it serves.
  package var edition: String?
  /// The editions that it has loaded and not served yet.
  package var loaded: [String] = []
  /// The editions that it could not load, with the reasons.
  package var refused: [String: String] = [:]
  /// The rollout in words, with the share of installations that have its edition at the node; `nil` for none.
  package var rollout: String?
  /// False for a node of a release that knows no rollouts in a fleet.
  package var followsRollouts = true
  package var position: FleetPosition?
  /// The number of entries that it knows and the store does not.
  package var unrecorded = 0
  /// The uncertainty of its clock against the store's, in microseconds; `nil` while it is not known.
  package var clockError: Int64?
  /// True while the node drains: it finishes its requests and takes no new ones.
  package var isDraining = false

  package init(_ id: NodeID, name: String, address: String? = nil, version: String = "") {
    self.id = id
    self.name = name
    self.address = address
    self.version = version
  }
}

extension NodeReport {
  package var data: DataValue {
    .members([
      ("id", .text("\(id)")), ("name", .text(name)), ("address", .text(address)),
      ("version", .text(version)), ("edition", .text(edition)), ("loaded", .texts(loaded)),
      ("refused", .members(refused.sorted { $0.key < $1.key }.map { ($0.key, .text($0.value)) })),
      ("position", .text(position.map { "\($0)" })), ("unrecorded", .number(unrecorded)),
      ("clockError", .number(clockError)), ("draining", .boolean(isDraining)),
      ("rollout", .text(rollout)), ("followsRollouts", .boolean(followsRollouts)),
    ])
  }

  package init?(_ data: DataValue) {
    guard let id = data["id"]?.string.flatMap({ NodeID($0) }), let name = data["name"]?.string
    else { return nil }
    self.init(
      id,
      name: name,
      address: data["address"]?.string,
      version: data["version"]?.string ?? ""
    )
    edition = data["edition"]?.string
    if case .array(let names) = data["loaded"]?.content { loaded = names.compactMap(\.string) }
    if case .dictionary(let reasons) = data["refused"]?.content {
      for member in reasons.members { refused[member.key] = member.value.string ?? "" }
    }
    position = data["position"]?.string.flatMap { FleetPosition($0) }
    unrecorded = data["unrecorded"]?.integer.map { Int(clamping: $0) } ?? 0
    clockError = data["clockError"]?.integer
    isDraining = data["draining"] == .boolean(true)
    rollout = data["rollout"]?.string
    followsRollouts = data["followsRollouts"] == .boolean(true)
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import Purging

// The form of entries in the table, in the journal and between nodes. Nodes of two versions read each other:
// members that are not known are passed on, and so are entries of a kind or with a body that is not known.

extension FleetEntry {
  package var data: DataValue {
    let (kind, body) = content.data
    var members: [(String, DataValue)] = [
      ("id", .text("\(id)")), ("node", .text("\(node)")), ("made", .number(made.microseconds)),
      ("kind", .text(kind)), ("body", body),
    ]
    if let first { members.append(("first", .text("\(first)"))) }
    if let activation { members.append(("activation", .number(activation.microseconds))) }
    if let order { members.append(("order", .text(order))) }
    let own = DataValue.members(members)
    return unread.map { own.adding($0) } ?? own
  }

  /// The entry in one line of JSON.
  package var text: String { String(decoding: data.json, as: UTF8.self) }

  /// Reads an entry; `nil` where the data is none.
  package init?(_ data: DataValue) {
    guard let id = data["id"]?.string.flatMap({ EntryID($0) }),
      let node = data["node"]?.string.flatMap({ NodeID($0) }),
      let made = data["made"]?.integer, let kind = data["kind"]?.string
    else { return nil }
    let body = data["body"] ?? .null
    self.init(
      Content(kind, body) ?? .unknown(kind, body),
      id: id,
      node: node,
      made: FleetInstant(microseconds: made),
      first: data["first"]?.string.flatMap { FleetPosition($0) },
      activation: data["activation"]?.integer.map { FleetInstant(microseconds: $0) },
      order: data["order"]?.string
    )
    unread = data.members(notIn: self.data)
  }

  package init?(text: String) {
    guard let data = try? DataValue(reading: text.utf8Span.span, as: .json) else { return nil }
    self.init(data)
  }
}

extension RecordedEntry {
  package var data: DataValue {
    .members([
      ("position", .text("\(position)")), ("behind", .text(predecessor.map { "\($0)" })),
      ("entry", entry.data),
    ])
  }

  package init?(_ data: DataValue) {
    guard let position = data["position"]?.string.flatMap({ FleetPosition($0) }),
      let entry = data["entry"].flatMap({ FleetEntry($0) })
    else { return nil }
    self.init(entry, at: position, behind: data["behind"]?.string.flatMap { EntryID($0) })
  }
}

extension FleetEntry.Content {
  fileprivate var data: (kind: String, body: DataValue) {
    switch self {
    case .edition(let edition): ("edition", edition.data)
    case .publication(let change): ("publication", .members(change.members))
    case .rollback(let change): ("rollback", .members(change.members))
    case .rollout(let change, let step): ("rollout", .members(change.members + step.members))
    case .withdrawal(let withdrawal): ("withdrawal", .members(withdrawal.members))
    case .purge(let purge): (FleetEntry.purgeKind, .members(purge.members))
    case .commit(let notice):
      (
        "commit",
        .members([
          ("zone", .text(notice.zone)), ("epoch", .text(notice.epoch)),
          ("version", .number(notice.version)),
        ])
      )
    case .edgePurge(let job):
      ("edge-purge", .members(job.purge.members + [("reason", .text(job.reason))]))
    case .edgeOutcome(let outcome):
      (
        "edge-outcome",
        .members([
          ("job", .text("\(outcome.job)")), ("epoch", .text("\(outcome.fence.epoch)")),
          ("fence", .number(outcome.fence.number)), ("failure", .text(outcome.failure)),
        ])
      )
    case .closing(let maintenance):
      (FleetEntry.closingKind, .members([("maintenance", maintenance ?? .null)]))
    case .removal(let node): ("removal", .members([("node", .text("\(node)"))]))
    case .unknown(let kind, let body): (kind, body)
    }
  }

  fileprivate init?(_ kind: String, _ body: DataValue) {
    switch kind {
    case "edition":
      guard let edition = FleetEdition(body) else { return nil }
      self = .edition(edition)
    case "publication", "rollback", "rollout":
      guard let change = FleetChange(body) else { return nil }
      switch kind {
      case "publication": self = .publication(change)
      case "rollback": self = .rollback(change)
      default:
        guard let step = RolloutStep(body) else { return nil }
        self = .rollout(change, step)
      }
    case "withdrawal":
      guard let withdrawal = RolloutWithdrawal(body) else { return nil }
      self = .withdrawal(withdrawal)
    case FleetEntry.purgeKind:
      guard let purge = Purge(body) else { return nil }
      self = .purge(purge)
    case "commit":
      guard let zone = body["zone"]?.string, let epoch = body["epoch"]?.string,
        let version = body["version"]?.integer
      else { return nil }
      self = .commit(CommitNotice(zone: zone, epoch: epoch, version: version))
    case "edge-purge":
      guard let purge = Purge(body) else { return nil }
      self = .edgePurge(EdgePurge(purge, reason: body["reason"]?.string))
    case "edge-outcome":
      guard let job = body["job"]?.string.flatMap({ EntryID($0) }),
        let epoch = body["epoch"]?.string.flatMap({ FleetEpoch($0) }),
        let number = body["fence"]?.integer
      else { return nil }
      let fence = Fence(number, of: epoch)
      self = .edgeOutcome(EdgeOutcome(of: job, fence: fence, failure: body["failure"]?.string))
    case FleetEntry.closingKind:
      guard let maintenance = body["maintenance"] else { return nil }
      self = .closing(maintenance == .null ? nil : maintenance)
    case "removal":
      guard let node = body["node"]?.string.flatMap({ NodeID($0) }) else { return nil }
      self = .removal(node)
    default: self = .unknown(kind, body)
    }
  }
}

extension FleetEdition {
  var data: DataValue { .members([("name", .text(name)), ("manifest", .text(manifest.text))]) }

  init?(_ data: DataValue) {
    guard let name = data["name"]?.string,
      let manifest = data["manifest"]?.string.flatMap({ BlobDigest($0) })
    else { return nil }
    self.init(name, manifest: manifest)
  }
}

extension FleetChange {
  fileprivate var members: [(String, DataValue)] {
    [
      ("edition", edition.data), ("lead", .number(lead)),
      ("deadline", .number(deadline.microseconds)),
    ]
  }

  fileprivate init?(_ data: DataValue) {
    guard let edition = data["edition"].flatMap({ FleetEdition($0) }),
      let lead = data["lead"]?.integer, let deadline = data["deadline"]?.integer
    else { return nil }
    self.init(edition, lead: lead, deadline: FleetInstant(microseconds: deadline))
  }
}

extension Purge {
  fileprivate var members: [(String, DataValue)] {
    let members = [("target", target.data), ("strength", DataValue.text(strength.rawValue))]
    return samples.isEmpty ? members : members + [("samples", .texts(samples))]
  }

  fileprivate init?(_ data: DataValue) {
    guard let target = data["target"].flatMap({ Target($0) }),
      let strength = data["strength"]?.string.flatMap({ Strength(rawValue: $0) })
    else { return nil }
    self.init(target, strength, samples: data["samples"]?.texts ?? [])
  }
}

extension DataValue {
  /// The members that another value does not have, at any depth of its dictionaries; `nil` for none.
  fileprivate func members(notIn other: DataValue) -> DataValue? {
    guard case .dictionary(let own) = content, case .dictionary(let others) = other.content else {
      return nil
    }
    let members = own.members.compactMap { member -> (String, DataValue)? in
      guard let present = others[member.key] else { return (member.key, member.value) }
      return member.value.members(notIn: present).map { (member.key, $0) }
    }
    return members.isEmpty ? nil : .members(members)
  }

  /// The same with members that it does not have, at any depth of its dictionaries.
  fileprivate func adding(_ more: DataValue) -> DataValue {
    guard case .dictionary(let own) = content, case .dictionary(let others) = more.content else {
      return self
    }
    let present = own.members.map { member in
      (member.key, others[member.key].map { member.value.adding($0) } ?? member.value)
    }
    let added = others.members.filter { own[$0.key] == nil }.map { ($0.key, $0.value) }
    return .members(present + added)
  }

  /// The texts of an array; `nil` for a value of another kind.
  fileprivate var texts: [String]? {
    guard case .array(let elements) = content else { return nil }
    return elements.compactMap(\.string)
  }
}

// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import ResourceStore

/// The writes of a batch about which webhooks are asked, with their verdicts so far.
struct BeforeRound {
  /// The writes of the batch; those with a webhook name the id of their record.
  private(set) var writes: [ResourceWrite]
  private var targets: [Int: (type: ResourceType, id: ResourceID)] = [:]
  /// The writes about which it is not decided yet, in their order.
  private var rest: [Int] = []
  /// The records as the writes so far leave them; `nil` for none.
  private var records: [ResourceID: Resource?] = [:]
  private var verdicts: [Int: (proposal: Proposal, verdict: BeforeVerdict)] = [:]

  /// - Parameter newID: makes an id with a prefix.
  init(_ batch: WriteBatch, _ types: TypeSet, newID: (String) -> ResourceID) {
    writes = batch.writes
    for (index, write) in batch.writes.enumerated() {
      switch write.action {
      case .create(let name, let id, let attributes):
        guard let type = types[name], type.before != nil else { continue }
        let id = id ?? newID(type.prefix)
        targets[index] = (type, id)
        writes[index].action = .create(type: name, id, attributes)
      case .replace(let id, _), .update(let id, _), .delete(let id), .undelete(let id):
        guard let type = types.type(of: id), type.before != nil else { continue }
        targets[index] = (type, id)
      }
    }
    beginAnew()
  }

  var isEmpty: Bool { targets.isEmpty }

  /// Lets all writes be decided again, by the records as they are now.
  mutating func beginAnew() {
    rest = targets.keys.sorted()
    records = [:]
  }

  /// The next writes that are decided together, at most one of each record; `nil` at the end.
  mutating func nextWrites() -> [(index: Int, type: ResourceType, id: ResourceID)]? {
    guard !rest.isEmpty else { return nil }
    var seen: Set<ResourceID> = []
    var later: [Int] = []
    let next = rest.compactMap { index -> (index: Int, type: ResourceType, id: ResourceID)? in
      guard let (type, id) = targets[index] else { return nil }
      guard seen.insert(id).inserted else {
        later.append(index)
        return nil
      }
      return (index, type, id)
    }
    rest = later
    return next
  }

  /// The record as an earlier write of the batch leaves it; `nil` if none changes it.
  func assumed(_ id: ResourceID) -> Resource?? { records[id] }

  mutating func assume(_ record: Resource?, as id: ResourceID) { records[id] = .some(record) }

  /// The verdict about the same proposal in an earlier round.
  func verdict(about proposal: Proposal, at index: Int) -> BeforeVerdict? {
    verdicts[index].flatMap { $0.proposal == proposal ? $0.verdict : nil }
  }

  mutating func remember(_ verdict: BeforeVerdict, about proposal: Proposal, at index: Int) {
    verdicts[index] = (proposal, verdict)
  }
}

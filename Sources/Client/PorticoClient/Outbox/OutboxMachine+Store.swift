// SPDX-License-Identifier: Apache-2.0

extension OutboxMachine {
  /// Takes in what the server sent of objects, and returns objects as the store is to show them.
  package mutating func shown(
    _ batch: ObjectBatch,
    over content: StoreState
  ) -> ObjectBatch {
    guard !lanes.isEmpty else { return batch }
    var shown = ObjectBatch()
    for object in batch.stored {
      let id = object.id
      guard let lane = lanes[id] else {
        let body = object.bytes[object.header.body(at: object.start)]
        shown.append(body, object.header, isListed: false)
        continue
      }
      lanes[id]?.hasNews = true
      lanes[id]?.deletedAt = nil
      if object.header.content == .removal {
        lanes[id]?.confirmed = nil
        if object.header.version >= 0 { lanes[id]?.deletedAt = object.header.version }
      } else if let known = lane.confirmed {
        let merged = ObjectMerge.record(known, object).map { StoredObject($0, at: 0) }
        lanes[id]?.confirmed = merged ?? known
      } else {
        lanes[id]?.confirmed = StoredObject(ContiguousArray(object.record), at: 0)
      }
      outdated.insert(id)
    }
    for id in outdated { show(id, in: &shown, over: content.object(Array(id.utf8)[...])) }
    outdated = []
    return shown
  }

  private mutating func show(
    _ id: String,
    in shown: inout ObjectBatch,
    over present: StoredObject?
  ) {
    guard let lane = lanes[id], lane.isKnown else { return }
    if lane.operations.isEmpty { lanes[id] = nil }
    var (folded, views) = (FoldedObject(lane.confirmed), ObjectBatch())
    for pending in lane.operations where pending.refusal == nil {
      pending.operation.apply(to: &folded)
    }
    folded.append(to: &views, id: id)
    guard folded.isThere ? present?.record != views.stored.last?.record : present != nil else {
      return
    }
    for object in views.stored {
      let body = object.bytes[object.header.body(at: object.start)]
      shown.append(body, object.header, isListed: false)
    }
  }

  /// Takes the records of objects from the disk, as far as they are not known.
  package mutating func taking(_ records: RecordList) -> RecordList {
    guard !lanes.isEmpty else { return records }
    var rest = ContiguousArray<UInt8>()
    for object in records.objects {
      guard let lane = lanes[object.id] else {
        rest.append(contentsOf: object.record)
        continue
      }
      guard !lane.isKnown, object.header.content != .removal else { continue }
      let known = StoredObject(ContiguousArray(object.record), at: 0)
      let merged = lane.confirmed.flatMap { ObjectMerge.record(known, $0) }
      lanes[object.id]?.confirmed = merged.map { StoredObject($0, at: 0) } ?? known
    }
    return RecordList(rest)
  }

  /// Notes that the objects of the disk were loaded.
  package mutating func know() {
    for id in lanes.keys where lanes[id]?.isKnown == false {
      lanes[id]?.isKnown = true
      outdated.insert(id)
    }
  }
}

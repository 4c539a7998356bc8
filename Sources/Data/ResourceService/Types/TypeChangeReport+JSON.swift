// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import ResourceStore

extension TypeChangeReport {
  /// The report as JSON.
  var json: DataValue {
    let changes = self.changes.map { change in
      DataValue.members(
        [("type", .text(change.type))]
          + (change.attribute.map { [("attribute", .text($0))] } ?? [])
          + [("effect", .text(change.effect.rawValue)), ("message", .text(change.message))]
      )
    }
    let misfits = self.misfits.map { misfit in
      DataValue.members([
        ("uuid", .text(misfit.id.text)),
        ("errors", .list(misfit.errors.map { .text($0.description) })),
      ])
    }
    let records = self.records.sorted { $0.key < $1.key }
      .map { ($0.key, DataValue.integer(Int64($0.value))) }
    var members: [(String, DataValue)] = [
      ("changes", .list(changes)), ("records", .members(records)), ("misfits", .list(misfits)),
    ]
    if !converted.isEmpty {
      let counts = converted.sorted { $0.key < $1.key }
        .map { ($0.key, DataValue.integer(Int64($0.value))) }
      members.append(("converted", .members(counts)))
    }
    if !lost.isEmpty {
      let extents = lost.sorted { $0.key < $1.key }.map { ($0.key, $0.value.json) }
      members.append(("lost", .members(extents)))
    }
    return .members(members)
  }
}

extension TypeExtent {
  fileprivate var json: DataValue {
    .members(
      [
        ("records", records), ("deletedRecords", deletedRecords), ("references", references),
        ("grants", grants), ("files", files),
      ].map { ($0.0, .integer(Int64($0.1))) }
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

package import ResourceModel

/// The outcome of a read that may not wait.
package enum PromptRead<Value: Sendable>: Sendable {
  case done(Value)
  case wouldWait
}

/// The effect of a change of types.
package struct TypeChangeOptions: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// Nothing is changed.
  package static let dryRun = TypeChangeOptions(rawValue: 1)
  /// Records of types that are removed may be lost.
  package static let allowsLoss = TypeChangeOptions(rawValue: 2)
}

/// The effect of a change of types.
package struct TypeChangeReport: Sendable, Equatable {
  package let changes: [TypeChange]
  /// The numbers of records of the types that change.
  package let records: [String: Int]
  /// Records that do not fit the new declarations, at most ten of a type.
  package let misfits: [Misfit]
  /// The extents of the types that are removed.
  package var lost: [String: TypeExtent] = [:]
  /// The numbers of records that get a new form under their versions, by the types that have some.
  package var converted: [String: Int] = [:]

  package init(changes: [TypeChange], records: [String: Int], misfits: [Misfit]) {
    self.changes = changes
    self.records = records
    self.misfits = misfits
  }

  package struct Misfit: Sendable, Equatable {
    package let id: ResourceID
    package let errors: [ValidationError]
  }
}

/// The rows that are lost with a type.
package struct TypeExtent: Sendable, Equatable {
  package var records = 0
  /// Records that are deleted, and could be brought back.
  package var deletedRecords = 0
  /// References of its records to others.
  package var references = 0
  /// Grants on its records.
  package var grants = 0
  /// Files of its records, deleted ones included; equal files of several records count for each.
  package var files = 0

  package init() {}
}

/// A part of a list.
package struct ResourcePage: Sendable, Equatable {
  /// The place of the first record in the whole list.
  package let offset: Int
  package let records: [StoredRecord]
  /// The number of all records that match; `nil` where nobody asked.
  package let total: Int?
  /// Whether `total` is exact; if not, there may be more.
  package let isTotalExact: Bool
  /// The token of the next page; `nil` at the end.
  package let next: String?
  /// The version of the zone, from which changes go on; that of the nameless zone for a query of all.
  package var version: Int64 { position.version }
  package let position: ChangePosition
  /// Names the last change of types that converted records or removed some, under whatever versions those
  /// have; `nil` before the first.
  package let conversion: [UInt8]?

  package init(
    offset: Int,
    records: [StoredRecord],
    total: Int?,
    isTotalExact: Bool,
    next: String?,
    position: ChangePosition,
    conversion: [UInt8]?
  ) {
    self.offset = offset
    self.records = records
    self.total = total
    self.isTotalExact = isTotalExact
    self.next = next
    self.position = position
    self.conversion = conversion
  }

  /// The records with their attributes.
  package var resources: [Resource] {
    get throws(StoreError) {
      try records.map { record throws(StoreError) in try record.resource() }
    }
  }
}

/// Changed records of a zone.
package struct ChangePage: Sendable, Equatable {
  /// The records in the order of their last commits, deleted ones without attributes.
  package let resources: [Resource]
  /// The version to go on from.
  package var version: Int64 { position.version }
  package let position: ChangePosition
  /// Names the last change of types that converted records or removed some, which is none of the changes;
  /// `nil` before the first.
  package let conversion: [UInt8]?
  /// Whether more changes are there already.
  package let hasMore: Bool

  package init(
    resources: [Resource],
    position: ChangePosition,
    conversion: [UInt8]?,
    hasMore: Bool
  ) {
    self.resources = resources
    self.position = position
    self.conversion = conversion
    self.hasMore = hasMore
  }
}

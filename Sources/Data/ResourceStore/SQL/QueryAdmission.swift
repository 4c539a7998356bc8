// SPDX-License-Identifier: Apache-2.0

import Filters
import ResourceModel

extension ResourceQuery {
  /// Refuses a query that would look at more records than may be looked at without an index.
  func admit(by settings: StoreSettings, in database: inout StoreConnection) throws {
    for related in relatedQueries { try related.admit(by: settings, in: &database) }
    guard owner == nil, !type.isIndexed(filter) else { return }
    var unserved = filter == .all([]) ? [] : type.names(in: filter)
    if let key = order.first, !type.hasIndex(on: key.name) { unserved.append(key.name) }
    guard !unserved.isEmpty else { return }
    let records = try RecordCounts.live(type.name, in: &database)
    guard records > settings.scannedRecords else { return }
    let indexable = unserved.filter { type.attribute($0)?.kind.isScalar == true }
    let names = indexable.isEmpty ? unserved : indexable
    throw StoreError(
      .noIndex(attributes: indexable, records: records),
      "no index serves the query over \(records) records of \(type.name); expected an index "
        + "on \(names.joined(separator: " or ")), or at most \(settings.scannedRecords) records"
    )
  }

  /// The queries for related records that the conditions on these are.
  private var relatedQueries: [ResourceQuery] {
    guard let relations else { return [] }
    return type.names(in: filter).compactMap { name in
      guard let (step, rest) = relations.first(of: name, from: type) else { return nil }
      let comparisons = filter.comparisons.filter { $0.field.name == name }
      var related = ResourceQuery(step.target)
      related.relations = relations
      related.filter = .all([
        .any(comparisons.map { .comparison($0.positive(of: rest)) }), step.visible,
      ])
      return related
    }
  }
}

extension ResourceType {
  /// Whether an index finds the records that match a filter.
  func isIndexed(_ filter: Filter) -> Bool {
    switch filter {
    case .all(let parts): parts.contains(where: isIndexed)
    case .any(let parts): !parts.isEmpty && parts.allSatisfy(isIndexed)
    case .not: false
    case .call: true
    case .comparison(let comparison): isIndexed(comparison)
    }
  }

  /// Whether an index sorts records by a member.
  fileprivate func hasIndex(on name: String) -> Bool {
    attribute(name)?.hasIndex ?? ResourceOrder.systemNames.contains(name)
  }

  private func isIndexed(_ comparison: FilterComparison) -> Bool {
    let name = comparison.field.name
    // Edges are an index of the records that related ones lead to.
    if name.utf8.contains(UInt8(ascii: ".")) { return comparison.comparator != .notEqual }
    let isServed =
      hasIndex(on: name) || name == "_owner" || attribute(name)?.element == .reference
    switch (comparison.comparator, comparison.operand) {
    case (.notEqual, _), (_, .anything), (_, .call), (_, .parameter), (_, .expression): return false
    case (.has, .value(.text)): return false
    case (_, .pattern(let pattern)): return isServed && !pattern.opensBefore
    case (_, .value): return isServed
    }
  }
}

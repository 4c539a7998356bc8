// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Measure
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The rights on single records that groups and organizations were granted, counted by types.
enum GrantReport {
  /// The most grants of a site that are counted, in the order of their groups.
  private static let counted = 10_000
  /// The most rows of a site.
  private static let shown = 200

  static func tables(of services: SiteServices) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var table = FigureTable("granted").columns([
      .init(.site, "The site."), .init(.name, "The name of the group or organization."),
      .init(.kind, "Whether it is a group or an organization."),
      .init(.type, "The type of the records."),
      .init(.right, "The word that rules ask for with granted()."),
      .init(.records, "The records on which it was granted; at least, where + follows."),
      .init(.group, "The id of the group or organization."),
    ])
    for records in services.records {
      let (counts, isWhole) = try await records.read { try groups(in: $0) }
      for count in counts.prefix(shown) {
        table.add([
          .text(records.site), .text(count.name), .text(count.kind), .text(count.type),
          .text(count.right), .text("\(count.records)\(isWhole ? "" : "+")"), .text(count.group),
        ])
      }
    }
    return [table]
  }

  private struct Count {
    let group: String
    let name: String
    let kind: String
    let type: String
    let right: String
    let records: Int
  }

  /// Counts the grants to groups; `isWhole` says whether all of them were counted.
  private static func groups(
    in service: ResourceService
  ) throws -> (counts: [Count], isWhole: Bool) {
    guard service.hasPeople, let type = service.store.types[PeopleTypes.groups] else {
      return ([], true)
    }
    let found = try service.store.grants.counts(toPrefix: type.prefix, among: counted)
    var groups: [String: Resource] = [:]
    for id in Set(found.map(\.grantee)).compactMap(ResourceID.init).prefix(shown) {
      groups[id.text] = try service.store.resource(id, withDeleted: false)
    }
    let counts = found.map { count in
      let group = groups[count.grantee]
      return Count(
        group: count.grantee,
        name: group?.attributes["name"]?.string ?? "",
        kind: group?.attributes["kind"]?.string ?? "",
        type: count.type,
        right: count.right,
        records: count.records
      )
    }
    return (counts, found.reduce(0) { $0 + $1.records } < counted)
  }
}

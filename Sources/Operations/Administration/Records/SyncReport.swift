// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import Measure
import Reactor
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The changes of sites' records and those who follow them, and the operations that clients may use.
enum SyncReport {
  static func tables(
    of services: SiteServices,
    _ history: SignalHistory
  ) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var (stores, zones, hooks, letters) = (storesTable, zonesTable, hooksTable, lettersTable)
    for records in services.records {
      let site = Figure.text(records.site)
      let (waiting, deleted, newest) = try await records.read { service in
        (
          service.waitingReaders, try service.store.deletedRecords(),
          try service.store.history.zones()
        )
      }
      let kept = ResourceService.deletedLifetime
      stores.add([
        site, .count(Int64(waiting)), .count(Int64(deleted.count)),
        .text(SpanWords.text(kept / 1_000)),
        deleted.oldest.figure { .text("\($0.advanced(byMilliseconds: kept))") },
      ])
      for (zone, version) in newest.sorted(by: { $0.key < $1.key }) {
        zones.add([site, .text(zone.isEmpty ? "(the nameless one)" : zone), .count(version)])
      }
      for hook in try await records.send(.get, ["_hooks"])["data"]?.elements ?? [] {
        let name = hook["name"]?.string ?? ""
        add(hook, of: records.site, to: &hooks)
        let dead = try await records.send(.get, ["_hooks", name])["dead"]?.elements ?? []
        for letter in dead { add(letter, of: records.site, name, to: &letters) }
      }
    }
    let before = try await BeforeHookReport.table(of: services, history)
    return [stores, zones, hooks, letters, before]
  }

  /// The most changes of a site that are listed.
  private static let shownChanges = 50

  /// The newest changes of each site's records, with their authors.
  static func changes(of services: SiteServices) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var table = FigureTable("newest").columns([
      .init(.site, "The site."), .init(.time, "when", "When the change was committed, in UTC."),
      .init(.type, "The type of the record."), .init(.record, "The id of the record."),
      .init(.kind, "change", "created, updated or deleted."), RecordReport.author,
      .init(.zone, "The zone in which it is counted; none for the nameless one."),
      .init(.version, "The version of the zone that the change made."),
    ])
    for records in services.records {
      let (types, commits) = try await records.read { service in
        (service.store.types, try service.store.history.newestCommits(limit: shownChanges))
      }
      for commit in commits {
        table.add([
          .text(records.site), .text("\(commit.time)"),
          types.type(of: commit.id).figure { .text($0.name) }, .text(commit.id.text),
          .text(commit.kind.rawValue), .text(RecordReport.words(for: commit.author)),
          commit.zone.isEmpty ? .none : .text(commit.zone), .count(commit.version),
        ])
      }
    }
    return [table]
  }

  private static var storesTable: FigureTable {
    FigureTable("changes").columns([
      .init(.site, "The site."),
      .init(.waiting, "waiting readers", "Event streams and long polls that wait for changes."),
      .init(.tombstones, "deleted records", "Deleted records that can still be brought back."),
      .init(.kept, "kept for", "How long a deletion stays among the changes."),
      .init(.purged, "next purge", "When the first of them is forgotten, in UTC."),
    ])
  }

  private static var zonesTable: FigureTable {
    FigureTable("zones").columns([
      .init(.site, "The site."),
      .init(.zone, "The zone, whose changes are counted by themselves."),
      .init(.version, "The number of its newest change."),
    ])
  }

  private static var hooksTable: FigureTable {
    FigureTable("hooks").columns([
      .init(.site, "The site."), .init(.hook, "webhook", "The name of the webhook."),
      .init(.origin, "The server that is told of changes."),
      .init(.state, "idle, delivering, retrying, or why nothing is sent."),
      .init(.behind, "The changes that it has not been told of yet."),
      .init(.dead, "dead letters", "Messages that it did not accept, and that were given up."),
      .init(.reason, "last failure", "The failure of the last attempt."),
      .init(.since, "When the message that it does not accept was first sent, in UTC."),
    ])
  }

  private static var lettersTable: FigureTable {
    FigureTable("letters").columns([
      .init(.site, "The site."), .init(.hook, "webhook", "The webhook."),
      .init(.letter, "dead letter", "The id of the message."),
      .init(.died, "given up", "When it was given up, in UTC."),
      .init(.attempts, "How often it was sent."),
      .init(.reason, "failure", "The failure of the last attempt."),
    ])
  }

  private static func add(_ hook: DataValue, of site: String, to table: inout FigureTable) {
    let dead = count(hook["deadLetters"])
    let isWell = ["idle", "delivering", "starting", "elsewhere"].contains(hook["state"]?.string)
    table.add(
      [
        .text(site), text(hook["name"]), text(hook["origin"]), text(hook["state"]),
        .count(count(hook["behind"])), .count(dead), text(hook["reason"]), text(hook["since"]),
      ],
      tone: !isWell ? .failure : dead > 0 ? .warning : .usual
    )
  }

  private static func add(
    _ letter: DataValue,
    of site: String,
    _ hook: String,
    to table: inout FigureTable
  ) {
    table.add([
      .text(site), .text(hook), text(letter["id"]), text(letter["died"]),
      .count(count(letter["attempts"])), text(letter["reason"]),
    ])
  }

  private static func text(_ value: DataValue?) -> Figure { (value?.string).figure { .text($0) } }

  private static func count(_ value: DataValue?) -> Int64 { value?.integer ?? 0 }

  /// The operations that the OpenAPI document of each site describes.
  static func operations(of services: SiteServices, filter: String) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var places = FigureTable("descriptions").columns([
      .init(.site, "The site."),
      .init(.docs, "page to try them", "The path of the page on the site's own listener."),
      .init(.openapi, "OpenAPI 3.1", "The path of the document for programs, there as well."),
    ])
    var table = FigureTable("operations").columns([
      .init(.site, "The site."),
      .init(.group, "The type of records, or the part of the service."),
      .init(.operation, "The method and the path."),
      .init(.summary, "does", "What the operation does."),
      .init(.parameters, "The parameters in the path, the query and the fields."),
      .init(.bodies, "The media types of the bodies that it takes."),
      .init(.token, "Whether it needs a token."),
    ])
    for records in services.records {
      let (mount, operations) = try await records.read { ($0.mount, $0.operations) }
      places.add([.text(records.site), .text("\(mount)/docs"), .text("\(mount)/openapi.json")])
      for operation in operations {
        let name = "\(operation.method) \(operation.path)"
        guard filter.isEmpty || "\(name) \(operation.group) \(operation.summary)".contains(filter)
        else { continue }
        table.add([
          .text(records.site), .text(operation.group), .text(name), .text(operation.summary),
          .text(operation.parameters.joined(separator: ", ")),
          .text(operation.bodies.joined(separator: ", ")),
          .text(operation.needsToken ? "yes" : "no"),
        ])
      }
    }
    return [places, table]
  }
}

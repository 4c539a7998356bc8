// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Measure
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The apps that may use sites' records, with their keys.
enum AppReport {
  private static let shownApps = 200

  static func tables(of services: SiteServices) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var table = FigureTable("apps").columns([
      .init(.site, "The site."), .init(.app, "The id of the app."),
      .init(.name, "Its name, which roles and rules name."),
      .init(.state, "active, or off: its key is refused."),
      .init(.key, "Whether it has a key; the key itself is not stored."),
      .init(.roles, "The roles that hold only in some apps, and hold in this one."),
      .init(.created, "since", "When it was created, in UTC."),
    ])
    for records in services.records {
      for (app, hasKey, roles) in try await records.read(apps) {
        let isActive = app.attributes[PeopleTypes.isActive] != .bool(false)
        table.add(
          [
            .text(records.site), .text(app.id.text), .text(app.attributes["name"]?.string ?? ""),
            .text(isActive ? "active" : "off"), .text(hasKey ? "yes" : "none"),
            .text(roles.joined(separator: ", ")), .text("\(app.created)"),
          ],
          tone: isActive ? .usual : .warning
        )
      }
    }
    return [table]
  }

  private static func apps(
    _ service: ResourceService
  ) throws -> [(app: Resource, hasKey: Bool, roles: [String])] {
    guard service.hasPeople else { return [] }
    func all(_ name: String) throws -> [Resource] {
      var query = ResourceQuery(try TypeReport.type(name, in: service))
      query.limit = shownApps
      query.count = .none
      return try service.store.page(query).resources
    }
    let (roles, keys) = (try all(PeopleTypes.roles), try service.store.accounts.appsWithKeys())
    return try all(PeopleTypes.apps).map { app in
      let name = app.attributes["name"]?.string ?? ""
      let own = roles.filter { role in
        (role.attributes["apps"]?.elements ?? []).contains { $0.string == name }
      }
      return (app, keys.contains(app.id), own.compactMap { $0.attributes["name"]?.string })
    }
  }
}

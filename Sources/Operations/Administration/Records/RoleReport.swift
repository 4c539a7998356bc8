// SPDX-License-Identifier: Apache-2.0

import Measure
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The roles of sites' records: the operations that each may use on each type.
enum RoleReport {
  static func tables(of services: SiteServices) async throws -> [FigureTable] {
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    var sites: [(String, [ResourceType])] = []
    for records in services.records {
      sites.append((records.site, try await records.read { $0.store.types.types }))
    }
    return [matrix(of: sites), table(of: sites)]
  }

  /// The most roles that the matrix has columns for.
  private static let shownRoles = 20
  /// The beginning of the keys of those columns.
  private static let rolePrefix = "role."

  /// The operations that each role may use on each type: a row for each type, a column for each role.
  private static func matrix(of sites: [(site: String, types: [ResourceType])]) -> FigureTable {
    var roles: [String] = []
    for role in sites.flatMap({ $0.types.flatMap { $0.rules.map(\.role) } })
    where !roles.contains(role) {
      roles.append(role)
    }
    let first = [Principal.anyone, Principal.member].filter(roles.contains)
    roles = Array((first + roles.filter { !first.contains($0) }.sorted()).prefix(shownRoles))
    let hasOpen = sites.contains { $0.types.contains { $0.rules.isEmpty } }
    var table = FigureTable("matrix").columns(
      [.init(.site, "The site."), .init(.type, "The type of records.")]
        + (hasOpen ? [mountColumn] : [])
        + roles.map { role in
          .init(
            named: rolePrefix + role,
            titled: role,
            "What the role may do. In brackets what it may do only with some records or attributes."
          )
        }
    )
    for (site, types) in sites {
      for type in types {
        table.add(
          [.text(site), .text(type.name)]
            + (hasOpen ? [type.rules.isEmpty ? .text("the mount decides") : .none] : [])
            + roles.map { cell(of: $0, type) }
        )
      }
    }
    return table
  }

  /// The column of types without rules.
  private static let mountColumn = FigureTable.Column(
    .mount,
    "without rules",
    "A type without rules: the mount lets requests in by its own setting and its tokens."
  )

  /// The operations of a role, in brackets those that conditions or attributes restrict.
  private static func cell(of role: String, _ type: ResourceType) -> Figure {
    let words = ResourceType.Capability.allCases.compactMap { capability -> String? in
      let rules = type.rules.filter { $0.role == role && $0.capabilities.contains(capability) }
      guard type.allows(capability), !rules.isEmpty else { return nil }
      let isWhole = rules.contains { $0.source.isEmpty && $0.fields == nil }
      return isWhole ? capability.rawValue : "(\(capability.rawValue))"
    }
    return .text(words.isEmpty ? "–" : words.joined(separator: ", "))
  }

  static func table(of sites: [(site: String, types: [ResourceType])]) -> FigureTable {
    var table = FigureTable("rights").columns(
      [
        .init(.site, "The site."), .init(.type, "The type of records."),
        .init(
          .role,
          "The role; anyone is everybody, member every signed-in user, and the mount decides without rules."
        ),
      ]
        + ResourceType.Capability.allCases.map { capability in
          .init(
            named: capability.rawValue,
            "Which records and attributes: all, those that a condition finds, or none."
          )
        }
    )
    for (site, types) in sites {
      for type in types {
        var roles: [String] = []
        for rule in type.rules where !roles.contains(rule.role) { roles.append(rule.role) }
        if roles.isEmpty {
          table.add(
            [.text(site), .text(type.name), .text("as the mount decides")]
              + ResourceType.Capability.allCases.map { capability in
                .text(type.allows(capability) ? "all" : "the type forbids it")
              }
          )
        }
        for role in roles {
          table.add(
            [.text(site), .text(type.name), .text(role)]
              + ResourceType.Capability.allCases.map { .text(words(for: $0, role, type)) }
          )
        }
      }
    }
    return table
  }

  /// Tells what a role's rules allow: the conditions of records and the attributes.
  private static func words(
    for capability: ResourceType.Capability,
    _ role: String,
    _ type: ResourceType
  ) -> String {
    guard type.allows(capability) else { return "the type forbids it" }
    let rules = type.rules.filter { $0.role == role && $0.capabilities.contains(capability) }
    guard !rules.isEmpty else { return "–" }
    return rules.map { rule in
      let fields = rule.fields.map { ", only \($0.joined(separator: ", "))" } ?? ""
      return (rule.source.isEmpty ? "all" : rule.source) + fields
    }.joined(separator: "; or ")
  }
}

// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Measure
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// The types of sites' records: how many records there are, and how each type is declared.
enum TypeReport {
  static func types(_ services: SiteServices) async throws -> [FigureTable] {
    var table = FigureTable("types").columns([
      .init(.site, "The site."),
      .init(.type, "The name of the type, which is also the segment of its addresses."),
      .init(.records, "The records that are not deleted."),
      .init(.attributes, "The attributes that the type declares."),
      .init(.rules, "access rules", "Its access rules; with none, the mount alone decides."),
      .init(.allows, "What the type allows at all."),
      .init(.class, "The version of its declaration, which records name as _class."),
      .init(.prefix, "id prefix", "The beginning of its records' ids."),
    ])
    guard !services.records.isEmpty else { throw SiteServices.noRecords }
    for records in services.records {
      for (type, count) in try await records.read(counts) {
        table.add([
          .text(records.site), .text(type.name), .count(Int64(count)),
          .count(Int64(type.attributes.count)), .count(Int64(type.rules.count)),
          .text(type.capabilities.map(\.rawValue).joined(separator: ", ")),
          .count(Int64(type.classVersion)), .text(type.prefix),
        ])
      }
    }
    return [table]
  }

  /// Counts the records of each type, which the store keeps and need not count.
  private static func counts(
    _ service: ResourceService
  ) throws -> [(type: ResourceType, count: Int)] {
    try service.store.types.types.map { type in
      var query = ResourceQuery(type)
      query.limit = 1
      return (type, try service.store.page(query).total ?? 0)
    }
  }

  /// The declaration of one type.
  static func type(_ name: String, of records: OperatorRecords) async throws -> [FigureTable] {
    let type = try await records.read { try TypeReport.type(name, in: $0) }
    var attributes = FigureTable("attributes").columns([
      .init(.attribute, "The name of the attribute."), .init(.kind, "The kind of its values."),
      .init(.required, "Whether every record must have it."),
      .init(.index, "Whether an index finds its values, and whether they are unique."),
      .init(.limits, "The values that are accepted."),
      .init(.default, "The value of records that are created without one."),
      .init(.values, "choices", "The values of an enum, with commas."),
    ])
    for attribute in type.attributes {
      attributes.add([
        .text(attribute.name), .text(kind(of: attribute)),
        .text(attribute.isRequired ? "yes" : "no"),
        .text(attribute.isUnique ? "unique" : attribute.isIndexed ? "yes" : "no"),
        .text(limits(of: attribute)), attribute.standard.figure { Figure.text($0.shownText) },
        .text(attribute.values.joined(separator: ",")),
      ])
    }
    return [
      facts(of: type), attributes, RoleReport.table(of: [(records.site, [type])]),
      declaration(of: type),
    ]
  }

  private static func facts(of type: ResourceType) -> FigureTable {
    var table = FigureTable("type").columns([
      .init(.prefix, "id prefix", "The beginning of its records' ids."),
      .init(.class, "The version of its declaration, which records name as _class."),
      .init(.strict, "Whether attributes that are not declared are refused."),
      .init(.allows, "What the type allows at all."),
      .init(.fingerprint, "Another one for each declaration of the type."),
    ])
    table.add([
      .text(type.prefix), .count(Int64(type.classVersion)), .text(type.isStrict ? "yes" : "no"),
      .text(type.capabilities.map(\.rawValue).joined(separator: ", ")), .text(type.fingerprint),
    ])
    return table
  }

  /// The declaration as JSON, a row for each line.
  private static func declaration(of type: ResourceType) -> FigureTable {
    var table = FigureTable("declaration").columns([
      .init(.line, "The number of the line."),
      .init(.text, "declaration", "The line of the declaration as JSON."),
    ])
    for (number, line) in TypeDeclaration(of: type).lines.enumerated() {
      table.add([.count(Int64(number + 1)), .text(line)])
    }
    return table
  }

  /// The type of a name; throws for one that is not there.
  static func type(_ name: String, in service: ResourceService) throws -> ResourceType {
    guard let type = service.store.types[name] else {
      let names = service.store.types.types.map(\.name).joined(separator: ", ")
      throw Refusal(.notFound, "there is no type \(name.prefix(40)); expected one of \(names)")
    }
    return type
  }

  static func kind(of attribute: Attribute) -> String {
    let target = attribute.target.map { " to \($0)" } ?? ""
    return attribute.element.map { "list of \($0.rawValue)\(target)" }
      ?? attribute.kind.rawValue + target
  }

  private static func limits(of attribute: Attribute) -> String {
    var words: [String] = []
    if let least = attribute.minimum { words.append("from \(Figure.number(least))") }
    if let most = attribute.maximum { words.append("to \(Figure.number(most))") }
    if let pattern = attribute.pattern { words.append("like \(pattern)") }
    if attribute.isList { words.append("at most \(attribute.most)") }
    return words.joined(separator: ", ")
  }
}

extension Figure {
  /// A limit without needless decimals.
  fileprivate static func number(_ number: Double) -> String {
    Int64(exactly: number).map { "\($0)" } ?? "\(number)"
  }
}

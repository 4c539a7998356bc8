// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import Measure
import ResourceModel
import ResourceService
import ResourceStore
import Serving

/// Records of a type, and one record with its history and its links.
enum RecordReport {
  /// The number of records of a page.
  private static let shownRecords = 50
  /// The attributes that a list shows unless it is told which; the page of a record has all.
  private static let shownAttributes = 8
  /// The most attributes that a list can be told to show.
  private static let mostAttributes = 40
  /// The number of the zone's newest changes among which those of a record are looked for.
  static let historyReach = 10_000

  static func list(
    of name: String,
    _ query: QueryParameters,
    asUser user: String?,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    if let user { return try await list(of: name, query, asUser: user, in: records) }
    let (type, page) = try await records.read { service in
      let type = try TypeReport.type(name, in: service)
      let types = service.store.types
      var question = try ResourceQuery(type, where: query["filter"] ?? "", among: types)
      question.order = try ResourceOrder.keys(query["order"] ?? "", of: type)
      question.page = query["page"]
      question.limit = shownRecords
      return (type, try service.store.page(question))
    }
    let list = try page.resources.compactMap { $0.json().dictionary }
    return [
      table(of: list, try attributes(query["fields"], of: type)),
      place(page.total, isExact: page.isTotalExact, next: page.next),
    ]
  }

  /// The same as the user is shown it.
  private static func list(
    of name: String,
    _ query: QueryParameters,
    asUser user: String,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    let type = try await records.read { try TypeReport.type(name, in: $0) }
    let asked = ["filter", "order", "page"].compactMap { name in
      query[name].map { QueryParameters.Pair(name, $0) }
    }
    let limit = QueryParameters.Pair("limit", "\(shownRecords)")
    let slice = try await records.send(
      .get,
      [name],
      query: QueryParameters(asked.filter { $0.value != "" } + [limit]),
      asUser: user
    )
    let list = (slice["data"]?.elements ?? []).compactMap(\.dictionary)
    return [
      table(of: list, try attributes(query["fields"], of: type)),
      place(
        slice["total"]?.number.map { Int($0) },
        isExact: slice["totalExact"] == .bool(true),
        next: slice["next"]?.string
      ),
    ]
  }

  /// The attributes that a list shows.
  ///
  /// - Parameter text: their names with commas; `nil` for the first ones of the type.
  private static func attributes(
    _ text: String?,
    of type: ResourceType
  ) throws(Refusal) -> [Attribute] {
    let names = (text ?? "").split(separator: ",").map { $0.filter { $0 != " " } }
    guard !names.isEmpty else {
      let light = type.attributes.filter { !$0.isHeavy && $0.kind != .binary }
      return Array(light.prefix(shownAttributes))
    }
    guard names.count <= mostAttributes else {
      throw Refusal(
        .badRequest,
        "fields has \(names.count) names; expected at most \(mostAttributes)"
      )
    }
    var shown: [Attribute] = []
    for name in names where !shown.contains(where: { $0.name == name }) {
      guard let attribute = type.attribute(name) else {
        let nearest = Suggestion.nearest(to: name, among: type.attributes.map(\.name))
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        throw Refusal(
          .badRequest,
          "fields has \(name.prefix(60)); expected attributes of \(type.name)\(hint)"
        )
      }
      shown.append(attribute)
    }
    return shown
  }

  private static func table(of records: [DataDictionary], _ shown: [Attribute]) -> FigureTable {
    var table = FigureTable("records").columns(
      [.init(.uuid, "id", "The id of the record.")]
        + shown.map { attribute in
          .init(
            named: attribute.name,
            "Attribute: \(TypeReport.kind(of: attribute))."
          )
        } + [
          .init(.recordOwner, "owner", "The user that it belongs to."),
          .init(.recordVersion, "version", "The number of its last change in its zone."),
          .init(.recordUpdated, "changed", "When it was changed last, in UTC."),
        ]
    )
    let names = ["uuid"] + shown.map(\.name) + ["_owner", "_version", "_updated"]
    for record in records {
      table.add(
        names.map { name in
          record[name].figure { value in
            if name == "_version", case .integer(let version) = value.content {
              .count(version)
            } else {
              .text(value.shownText)
            }
          }
        }
      )
    }
    return table
  }

  private static func place(_ total: Int?, isExact: Bool, next: String?) -> FigureTable {
    var place = FigureTable("page").columns([
      .init(.total, "found", "The records that match the filter."),
      .init(.exact, "Whether that is exact, or there may be more."),
      .init(.next, "next page", "The token of the next page."),
    ])
    place.add([
      total.figure { .count(Int64($0)) }, .text(isExact ? "yes" : "no"), next.figure { .text($0) },
    ])
    return place
  }

  /// A record with its values, its history and its links; as a user is shown it, without the history.
  static func record(
    _ text: String,
    of name: String,
    asUser user: String?,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    guard let user else { return try await record(text, of: name, in: records) }
    let shown = try await records.send(.get, [name, text], asUser: user).dictionary
    return try await records.read { service in
      let type = try TypeReport.type(name, in: service)
      var record = try record(text, of: type, in: service)
      let own = Set(Resource.systemNames).union(["_expire"])
      record.attributes = (shown ?? DataDictionary(unique: [])).keeping { !own.contains($0) }
      return [
        facts(of: record), values(of: record, type),
        links(of: record, type, among: service.store.types),
      ]
    }
  }

  private static func record(
    _ text: String,
    of name: String,
    in records: OperatorRecords
  ) async throws -> [FigureTable] {
    try await records.read { service in
      let type = try TypeReport.type(name, in: service)
      let record = try record(text, of: type, in: service)
      let commits = try service.store.history.commits(
        of: record.id,
        in: record.zone,
        among: historyReach
      )
      return [
        facts(of: record), values(of: record, type), files(of: record, type), history(commits),
        links(of: record, type, among: service.store.types),
      ]
    }
  }

  /// The record of an id, deleted or not; throws for one that is not there.
  static func record(
    _ text: String,
    of type: ResourceType,
    in service: ResourceService
  ) throws -> Resource {
    guard let id = ResourceID(text), let record = try service.store.resource(id, withDeleted: true),
      record.type == type.name
    else { throw Refusal(.notFound, "there is no record \(text.prefix(60)) of \(type.name)") }
    return record
  }

  private static func facts(of record: Resource) -> FigureTable {
    var table = FigureTable("record").columns([
      .init(.uuid, "id", "The id of the record."), .init(.type, "Its type."),
      .init(.state, "live or deleted; a deleted one can be brought back."),
      .init(.version, "The number of its last change in its zone."),
      .init(.created, "When it was created, in UTC."),
      .init(.updated, "changed", "When it was changed last, in UTC."),
      .init(.owner, "The user that it belongs to."),
      .init(.zone, "The zone in which its changes are counted."),
    ])
    table.add(
      [
        .text(record.id.text), .text(record.type),
        .text(record.deleted.map { "deleted at \($0)" } ?? "live"), .count(record.version),
        .text("\(record.created)"), .text("\(record.updated)"),
        record.owner.figure { .text($0) }, record.zone.isEmpty ? .none : .text(record.zone),
      ],
      tone: record.deleted == nil ? .usual : .warning
    )
    return table
  }

  private static func values(of record: Resource, _ type: ResourceType) -> FigureTable {
    var table = FigureTable("values").columns([
      .init(.attribute, "The name of the attribute."),
      .init(.value, "Its value; lists and objects as JSON."),
      .init(.kind, "The kind that the type declares; none for an undeclared one."),
    ])
    let declared = type.attributes.map(\.name)
    let others = record.attributes.members.map(\.key).filter { !declared.contains($0) }
    for name in declared + others {
      table.add([
        .text(name), record.attributes[name].figure { .text($0.shownText) },
        type.attribute(name).figure { .text(TypeReport.kind(of: $0)) },
      ])
    }
    return table
  }

  private static func files(of record: Resource, _ type: ResourceType) -> FigureTable {
    var table = FigureTable("files").columns([
      .init(.attribute, "file", "The attribute whose value is the file."),
      .init(.mediaType, "type", "The media type that its sender has named."),
      .init(.size, "Its bytes."), .init(.digest, "SHA-256", "The digest of its bytes."),
    ])
    for (name, file) in type.files(of: record) {
      table.add([.text(name), .text(file.mediaType), .bytes(file.byteCount), .text(file.digest)])
    }
    return table
  }

  /// The column with the author of a change.
  static let author = FigureTable.Column(
    .author,
    "who",
    "The user, app, operator or program that made the change, or the gateway; unknown for a change of an"
      + " older version of Portico."
  )

  static func words(for author: ChangeAuthor?) -> String { author?.description ?? "unknown" }

  private static func history(_ commits: [RecordCommit]) -> FigureTable {
    var table = FigureTable("history").columns([
      .init(.version, "The version of the zone that the change made."),
      .init(.kind, "change", "created, updated, deleted or undeleted."),
      .init(.time, "when", "When it was committed, in UTC."), author,
    ])
    for commit in commits {
      table.add([
        .count(commit.version), .text(commit.kind.rawValue), .text("\(commit.time)"),
        .text(words(for: commit.author)),
      ])
    }
    return table
  }

  /// The records that it refers to, and the types whose records refer to it.
  private static func links(
    of record: Resource,
    _ type: ResourceType,
    among types: TypeSet
  ) -> FigureTable {
    var table = FigureTable("links").columns([
      .init(.relation, "The attribute by which they are linked."),
      .init(.type, "The type at the other end."),
      .init(.id, "record", "The record that it refers to; none for those that refer to it."),
      .init(.filter, "The filter that finds the records that refer to it."),
    ])
    for attribute in type.references {
      let value = record.attributes[attribute.name]
      for id in (value?.elements ?? value.map { [$0] } ?? []).compactMap(\.string) {
        table.add([.text(attribute.name), .text(attribute.target ?? ""), .text(id), .none])
      }
    }
    for (other, attribute) in types.referrers(of: type.name) {
      let sign = attribute.isList ? ":" : " = "
      table.add([
        .text(attribute.name), .text(other.name), .none,
        .text("\(attribute.name)\(sign)\"\(record.id.text)\""),
      ])
    }
    return table
  }
}

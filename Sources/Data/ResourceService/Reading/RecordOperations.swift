// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel

enum RecordOperations {
  /// The operations on records of a type.
  static let all = [
    list, queryMethod, query, aggregate, create, changeMany, deleteMany, get, replace, change,
    delete, undelete, related,
  ]

  private static let list = Operation(.get, "/{type}", "list", needs: .type([.fetch])) {
    try $0.context.reader.list($0.type, $0.request)
  }
  .taking(APIParameter.listing).only().describing("Lists records of {type}") { list, subject in
    list.answers = [.page(of: subject)]
    list.problems = [400, 404, 422]
  }

  private static let queryMethod = Operation(.query, "/{type}", needs: .type([.fetch])) {
    try $0.context.reader.list($0.type, $0.request)
  }
  .only(and: APIParameter.listing)

  private static let query = Operation(.post, "/{type}:query", "query", needs: .type([.fetch])) {
    try $0.context.reader.list($0.type, $0.request)
  }
  .taking(APIParameter.reading + [.count, .zone]).only(and: APIParameter.listing)
  .describing("Lists records by conditions") { query, subject in
    query.detail = "The same as QUERY \(subject.filled("\(subject.mount)/{type}"))."
    query.bodies = [APIBody(subject.conditions, example: ["limit": 5])]
    query.answers = [.page(of: subject)]
    query.problems = [400, 404, 413, 415, 422]
  }

  private static let aggregate = Operation(
    .get,
    "/{type}:aggregate",
    "aggregate",
    needs: .type([.fetch])
  ) { try $0.context.reader.aggregate($0.type, $0.request) }
  .taking(APIParameter.aggregation).only().describing(
    "Counts records, and computes figures of them, by attributes"
  ) {
    aggregate,
    _ in
    let group = APISchemas.object([("_count", ["type": "integer"])], required: ["_count"])
    let schema = APISchemas.object(
      [
        ("data", APISchemas.list(of: group)), ("hasMore", ["type": "boolean"]),
        ("_expire", APISchemas.text),
      ],
      required: ["data", "hasMore"]
    )
    aggregate.answers = [APIAnswer(200, "The groups in the order of their values.", schema)]
    aggregate.problems = [400, 404, 422]
  }

  private static let create = Operation(.post, "/{type}", "create", needs: .type([.insert])) {
    try $0.context.changer.create($0.type, $0.request)
  }
  .over { request in
    switch request.mediaType {
    case RecordFormat.lines.mediaType: { try await $0.performLines($1, $2) }
    case ResourceHandler.formType: { try await $0.createOfForm($1, $2) }
    default: nil
    }
  }
  .taking([.atomic, .zone, .idempotencyKey]).describing("Creates a record, or several") {
    create,
    subject in
    create.detail =
      "An array creates a record for each element, lines of JSON one for each line as it arrives; "
      + "the answer then has a result for each."
    let new = APISchemas.reference(subject.filled("{type}.new"))
    create.bodies = [
      APIBody(["anyOf": [new, APISchemas.list(of: new)]], example: subject.example), .lines,
    ]
    if let form = subject.creationForm { create.bodies.append(form) }
    var created = APIAnswer(201, "The record.", subject.record, fields: ["ETag", "Location"])
    let next: [(String, ResourceType.Capability)] = [
      ("get", .fetch), ("change", .update), ("delete", .delete),
    ]
    created.links = next.filter { subject.type?.allows($0.1) == true }
      .map { ($0.0, subject.filled("{type}.\($0.0)"), ["id": "$response.body#/uuid"]) }
    create.answers = [.results("A result for each record.", orLines: true), created]
    create.answersResults = true
    create.problems =
      [400, 404, 409, 413, 415, 422] + (subject.type?.hasFiles == true ? [503] : [])
  }

  private static let deleteMany = Operation(
    .delete,
    "/{type}",
    "deleteMany",
    needs: .type([.delete])
  ) { try $0.context.filtered.delete($0.type, $0.request) }
  .taking([.records, .selection(isRequired: false), .atomic, .zone, .idempotencyKey]).only()
  .describing("Deletes several records") { delete, _ in
    delete.detail = "Those of ids, or those that a filter finds: all of these, or none."
    delete.answers = [.results("A result for each record.")]
    delete.answersResults = true
    delete.problems = [400, 404, 409, 413, 422]
  }

  private static let changeMany = Operation(
    .patch,
    "/{type}",
    "changeMany",
    needs: .type([.update])
  ) { try $0.context.filtered.change($0.type, $0.request) }
  .taking([.selection(isRequired: true), .upsert, .zone, .idempotencyKey]).only()
  .describing("Changes the records that a filter finds, or none") { change, subject in
    change.detail =
      "With upsert a record is created where the filter finds none: of the body's attributes, and of the "
      + "values that the filter demands by =."
    change.bodies = subject.patches
    change.answers = [.results("A result for each record.")]
    change.answersResults = true
    change.problems = [400, 404, 409, 413, 415, 422]
  }

  private static let get = Operation(.get, "/{type}/{id}", "get", needs: .type([.fetch])) {
    try $0.context.reader.get($0.id, of: $0.type, $0.request)
  }
  .on(.prompt).taking([.id] + APIParameter.reading + [.ifNoneMatch]).only()
  .describing("Answers a record") { get, subject in
    get.answers = [
      APIAnswer(200, "The record.", subject.record, fields: ["ETag"]),
      APIAnswer(304, "The client has it already.", fields: ["ETag"]),
    ]
    get.problems = [400, 404, 412]
  }

  /// A write of one record.
  private static func write(
    _ method: Method,
    _ path: String,
    _ name: String,
    needs capabilities: [ResourceType.Capability]
  ) -> Operation {
    Operation(method, path, name, needs: .type(capabilities)) {
      try $0.context.changer.change($0.id, of: $0.type, $0.request)
    }
    .taking([.id, .ifMatch, .zone, .idempotencyKey])
  }

  private static let replace = write(.put, "/{type}/{id}", "replace", needs: [.insert, .update])
    .describing("Replaces a record, or creates it") { replace, subject in
      let body = APISchemas.reference(subject.filled("{type}.replacement"))
      replace.bodies = [APIBody(body, example: subject.example)]
      replace.answers =
        subject.written + [APIAnswer(201, "The new record.", subject.record, fields: ["ETag"])]
      replace.problems = [400, 404, 409, 412, 413, 422]
    }

  private static let change = write(.patch, "/{type}/{id}", "change", needs: [.update]).describing(
    "Changes some attributes of a record"
  ) { change, subject in
    change.detail =
      "A merge patch of RFC 7396, a JSON Patch of RFC 6902, or operations on attributes, which need "
      + "not know the present values."
    change.bodies = subject.patches
    change.answers = subject.written
    change.problems = [400, 404, 409, 412, 413, 415, 422]
  }

  private static let delete = write(.delete, "/{type}/{id}", "delete", needs: [.delete]).describing(
    "Deletes a record"
  ) { delete, _ in
    delete.answers = [APIAnswer(204, "It is deleted.")]
    delete.problems = [400, 404, 409, 412]
  }

  private static let undelete = write(.post, "/{type}/{id}:undelete", "undelete", needs: [.update])
    .offered { $0.type?.allows(.delete) == true }.describing("Brings a deleted record back") {
      undelete,
      subject in
      undelete.answers = subject.written
      undelete.problems = [400, 404, 409, 412, 422]
    }

  private static let related = Operation(
    .get,
    "/{type}/{id}/{relation}",
    "related.{part}",
    needs: .type([.fetch])
  ) { try $0.context.reader.related($0.id, of: $0.type, $0.request.path[2], $0.request) }
  .taking([.id] + APIParameter.listing).only().describing(
    "Lists the records of {target} that belong to one"
  ) { related, subject in
    related.answers = [.page(of: subject)]
    related.problems = [400, 404, 422]
  }
}

extension APISubject {
  fileprivate var patches: [APIBody] {
    let merge = APISchemas.reference(filled("{type}.change"))
    return [
      APIBody(["anyOf": [merge, APISchemas.reference("AttributeOperations")]]),
      APIBody(merge, as: "application/merge-patch+json"),
      APIBody(APISchemas.reference("JSONPatch"), as: "application/json-patch+json"),
    ]
  }

  fileprivate var written: [APIAnswer] {
    [
      APIAnswer(200, "The record.", record, fields: ["ETag"]),
      APIAnswer(204, "It is changed; the client asked for no more."),
    ]
  }

  fileprivate var example: DataValue? { type?.example.map { DataValue(.dictionary($0)) } }
}

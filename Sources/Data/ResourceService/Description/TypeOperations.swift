// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import Sites

/// The operations on the records of one type, for the description.
struct TypeOperations {
  let type: ResourceType
  private let types: TypeSet
  /// The path of the collection.
  private let path: String
  private let open: ResourceService.Rights

  init(
    _ type: ResourceType,
    among types: TypeSet,
    at mount: String,
    open: ResourceService.Rights
  ) {
    self.type = type
    self.types = types
    path = "\(mount)/\(type.name)"
    self.open = open
  }

  var all: [APIOperation] {
    var all: [APIOperation] = []
    if type.allows(.fetch) { all += [list, query] }
    if type.allows(.insert) { all.append(asking(create)) }
    if type.allows(.delete) { all.append(asking(deleteMany)) }
    if type.allows(.fetch) { all.append(get) }
    if type.allows(.insert) || type.allows(.update) { all.append(asking(replace)) }
    if type.allows(.update) { all.append(asking(change)) }
    if type.allows(.delete) { all += [asking(delete), asking(undelete)] }
    if type.allows(.fetch) { all += relations }
    all += files
    return all + [grants(.get), grants(.put)]
  }

  /// A write with the problems that the webhook before it adds.
  private func asking(_ write: APIOperation) -> APIOperation {
    guard type.before != nil else { return write }
    var write = write
    write.problems = Set(write.problems + [422, 503]).sorted()
    return write
  }

  func operation(
    _ method: Method,
    _ rest: String,
    _ verb: String,
    _ summary: String
  ) -> APIOperation {
    var operation = APIOperation(
      method,
      path + rest,
      "\(type.name).\(verb)",
      in: type.name,
      summary
    )
    let isRead = ["list", "query", "get"].contains(verb) || method == .get
    operation.needsToken = type.rules.isEmpty && open < (isRead ? .read : .write)
    return operation
  }

  private var list: APIOperation {
    var list = operation(.get, "", "list", "Lists records of \(type.name)")
    list.parameters = sliceParameters(of: type) + reading(of: type) + [Self.count, Self.zone]
    list.answers = [page(of: type)]
    list.problems = [400, 404, 422]
    return list
  }

  private var query: APIOperation {
    var query = operation(.post, ":query", "query", "Lists records by conditions")
    query.detail = "The same as QUERY \(path)."
    query.parameters = reading(of: type) + [Self.count, Self.zone]
    query.bodies = [APIBody(conditions, example: ["limit": 5])]
    query.answers = [page(of: type)]
    query.problems = [400, 404, 413, 415, 422]
    return query
  }

  private var create: APIOperation {
    var create = operation(.post, "", "create", "Creates a record, or several")
    create.detail =
      "An array creates a record for each element, lines of JSON one for each line as it arrives; "
      + "the answer then has a result for each."
    create.parameters = [Self.atomic, Self.zone, Self.idempotencyKey]
    let new = APISchemas.reference("\(type.name).new")
    create.bodies = [
      APIBody(
        ["anyOf": [new, APISchemas.list(of: new)]],
        example: type.example.map { DataValue(.dictionary($0)) }
      ),
      APIBody(APISchemas.text, as: "application/x-ndjson"),
    ]
    if let form = creationForm { create.bodies.append(form) }
    var created = APIAnswer(201, "The record.", record, fields: ["ETag", "Location"])
    created.links = ["get", "change", "delete"].filter { name in
      name == "delete" ? type.allows(.delete) : type.allows(name == "get" ? .fetch : .update)
    }
    .map { ($0, "\(type.name).\($0)", ["id": "$response.body#/uuid"]) }
    var several = APIAnswer(200, "A result for each record.", APISchemas.reference("Results"))
    several.contents.append(("application/x-ndjson", APISchemas.text))
    create.answers = [several, created]
    create.answersResults = true
    create.problems = [400, 404, 409, 413, 415, 422] + (type.hasFiles ? [503] : [])
    return create
  }

  private var deleteMany: APIOperation {
    var delete = operation(.delete, "", "deleteMany", "Deletes several records")
    let ids: DataValue = ["type": "array", "items": type.idSchema, "minItems": 1]
    delete.parameters = [
      APIParameter("ids", ids, "The records.", isRequired: true), Self.atomic,
      Self.idempotencyKey,
    ]
    delete.answers = [
      APIAnswer(200, "A result for each record.", APISchemas.reference("Results"))
    ]
    delete.answersResults = true
    delete.problems = [400, 404, 409, 413, 422]
    return delete
  }

  private var get: APIOperation {
    var get = operation(.get, "/{id}", "get", "Answers a record")
    get.parameters = [id] + reading(of: type) + [Self.ifNoneMatch]
    get.answers = [
      APIAnswer(200, "The record.", record, fields: ["ETag"]),
      APIAnswer(304, "The client has it already.", fields: ["ETag"]),
    ]
    get.problems = [400, 404, 412]
    return get
  }

  private var replace: APIOperation {
    var replace = operation(.put, "/{id}", "replace", "Replaces a record, or creates it")
    replace.parameters = writing
    replace.bodies = [
      APIBody(
        APISchemas.reference("\(type.name).replacement"),
        example: type.example.map { DataValue(.dictionary($0)) }
      )
    ]
    replace.answers = written + [APIAnswer(201, "The new record.", record, fields: ["ETag"])]
    replace.problems = [400, 404, 409, 412, 413, 422]
    return replace
  }

  private var change: APIOperation {
    var change = operation(.patch, "/{id}", "change", "Changes some attributes of a record")
    change.detail =
      "A merge patch of RFC 7396, a JSON Patch of RFC 6902, or operations on attributes, which need "
      + "not know the present values."
    change.parameters = writing
    let merge = APISchemas.reference("\(type.name).change")
    change.bodies = [
      APIBody(["anyOf": [merge, APISchemas.reference("AttributeOperations")]]),
      APIBody(merge, as: "application/merge-patch+json"),
      APIBody(APISchemas.reference("JSONPatch"), as: "application/json-patch+json"),
    ]
    change.answers = written
    change.problems = [400, 404, 409, 412, 413, 415, 422]
    return change
  }

  private var delete: APIOperation {
    var delete = operation(.delete, "/{id}", "delete", "Deletes a record")
    delete.parameters = writing
    delete.answers = [APIAnswer(204, "It is deleted.")]
    delete.problems = [400, 404, 409, 412]
    return delete
  }

  private var undelete: APIOperation {
    var undelete = operation(.post, "/{id}:undelete", "undelete", "Brings a deleted record back")
    undelete.parameters = writing
    undelete.answers = written
    undelete.problems = [400, 404, 409, 412, 422]
    return undelete
  }

  /// The records to which one refers, and those that refer to it.
  private var relations: [APIOperation] {
    let targets = type.references.compactMap { attribute in
      attribute.target.flatMap { types[$0] }.map { (attribute.name, $0) }
    }
    let known = Set(targets.map(\.0))
    var referrers: [(String, ResourceType)] = []
    for (referrer, _) in types.referrers(of: type.name)
    where !known.contains(referrer.name) && !referrers.contains(where: { $0.0 == referrer.name }) {
      referrers.append((referrer.name, referrer))
    }
    return (targets + referrers).map { name, target in
      var related = operation(
        .get,
        "/{id}/\(name)",
        "related.\(name)",
        "Lists the records of \(target.name) that belong to one"
      )
      related.parameters =
        [id] + sliceParameters(of: target) + reading(of: target) + [Self.count, Self.zone]
      related.answers = [page(of: target)]
      related.problems = [400, 404, 422]
      return related
    }
  }

  private func grants(_ method: Method) -> APIOperation {
    let isRead = method == .get
    var grants = operation(
      method,
      "/{id}/_grants",
      isRead ? "grants" : "setGrants",
      isRead ? "Answers the grants on a record" : "Replaces the grants on a record"
    )
    grants.parameters = [id]
    if !isRead { grants.bodies = [APIBody(APISchemas.reference("Grants"))] }
    grants.answers = [APIAnswer(200, "The grants.", APISchemas.reference("Grants"))]
    grants.problems = isRead ? [404] : [400, 404, 413, 422]
    return grants
  }
}

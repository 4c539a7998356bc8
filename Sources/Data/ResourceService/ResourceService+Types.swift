// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

extension ResourceService {
  /// Answers and changes types: `/_schema`, `/_schema/{type}`, `/_schema:import`.
  func types(_ request: ResourceRequest) throws -> ResourceReply {
    // A sender that may not change types is not told what would be wrong with a change.
    if request.method != .get { try permit(request, .administer) }
    switch (request.method, request.verb, request.path.count) {
    case (.get, nil, 1):
      try permit(request, .read)
      return reply(
        ResourceReply(.ok, .members([("data", store.types.declarations)])),
        tag: nil,
        tags: RecordTags([]),
        lifetime(of: [], request),
        request
      )
    case (.get, nil, 2):
      try permit(request, .read)
      let schema = try type(request).jsonSchema
      return reply(
        ResourceReply(.ok, schema),
        tag: nil,
        tags: RecordTags([]),
        lifetime(of: [], request),
        request
      )
    case (.post, "import", 1):
      let body = try request.json()
      return try change(to: TypeSet(body["data"] ?? body, in: "body"), request)
    case (.post, "diff", 1):
      let body = try request.json()
      return try change(to: TypeSet(body["data"] ?? body, in: "body"), request, isDryRun: true)
    case (.post, nil, 1):
      let body = try request.object()
      let type = try declaration(body)
      guard store.types[type.name] == nil else {
        throw ResourceProblem(
          .conflict,
          .types,
          "there is a type \(type.name) already; expected PUT or PATCH of it"
        )
      }
      return try change(to: store.types.with(type), request)
    case (.put, nil, 2):
      let body = try request.object().setting("name", .text(request.path[1]))
      return try change(to: store.types.with(declaration(body)), request)
    case (.patch, nil, 2):
      let name = try type(request).name
      let declared = store.types.declarations.elements?.first { $0["name"]?.string == name }
      let patched = try ResourcePatch.merge(request.object())
        .applied(to: declared?.dictionary ?? DataDictionary(), at: request.now)
      let body = patched.setting("name", .text(name))
      return try change(to: store.types.with(declaration(body)), request)
    case (.delete, nil, 2):
      return try change(to: store.types.without(try type(request).name), request)
    case (_, nil, 1): throw ResourceProblem.noMethod(["GET", "HEAD", "POST"])
    case (_, "import", 1), (_, "diff", 1): throw ResourceProblem.noMethod(["POST"])
    case (_, nil, 2): throw ResourceProblem.noMethod(["GET", "HEAD", "PUT", "PATCH", "DELETE"])
    default:
      throw ResourceProblem(
        .notFound,
        .notFound,
        "there is nothing at the path; expected _schema, _schema:import, _schema:diff or a type"
      )
    }
  }

  /// Reads the declaration of a type.
  private func declaration(_ body: DataDictionary) throws(TypeSetError) -> ResourceType {
    var findings = Findings()
    let type = ResourceType.shape.value(
      of: DataValue(.dictionary(body)),
      .thing("the type"),
      in: "body",
      &findings
    )
    guard let type, !findings.hasErrors else {
      throw TypeSetError(findings.sorted.first.map { "\($0)" } ?? "the body is no type")
    }
    return type
  }

  /// Answers the OpenAPI document of all types: `/_openapi.json`.
  func describe(_ request: ResourceRequest) throws -> ResourceReply {
    try permit(request, .read)
    guard request.method == .get, request.verb == nil else {
      throw ResourceProblem.noMethod(["GET", "HEAD"])
    }
    return reply(
      ResourceReply(.ok, description.json),
      tag: nil,
      tags: RecordTags([]),
      lifetime(of: [], request),
      request
    )
  }

  /// Answers the page of the description, `/_docs`, or a file that it loads.
  func page(_ request: ResourceRequest) throws -> ResourceReply {
    try permit(request, .read)
    guard request.method == .get, request.verb == nil else {
      throw ResourceProblem.noMethod(["GET", "HEAD"])
    }
    let file = request.path.count == 2 ? request.path[1] : nil
    let settings = settings
    let path = "\(settings.mount)/\(APIDescription.pageName)"
    guard let reply = settings.page?(path, description.json, file) else {
      throw ResourceProblem(
        .notFound,
        .notFound,
        "there is no such file; expected \(path) or one that it loads"
      )
    }
    return reply
  }

  /// The description of the service with its present types.
  var description: APIDescription {
    let settings = settings
    return APIDescription(
      of: store.types,
      at: settings.mount,
      open: settings.open,
      people: settings.people
    )
  }

  private func type(_ request: ResourceRequest) throws(StoreError) -> ResourceType {
    guard let type = store.types[request.path[1]] else {
      throw StoreError.unknownType(request.path[1], among: store.types)
    }
    return type
  }

  private func change(
    to types: TypeSet,
    _ request: ResourceRequest,
    isDryRun: Bool = false
  ) throws -> ResourceReply {
    if settings.people != nil { try types.checkPeople() }
    var options: TypeChangeOptions = []
    if try isDryRun || request.flag("dryRun") { options.insert(.dryRun) }
    if try request.flag("loss") { options.insert(.allowsLoss) }
    let zones = Set(try store.zones().keys)
    let report = try store.setTypes(types, options: options)
    if !options.contains(.dryRun) {
      settings.changed([RecordTags.all])
      // Who waits for changes may have to read all anew.
      feed.announce(zones)
    }
    var reply = ResourceReply(.ok, report.json)
    reply.fields.append("cache-control", "no-store")
    return reply
  }
}

// SPDX-License-Identifier: Apache-2.0

import CodeGeneration
import DataFiles
import Digests
import FileShapes
import HTTPValues
package import ResourceModel
import ResourceStore

/// Answers and changes types, and describes the service.
struct TypeAnswers: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// Answers all types as they are declared.
  func list(_ request: ResourceRequest) -> ResourceReply {
    reply(.members([("data", store.types.declarations)]), request)
  }

  /// Answers the JSON Schema of a type.
  func show(_ request: ResourceRequest) throws -> ResourceReply {
    let type = try type(request, among: store.types)
    return reply(type.jsonSchema, tag: type.fingerprint, request)
  }

  private func reply(
    _ value: DataValue,
    tag: String? = nil,
    _ request: ResourceRequest
  ) -> ResourceReply {
    let lifetime = context.reader.lifetime(of: [], request)
    return context.reader.reply(
      ResourceReply(.ok, value),
      tag: tag,
      tags: RecordTags([]),
      lifetime,
      request
    )
  }

  /// Takes all types at once.
  func take(_ request: ResourceRequest, isDryRun: Bool = false) throws -> ResourceReply {
    let types = try TypeSet(request.json(), in: "body")
    return try change(request, isDryRun: isDryRun) { _ in types }
  }

  /// Declares a new type.
  func add(_ request: ResourceRequest) throws -> ResourceReply {
    let type = try declaration(try request.object())
    return try change(request) { present in
      guard present[type.name] == nil else {
        throw ResourceProblem(
          .types,
          "there is a type \(type.name) already; expected PUT or PATCH of it"
        )
      }
      return try present.with(type)
    }
  }

  /// Declares a type, or changes it.
  func declare(_ request: ResourceRequest) throws -> ResourceReply {
    let type = try declaration(request.object().setting("name", .text(request.path[1])))
    return try change(request) { try $0.with(type) }
  }

  /// Changes members of a type's declaration.
  func patch(_ request: ResourceRequest) throws -> ResourceReply {
    let patch = ResourcePatch.merge(try request.object())
    return try change(request) { present in
      let name = try type(request, among: present).name
      let declared = present.declarations.elements?.first { $0["name"]?.string == name }
      let patched = try patch.applied(
        to: declared?.dictionary ?? DataDictionary(),
        at: request.now
      )
      return try present.with(declaration(patched.setting("name", .text(name))))
    }
  }

  func remove(_ request: ResourceRequest) throws -> ResourceReply {
    try change(request) { try $0.without(type(request, among: $0).name) }
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
  func describe(_ request: ResourceRequest) -> ResourceReply {
    reply(APIDescription(of: context).json, request)
  }

  /// Answers the page of the description, `/_docs`, or a file that it loads.
  func page(_ request: ResourceRequest) throws -> ResourceReply {
    let file = request.path.count == 2 ? request.path[1] : nil
    let path = "\(context.settings.mount)/\(APIDescription.pageName)"
    guard let reply = context.settings.page?(path, APIDescription(of: context).json, file) else {
      throw ResourceProblem(
        .notFound,
        "there is no such file; expected \(path) or one that it loads"
      )
    }
    return reply
  }

  private func type(
    _ request: ResourceRequest,
    among types: TypeSet
  ) throws(StoreError) -> ResourceType {
    guard let type = types[request.path[1]] else {
      throw StoreError.unknownType(request.path[1], among: types)
    }
    return type
  }

  /// Refuses a change of a type whose declaration is another one than the request's precondition demands.
  private static func checkDeclaration(
    _ request: ResourceRequest,
    among types: TypeSet
  ) throws(ResourceProblem) {
    guard request.path.count == 2 else { return }
    let present = types[request.path[1]]
    let tag = present.flatMap { EntityTag(opaque: $0.fingerprint) }
    let outcome = Preconditions.evaluate(
      method: .put,
      fields: request.fields.view,
      validators: Validators(entityTag: tag, exists: present != nil),
      now: request.now.seconds
    )
    guard outcome == .proceed else {
      throw ResourceProblem(
        .version,
        "the declaration of \(request.path[1].prefix(64)) is another one; expected that of the request's "
          + "precondition"
      )
    }
  }

  /// Refuses a change after which a version of an app in use could not decode records that it can decode now.
  private static func checkLocks(
    _ locks: [VersionLock],
    from present: TypeSet,
    to types: TypeSet
  ) throws(ResourceProblem) {
    guard !locks.isEmpty else { return }
    let known = Set(locks.breaches(ofRecords: present.types.map { AppTypes.Object($0) }))
    let breaches = locks.breaches(ofRecords: types.types.map { AppTypes.Object($0) })
      .filter { !known.contains($0) }
    guard !breaches.isEmpty else { return }
    throw ResourceProblem(.cannotDecode, breaches.map(\.description).joined(separator: "; "))
  }

  /// Refuses a new type that no path would lead to.
  private static func checkNames(
    from present: TypeSet,
    to types: TypeSet
  ) throws(ResourceProblem) {
    for type in types.types
    where present[type.name] == nil && OperationAddress.reservedNames.contains(type.name) {
      throw ResourceProblem(
        .badTypes,
        "the type \(type.name) has the name of a path of the service; expected another name"
      )
    }
  }

  /// - Parameter change: returns the new types, given those that there are when nobody else changes them.
  private func change(
    _ request: ResourceRequest,
    isDryRun: Bool = false,
    _ change: (TypeSet) throws -> TypeSet
  ) throws -> ResourceReply {
    var options: TypeChangeOptions = []
    if try isDryRun || request.flag("dryRun") { options.insert(.dryRun) }
    if try request.flag("loss") { options.insert(.allowsLoss) }
    let zones = Set(try store.history.zones().keys)
    let report = try store.setTypes(options: options) { present in
      try Self.checkDeclaration(request, among: present)
      let types = try change(present)
      try Self.checkNames(from: present, to: types)
      if context.settings.people != nil { try types.checkPeople() }
      try Self.checkLocks(context.settings.locks, from: present, to: types)
      return types
    }
    if !options.contains(.dryRun) {
      context.notices.noteOwnTypes()
      context.settings.changed([RecordTags.all])
      // Who waits for changes may have to read all anew.
      context.memory.feed.announce(zones)
    }
    return ResourceReply.privately(.ok, report.json)
  }
}

extension ResourceType {
  /// Names this state of the declaration, so that nobody's change is overwritten unseen.
  package var fingerprint: String {
    let declaration = (ResourceType.shape.write(self) ?? .null).json
    return Hexadecimal.text(SHA256.digest(of: declaration.span).prefix(8))
  }
}

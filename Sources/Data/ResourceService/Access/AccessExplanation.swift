// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import Filters
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Explains why somebody may do something or not.
struct AccessExplanation: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// Explains an access decision: `/_access?may=update&record=…&user=…`.
  ///
  /// The answer has every rule of the type with the values that decided, so it needs permission to
  /// change types.
  func explain(_ request: ResourceRequest) throws -> ResourceReply {
    try request.permit(.administer)
    guard request.method == .get else { throw ResourceProblem.noMethod(["GET"]) }
    let word = request.query["may"] ?? ""
    guard let capability = ResourceType.Capability(rawValue: word) else {
      let words = ResourceType.Capability.allCases.map(\.rawValue).joined(separator: ", ")
      throw ResourceProblem(.badParameter, "may is \(word.prefix(20)); expected one of \(words)")
    }
    let id = request.query["record"].flatMap(ResourceID.init)
    let resource = try id.flatMap { try store.resource($0, withDeleted: false) }
    if let text = request.query["record"], resource == nil {
      throw StoreError(.notFound, "there is no record \(text.prefix(60))")
    }
    let name = resource?.type ?? request.query["type"] ?? ""
    guard let type = store.types[name] else {
      throw StoreError.unknownType(name, among: store.types)
    }
    let principal = try context.senders.principal(named: request.query["user"])
    let grants = try resource.map { try store.grants.on([$0.id], to: principal.grantees) } ?? []
    let trials = RecordAccess.trials(
      of: principal,
      capability,
      on: resource,
      of: type,
      grants: Set(grants.map(\.right))
    )
    let open = context.settings.open
    let needed: ResourceSettings.Rights = capability == .fetch ? .read : .write
    let isAllowed =
      type.allows(capability) && !principal.isLocked
      && (type.rules.isEmpty ? open >= needed : trials.contains(where: \.allows))
    return ResourceReply.privately(
      .ok,
      .members([
        ("allowed", .bool(isAllowed)), ("type", .text(type.name)), ("may", .text(word)),
        ("typeAllows", .bool(type.allows(capability))),
        ("isLocked", .bool(principal.isLocked)),
        ("decidedBy", type.rules.isEmpty ? "mount" : "rules"), ("open", .text(open.rawValue)),
        ("user", principal.user.map { .text($0.text) } ?? .null),
        ("roles", .list(principal.roles.sorted().map { .text($0) })),
        ("groups", .list(principal.groups.sorted().map { .text($0) })),
        ("rules", .list(trials.map { json($0, resource, of: type) })),
      ])
    )
  }

  private func json(
    _ trial: RecordAccess.Trial,
    _ resource: Resource?,
    of type: ResourceType
  ) -> DataValue {
    let names = type.names(in: trial.rule.condition)
    let values = resource.map { resource in
      DataValue.members(
        names.map { name in
          (name, resource.json().dictionary?[name] ?? .null)
        }
      )
    }
    return .members([
      ("role", .text(trial.rule.role)), ("hasRole", .bool(trial.hasRole)),
      ("isForThis", .bool(trial.isFor)), ("where", .text(trial.rule.source)),
      ("whereWithValues", .text(trial.condition.sentence)),
      ("record", values ?? .null), ("matches", trial.matches.map(DataValue.bool) ?? .null),
      ("allows", .bool(trial.allows)),
      ("fields", trial.rule.fields.map { .list($0.map { .text($0) }) } ?? .null),
      ("operations", trial.rule.operations.map { .texts($0.map(\.rawValue)) } ?? .null),
    ])
  }

}

extension Filter {
  private static let (every, none) = (Filter.all([]), Filter.any([]))

  /// The filter as text, without parts that decide nothing, such as those about a user where there is none.
  fileprivate var sentence: String {
    switch decisive {
    case Filter.every: "every record"
    case Filter.none: "no record"
    case let filter: filter.description
    }
  }

  private var decisive: Filter {
    switch self {
    case .all(let parts):
      let parts = parts.map(\.decisive).filter { $0 != Filter.every }
      if parts.contains(Filter.none) { return Filter.none }
      return parts.count == 1 ? parts[0] : .all(parts)
    case .any(let parts):
      let parts = parts.map(\.decisive).filter { $0 != Filter.none }
      if parts.contains(Filter.every) { return Filter.every }
      return parts.count == 1 ? parts[0] : .any(parts)
    case .not, .call, .comparison: return self
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import HTTPValues
import ResourceModel
import ResourceStore
import Sites

/// Decides which records of a store a request may see, and which parts of them.
struct RecordViews {
  let store: ResourceStore

  /// Whether the request may see records of any type.
  func maySeeAny(_ request: ResourceRequest) -> Bool {
    request.caller.level >= .read
      || store.types.types.contains { type in
        !type.rules.isEmpty && RecordAccess(request.caller.principal, to: type).mayEver(.fetch)
      }
  }

  /// Refuses a request that may see no records of any type.
  func permitAny(_ request: ResourceRequest) throws(ResourceProblem) {
    if !maySeeAny(request) { try request.permit(.read) }
  }

  /// The relations that a request may follow.
  func relations(_ request: ResourceRequest) -> Relations {
    let caller = request.caller
    return Relations(store.types) { type in
      let access = RecordAccess(caller.principal, to: type)
      let isOpen = caller.principal == nil || !access.isOpen || caller.level >= .read
      return isOpen && access.allowsFetch ? access : nil
    }
  }

  /// Returns a record as a request may see it.
  func visible(
    _ id: ResourceID,
    of type: ResourceType,
    _ request: ResourceRequest
  ) throws -> Resource {
    guard let resource = try store.resource(id, withDeleted: false), resource.type == type.name,
      let shown = try shown([resource], request).first
    else { throw StoreError(.notFound, "there is no record \(id)") }
    return shown
  }

  /// The part of a record that a request may use by a capability. Rules decide by all attributes, those that
  /// the sender may not see included, and by what was granted to it.
  ///
  /// - Parameter record: the record as the sender may see it.
  func scope(
    _ capability: ResourceType.Capability,
    of record: Resource,
    as type: ResourceType,
    _ request: ResourceRequest
  ) throws -> RecordAccess.Scope {
    let principal = request.caller.principal
    let access = RecordAccess(principal, to: type)
    guard let principal, !access.isOpen else { return .everything }
    let grants = try store.grants.on([record.id], to: principal.grantees).map(\.right)
    return access.scope(capability, of: try whole(record), grants: Set(grants))
  }

  /// The record with the attributes that its reader may not see.
  func whole(_ record: Resource) throws -> Resource {
    guard let whole = try store.resource(record.id, withDeleted: false) else {
      throw StoreError(.notFound, "there is no record \(record.id)")
    }
    return whole
  }

  /// Returns the records that a request may see, with the attributes that it may see.
  func shown(_ resources: [Resource], _ request: ResourceRequest) throws -> [Resource] {
    try zip(resources, views(of: resources, request)).compactMap { $1 }
  }

  /// Returns each record as a request may see it; `nil` for one that it may not see.
  func views(of resources: [Resource], _ request: ResourceRequest) throws -> [Resource?] {
    guard let principal = request.caller.principal else { return resources }
    let types = store.types
    var accesses: [String: RecordAccess] = [:]
    for name in Set(resources.map(\.type)) {
      accesses[name] = types[name].map { RecordAccess(principal, to: $0) }
    }
    let granted = resources.filter { accesses[$0.type]?.type.asksForGrants == true }.map(\.id)
    let grants = Dictionary(
      grouping: try store.grants.on(granted, to: principal.grantees),
      by: \.record
    )
    return resources.map { resource in
      guard let access = accesses[resource.type] else { return nil }
      guard !access.isOpen else { return request.caller.level >= .read ? resource : nil }
      return access.shown(resource, grants: Set((grants[resource.id] ?? []).map(\.right)))
    }
  }

  /// Returns the changes as a request may see them, without those of types that allow no fetch. A record that
  /// it may not see looks like a deleted one, so that a client that has lost access drops it, and nobody else
  /// learns whether it exists; one that it can never have seen is left out, so that nobody learns of users.
  func views(ofChanges resources: [Resource], _ request: ResourceRequest) throws -> [Resource] {
    let types = store.types
    let views = try self.views(of: resources, request)
    return zip(resources, views).compactMap { resource, view in
      guard let type = types[resource.type], let principal = request.caller.principal else {
        return view
      }
      let access = RecordAccess(principal, to: type)
      guard access.allowsFetch, access.mayEver(.fetch) else { return nil }
      guard !access.isOpen else { return view }
      guard let view else { return access.mayHide ? resource.tombstone : nil }
      return view.deleted == nil ? view : resource.tombstone
    }
  }

  /// Returns a user whose means of signing in the sender may manage: the user itself, those who may delete
  /// it, and senders that are exempt from rules. Throws for others.
  func managedUser(
    _ id: ResourceID,
    as type: ResourceType,
    _ request: ResourceRequest
  ) throws -> Resource {
    let user = try visible(id, of: type, request)
    let principal = request.caller.principal
    if principal == nil {
      try request.permit(.write)
    } else if principal?.user != id,
      try scope(.delete, of: user, as: type, request) == .nothing
    {
      throw ResourceProblem(
        .rights,
        "\(id) is somebody else; expected the user itself, or an administrator",
        status: principal?.user == nil ? .unauthorized : .forbidden
      )
    }
    return user
  }
}

extension ResourceType {
  /// Whether a rule depends on grants.
  var asksForGrants: Bool { rules.contains { $0.source.contains(AccessRule.grantFunction) } }
}

extension Resource {
  /// The hidden record as a deleted one.
  fileprivate var tombstone: Resource {
    var tombstone = Resource(
      id,
      of: type,
      zone: zone,
      version: version,
      created: updated,
      updated: updated,
      DataDictionary()
    )
    tombstone.deleted = updated
    return tombstone
  }
}

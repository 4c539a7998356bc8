// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel

// Rules are checked where a write is applied, inside its transaction: nothing changes between the
// check and the write, and every engine checks alike. A rule must hold for the record before the
// write and for the record after it; otherwise a user could give a record away, or take it.

extension ResourceWrite {
  /// Refuses a write of a record that the principal may not see, as if it did not exist.
  func checkVisible(
    _ current: Resource?,
    _ id: ResourceID,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) {
    if case .create = action { return }
    guard let current, access.scope(.fetch, of: current, grants: grants) == .nothing else { return }
    try check(nil, id, access, grants)
    throw ResourceWrite.missing(id)
  }

  /// Returns the part of the present record that the principal may set; throws if there is none, before
  /// anything is found out that depends on hidden attributes.
  func settable(
    _ current: Resource?,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) -> RecordAccess.Scope {
    guard let current, !access.isOpen else { return .everything }
    if case .create = action { return .everything }
    let scope = access.scope(capability, of: current, grants: grants, by: operations)
    guard scope != .nothing else {
      throw StoreError(
        .notAllowed,
        "no rule lets the request \(capability.rawValue) \(current.id); expected one"
      )
    }
    return scope
  }

  /// Refuses a change that no rule lets the principal make.
  ///
  /// - Parameter settable: the part of the present record that the principal may set.
  func checkAllowed(
    _ changed: Resource,
    over current: Resource?,
    _ settable: RecordAccess.Scope,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) {
    let isNew = current == nil
    let capability = isNew ? .insert : self.capability
    guard !access.isOpen, capability != .delete else { return }
    let after = access.scope(
      capability,
      of: changed,
      grants: isNew ? [] : grants,
      by: operations
    )
    guard after != .nothing else {
      let place = isNew ? "" : " in this way"
      throw StoreError(
        .notAllowed,
        "no rule lets the request \(capability.rawValue) \(changed.id)\(place); expected one"
      )
    }
    for name in changedNames(changed, over: current)
    where !settable.includes(name) || !after.includes(name) {
      throw ResourceWrite.notAllowed("set", name, of: changed.id)
    }
  }

  /// The operations on attributes that it performs; `nil` for a write of another kind.
  private var operations: [AttributeOperation]? {
    if case .update(_, .operations(let operations)) = action { operations } else { nil }
  }

  private static func notAllowed(
    _ verb: String,
    _ name: String,
    of id: ResourceID
  ) -> StoreError {
    StoreError(
      .notAllowed,
      "no rule lets the request \(verb) \(name.prefix(60)) of \(id); expected one"
    )
  }

  /// The attributes that differ; of a new record those that the client gave.
  private func changedNames(_ changed: Resource, over current: Resource?) -> [String] {
    guard let current else {
      switch action {
      case .create(_, _, let given), .replace(_, let given):
        return given.members.map(\.key).filter { changed.attributes[$0] != nil }
      case .update, .delete, .undelete: return []
      }
    }
    let names = (current.attributes.members + changed.attributes.members).map(\.key)
    return names.filter { current.attributes[$0] != changed.attributes[$0] }
  }

  /// The attributes that replace those of a record: attributes that the principal cannot see or set
  /// keep their values, unless they are given.
  func replacement(
    _ attributes: DataDictionary,
    of current: Resource,
    _ settable: RecordAccess.Scope,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) -> DataDictionary {
    guard !access.isOpen else { return attributes }
    let shown = access.scope(.fetch, of: current, grants: grants)
    try ResourceWrite.check(attributes.members.map(\.key), of: current.id, shown, settable)
    return attributes.completed(
      by: current.attributes.keeping { !(shown.includes($0) && settable.includes($0)) }
    )
  }

  /// The attributes after a patch. It reads only attributes that the principal may see.
  func patched(
    _ current: Resource,
    _ patch: ResourcePatch,
    at now: Timestamp,
    _ settable: RecordAccess.Scope,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) -> DataDictionary {
    let shown = access.scope(.fetch, of: current, grants: grants)
    guard case .only(let names) = shown else {
      return try applied(patch, to: current.attributes, at: now)
    }
    switch patch {
    case .json:
      let seen = current.attributes.keeping(names.contains)
      let patched = try applied(patch, to: seen, at: now)
      // A hidden attribute is there now only if the patch has given it.
      try ResourceWrite.check(patched.members.map(\.key), of: current.id, shown, settable)
      return patched.completed(by: current.attributes.keeping { !names.contains($0) })
    case .merge(let members):
      try ResourceWrite.check(members.members.map(\.key), of: current.id, shown, settable)
      // Points and files consist of members that a patch of some of them would reveal.
      let read = current.attributes.keeping { name in
        names.contains(name) || members[name] == nil || access.type.mayMerge(name)
      }
      return try applied(patch, to: read, at: now)
    case .operations(let operations):
      try ResourceWrite.check(operations.map(\.name), of: current.id, shown, settable)
      for operation in operations where operation.code.readsValue && !shown.includes(operation.name)
      {
        throw ResourceWrite.notAllowed("read", operation.name, of: current.id)
      }
      return try applied(patch, to: current.attributes, at: now)
    }
  }

  private func applied(
    _ patch: ResourcePatch,
    to attributes: DataDictionary,
    at now: Timestamp
  ) throws(StoreError) -> DataDictionary {
    do throws(ValidationErrors) {
      return try patch.applied(to: attributes, at: now, copying: recordBytes)
    } catch {
      let isTooLarge = error.errors.contains { $0.code == .size }
      throw isTooLarge ? StoreError(.tooLarge, error.description) : .invalid(error)
    }
  }

  /// Refuses given attributes that the principal may neither see nor set. Their values do not matter, so
  /// that nobody finds out a hidden value by giving one that might be the same.
  private static func check(
    _ names: [String],
    of id: ResourceID,
    _ shown: RecordAccess.Scope,
    _ settable: RecordAccess.Scope
  ) throws(StoreError) {
    for name in names
    where !ResourceType.isSystemName(name) && !shown.includes(name) && !settable.includes(name) {
      throw notAllowed("set", name, of: id)
    }
  }
}

extension ResourceType {
  /// Whether a merge patch changes members of an attribute's value, rather than the value as a whole.
  fileprivate func mayMerge(_ name: String) -> Bool {
    attribute(name).map { $0.kind == .object } ?? true
  }
}

extension DataDictionary {
  /// The same members, with those of another that are missing.
  fileprivate func completed(by other: DataDictionary) -> DataDictionary {
    let known = Set(members.map(\.key))
    return DataDictionary(unique: members + other.members.filter { !known.contains($0.key) })
  }
}

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
    throw ResourceWrite.missing(id)
  }

  /// Refuses a change that no rule lets the principal make.
  func checkAllowed(
    _ changed: Resource,
    over current: Resource?,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(StoreError) {
    guard !access.isOpen else { return }
    let isNew = current == nil
    let capability = isNew ? .insert : self.capability
    let before = current.map { access.scope(capability, of: $0, grants: grants) } ?? .everything
    let after =
      capability == .delete
      ? .everything : access.scope(capability, of: changed, grants: isNew ? [] : grants)
    guard before != .nothing, after != .nothing else {
      let place = before == .nothing || isNew ? "" : " in this way"
      throw StoreError(
        .notAllowed,
        "no rule lets the request \(capability.rawValue) \(changed.id)\(place); expected one"
      )
    }
    guard capability != .delete else { return }
    for name in changedNames(changed, over: current)
    where !before.includes(name) || !after.includes(name) {
      throw StoreError(
        .notAllowed,
        "no rule lets the request set \(name.prefix(60)) of \(changed.id); expected one"
      )
    }
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
    _ access: RecordAccess,
    _ grants: Set<String>
  ) -> DataDictionary {
    guard !access.isOpen else { return attributes }
    let shown = access.scope(.fetch, of: current, grants: grants)
    let settable = access.scope(.update, of: current, grants: grants)
    return attributes.completed(
      by: current.attributes.keeping { !(shown.includes($0) && settable.includes($0)) }
    )
  }

  /// The attributes after a patch. The operations `test` and `copy` of a JSON Patch read only
  /// attributes that the principal may see.
  func patched(
    _ current: Resource,
    _ patch: ResourcePatch,
    at now: Timestamp,
    _ access: RecordAccess,
    _ grants: Set<String>
  ) throws(ValidationErrors) -> DataDictionary {
    guard case .json = patch,
      case .only(let names) = access.scope(.fetch, of: current, grants: grants)
    else { return try patch.applied(to: current.attributes, at: now) }
    let patched = try patch.applied(to: current.attributes.keeping(names.contains), at: now)
    return patched.completed(by: current.attributes.keeping { !names.contains($0) })
  }
}

extension DataDictionary {
  /// The same members, with those of another that are missing.
  fileprivate func completed(by other: DataDictionary) -> DataDictionary {
    other.members.reduce(self) { whole, member in
      whole[member.key] == nil ? whole.setting(member.key, member.value) : whole
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import Filters

/// The permissions of a principal on the records of a type, by the type's access rules.
package struct RecordAccess: Sendable {
  package let type: ResourceType
  /// The rules that apply to the principal, with its values; `nil` if it is exempt from rules.
  private let rules: [Bound]?
  private let grantees: [String]
  /// Whether the principal may read records, as far as rules let it: the type allows it, or the principal is
  /// exempt from rules.
  package let allowsFetch: Bool

  private struct Bound: Sendable {
    let rule: AccessRule
    let condition: Filter
  }

  /// - Parameter principal: the sender of the request; `nil` for one that is exempt from rules,
  ///   such as an operator's token.
  package init(_ principal: Principal?, to type: ResourceType) {
    self.type = type
    grantees = principal?.grantees ?? []
    allowsFetch = principal == nil || type.allows(.fetch)
    guard let principal, !type.rules.isEmpty else {
      rules = nil
      return
    }
    rules = type.rules.filter { principal.has($0.role) }.map { rule in
      Bound(rule: rule, condition: rule.condition.bound(principal.values))
    }
  }

  /// Whether all records and attributes are accessible.
  package var isOpen: Bool { rules == nil }

  /// Whether the principal may use a capability on any record at all.
  package func mayEver(_ capability: ResourceType.Capability) -> Bool {
    rules?.contains { $0.rule.capabilities.contains(capability) } ?? true
  }

  /// Whether a write may hide a record that the principal has seen: some rule depends on more than the record's id,
  /// its owner and when it was made, which never change.
  package var mayHide: Bool {
    rules?.contains { bound in
      bound.rule.capabilities.contains(.fetch)
        && !type.names(in: bound.condition).allSatisfy(RecordAccess.fixedNames.contains)
    } ?? false
  }

  private static let fixedNames: Set<String> = ["uuid", "_owner", "_created"]

  /// The filter of the records on which the principal may use a capability.
  package func condition(_ capability: ResourceType.Capability) -> Filter {
    guard let rules else { return .all([]) }
    let conditions = rules.filter { $0.rule.capabilities.contains(capability) }
      .map { $0.condition.granting(to: grantees) }
    if conditions.contains(.all([])) { return .all([]) }
    return conditions.count == 1 ? conditions[0] : .any(conditions)
  }

  /// The attributes of a record that the principal may see, set or drop; `nil` for all of them, and
  /// none if no rule applies to the record.
  ///
  /// - Parameters:
  ///   - grants: the rights that the principal was granted on this record.
  ///   - operations: the operations of an update, for rules that allow some; `nil` for an update of another kind.
  package func scope(
    _ capability: ResourceType.Capability,
    of resource: Resource,
    grants: Set<String> = [],
    by operations: [AttributeOperation]? = nil
  ) -> Scope {
    guard let rules else { return .everything }
    let record = TypedResource(resource, of: type, grants: grants)
    var names: Set<String> = []
    var isAbout = false
    for bound in rules
    where bound.rule.capabilities.contains(capability) && bound.condition.matches(record) {
      guard bound.rule.operations == nil else {
        // An operation that is there twice would exceed its limit.
        let uses = Dictionary(grouping: operations ?? [], by: \.name)
        let admitted = uses.filter { $1.count == 1 && bound.rule.admits($1[0]) }.map(\.key)
        isAbout = isAbout || !admitted.isEmpty
        names.formUnion(admitted)
        continue
      }
      guard let fields = bound.rule.fields else { return .everything }
      isAbout = true
      names.formUnion(fields)
    }
    return isAbout ? .only(names) : .nothing
  }

  /// The part of a record that rules make accessible.
  package enum Scope: Sendable, Equatable {
    case nothing
    case only(Set<String>)
    case everything

    package func includes(_ name: String) -> Bool {
      switch self {
      case .nothing: false
      case .only(let names): names.contains(name)
      case .everything: true
      }
    }
  }

  /// The record without the attributes that the principal may not see; `nil` for one that it may not
  /// see at all.
  package func shown(_ resource: Resource, grants: Set<String> = []) -> Resource? {
    switch scope(.fetch, of: resource, grants: grants) {
    case .nothing: return nil
    case .everything: return resource
    case .only(let names):
      var shown = resource
      shown.attributes = shown.attributes.keeping(names.contains)
      return shown
    }
  }

  /// The type with only the attributes that every rule shows, so that no filter or order of a query
  /// reveals hidden ones.
  package var askedType: ResourceType {
    guard let rules else { return type }
    let fetching = rules.filter { $0.rule.capabilities.contains(.fetch) }
    var shown = type.attributes.filter { attribute in
      fetching.allSatisfy { $0.rule.covers(attribute.name) }
    }
    // The search looks through all searched texts at once.
    if shown.count(where: \.isSearched) < type.searchedNames.count {
      for index in shown.indices { shown[index].isSearched = false }
    }
    var asked = type
    asked.attributes = shown
    return asked
  }
}

extension RecordAccess {
  /// The evaluation of one rule on a record, for the explanation of a decision.
  package struct Trial: Sendable {
    package let rule: AccessRule
    /// Whether the principal has the rule's role.
    package let hasRole: Bool
    package let isFor: Bool
    /// The filter with the principal's values.
    package let condition: Filter
    /// Whether the record matches; `nil` without a record.
    package let matches: Bool?

    package var allows: Bool { hasRole && isFor && matches != false }
  }

  /// Tries every rule of a type.
  package static func trials(
    of principal: Principal,
    _ capability: ResourceType.Capability,
    on resource: Resource?,
    of type: ResourceType,
    grants: Set<String> = []
  ) -> [Trial] {
    type.rules.map { rule in
      let condition = rule.condition.bound(principal.values)
      return Trial(
        rule: rule,
        hasRole: principal.has(rule.role),
        isFor: rule.capabilities.contains(capability),
        condition: condition,
        matches: resource.map { condition.matches(TypedResource($0, of: type, grants: grants)) }
      )
    }
  }
}

extension Filter {
  /// The filter with the names of the grantees, so that storage can look them up.
  fileprivate func granting(to grantees: [String]) -> Filter {
    switch self {
    case .all(let parts): .all(parts.map { $0.granting(to: grantees) })
    case .any(let parts): .any(parts.map { $0.granting(to: grantees) })
    case .not(let part): .not(part.granting(to: grantees))
    case .call(let call) where call.function.name == AccessRule.grantFunction:
      .call(FilterCall(call.function, call.arguments.prefix(1) + grantees.map { .text($0) }))
    case .call, .comparison: self
    }
  }
}

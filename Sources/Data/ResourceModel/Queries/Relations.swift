// SPDX-License-Identifier: Apache-2.0

package import Filters

/// The relations that a request may follow from records of one type to those of others, in a filter such as
/// `shop.name = "Here"` or an inclusion such as `shop.owner`.
///
/// A step is the name of a reference, or that of a type whose records refer to this one. What the sender may not
/// fetch has no part in it: neither types and attributes that its rules hide, nor records.
package struct Relations: Sendable {
  private let types: TypeSet
  /// Returns the permissions of the sender on the records of a type; `nil` without any.
  private let access: @Sendable (ResourceType) -> RecordAccess?

  package init(_ types: TypeSet, access: @escaping @Sendable (ResourceType) -> RecordAccess?) {
    self.types = types
    self.access = access
  }

  /// The most steps of a path, in a filter or an inclusion.
  package static let mostSteps = 3
  /// The most conditions on related records that a filter has.
  package static let mostConditions = 10
  /// The most paths of an inclusion.
  package static let mostInclusions = 10

  /// A step from the records of a type to related ones.
  package struct Step: Sendable {
    /// The type of the related records.
    package let target: ResourceType
    /// The attributes that refer from one to the other.
    package let attributes: [String]
    /// Whether the related records refer to the others.
    package let isReverse: Bool
    /// The filter of the related records that the sender may see.
    package let visible: Filter
  }

  /// Returns the first step of a path from a type with the rest of the path; `nil` for a path without relations.
  package func first(
    of path: String,
    from type: ResourceType
  ) -> (step: Step, rest: String)? {
    guard let dot = path.firstIndex(of: ".") else { return nil }
    let rest = String(path[path.index(after: dot)...])
    return step(String(path[..<dot]), from: type).map { ($0, rest) }
  }

  private func step(_ name: String, from type: ResourceType) -> Step? {
    let reference = references(of: type).first { $0.name == name }
    guard let target = types[reference?.target ?? name], let access = access(target) else {
      return nil
    }
    let referring = references(of: target).filter { $0.target == type.name }.map(\.name)
    let attributes = reference.map { [$0.name] } ?? referring
    guard !attributes.isEmpty else { return nil }
    return Step(
      target: target,
      attributes: attributes,
      isReverse: reference == nil,
      visible: access.condition(.fetch)
    )
  }

  /// The references of a type that the sender may name.
  private func references(of type: ResourceType) -> [Attribute] {
    access(type)?.askedType.references ?? []
  }

  /// The fields of a type with those of related records, which are found by their paths.
  package func schema(of type: ResourceType) -> FilterSchema {
    type.filterSchema.adding { path in
      field(path, of: type, within: Relations.mostSteps).map { FilterField(path, $0.type) }
    }
  }

  private func field(_ path: String, of type: ResourceType, within steps: Int) -> FilterField? {
    guard let (step, rest) = first(of: path, from: type) else {
      return access(type)?.askedType.filterSchema.field(path)
    }
    return steps > 0 ? field(rest, of: step.target, within: steps - 1) : nil
  }

  /// The types of the related records on which a filter depends.
  fileprivate func types(in filter: Filter, of type: ResourceType) -> [ResourceType] {
    var found: [ResourceType] = []
    for name in type.names(in: filter) {
      var (path, type) = (name, type)
      while let (step, rest) = first(of: path, from: type) {
        (path, type) = (rest, step.target)
        if !found.contains(where: { $0.name == type.name }) { found.append(type) }
      }
    }
    return found
  }
}

extension ResourceQuery {
  /// The query of a sender that is exempt from rules.
  package init(
    _ type: ResourceType,
    where filter: String,
    among types: TypeSet
  ) throws(FilterError) {
    let relations = Relations(types) { RecordAccess(nil, to: $0) }
    self.init(type)
    self.relations = relations
    self.filter = try Filter(filter, schema: relations.schema(of: type))
  }

  /// The types of the related records on which its answer depends.
  package var relatedTypes: [ResourceType] { relations?.types(in: filter, of: type) ?? [] }
}

extension FilterComparison {
  /// The same comparison of another field of the same type, `!=` as `=`: its caller negates.
  package func positive(of name: String) -> FilterComparison {
    FilterComparison(
      FilterField(name, field.type),
      comparator == .notEqual ? .equal : comparator,
      operand,
      at: offset
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A difference between two sets of types.
package struct TypeChange: Sendable, Hashable {
  package let type: String
  /// The attribute that differs; `nil` where the type itself does.
  package let attribute: String?
  package let effect: Effect
  /// The difference, in one line.
  package let message: String

  package enum Effect: String, Sendable, CaseIterable {
    /// No record is touched.
    case none
    /// An index is built from the records.
    case index
    /// Every record must fit the new declaration, or the change is refused.
    case check
    /// Records or their values are lost.
    case loss
  }
}

extension TypeSet {
  /// The differences to another set of types, in the order of types and attributes.
  package func changes(to other: TypeSet) -> [TypeChange] {
    var changes: [TypeChange] = []
    for type in types where other[type.name] == nil {
      changes.append(
        TypeChange(type: type.name, attribute: nil, effect: .loss, message: "the type is removed")
      )
    }
    for type in other.types {
      guard let present = self[type.name] else {
        changes.append(
          TypeChange(type: type.name, attribute: nil, effect: .none, message: "the type is new")
        )
        continue
      }
      changes += present.changes(to: type)
    }
    return changes
  }
}

extension ResourceType {
  fileprivate func changes(to other: ResourceType) -> [TypeChange] {
    var changes: [TypeChange] = []
    func note(_ attribute: String?, _ effect: TypeChange.Effect, _ message: String) {
      changes.append(
        TypeChange(type: name, attribute: attribute, effect: effect, message: message)
      )
    }
    if prefix != other.prefix {
      note(nil, .loss, "the prefix \(prefix) becomes \(other.prefix), which changes every id")
    }
    if classVersion != other.classVersion {
      note(nil, .none, "the class \(classVersion) becomes \(other.classVersion)")
    }
    if isStrict != other.isStrict {
      note(
        nil,
        other.isStrict ? .check : .none,
        other.isStrict ? "becomes strict" : "is not strict"
      )
    }
    if Set(capabilities) != Set(other.capabilities) { note(nil, .none, "the capabilities change") }
    if rules != other.rules { note(nil, .none, "the rules change") }
    if uniqueGroups != other.uniqueGroups {
      note(nil, .check, "the attributes that are unique together change")
    }
    if before != other.before { note(nil, .none, "the webhook before writes changes") }
    for attribute in attributes where other.attribute(attribute.name) == nil {
      if let renamed = other.attributes.first(where: { $0.formerNames.contains(attribute.name) }) {
        note(attribute.name, .check, "is called \(renamed.name) now, which takes its values")
        continue
      }
      let effect: TypeChange.Effect = other.isStrict ? .check : .none
      note(attribute.name, effect, "is not declared any more; its values are kept")
    }
    for attribute in other.attributes {
      guard let present = self.attribute(attribute.name) else {
        note(attribute.name, .check, "is new" + (attribute.isRequired ? " and required" : ""))
        continue
      }
      guard present != attribute else { continue }
      let effect = present.effect(of: attribute)
      note(
        attribute.name,
        effect,
        "the declaration changes" + (effect == .check ? " its values" : "")
      )
    }
    return changes
  }
}

extension Attribute {
  /// The effect of declaring the attribute in another way.
  fileprivate func effect(of other: Attribute) -> TypeChange.Effect {
    var loosened = self
    loosened.standard = other.standard
    loosened.isHeavy = other.isHeavy
    loosened.onDelete = other.onDelete
    loosened.isIndexed = other.isIndexed
    loosened.isSearched = other.isSearched
    if other.renamedValues.isEmpty { loosened.renamedValues = [:] }
    if other.formerNames.isEmpty { loosened.formerNames = [] }
    if isRequired { loosened.isRequired = other.isRequired }
    if isUnique { loosened.isUnique = other.isUnique }
    if Set(values).isSubset(of: other.values) { loosened.values = other.values }
    if (other.minimum ?? -.infinity) <= (minimum ?? -.infinity) { loosened.minimum = other.minimum }
    if (other.maximum ?? .infinity) >= (maximum ?? .infinity) { loosened.maximum = other.maximum }
    if other.most >= most { loosened.most = other.most }
    if other.pattern == nil { loosened.pattern = nil }
    guard loosened == other else { return .check }
    return hasIndex != other.hasIndex || isSearched != other.isSearched ? .index : .none
  }
}

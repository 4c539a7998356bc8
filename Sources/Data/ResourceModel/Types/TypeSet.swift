// SPDX-License-Identifier: Apache-2.0

package import DataFiles
import FileShapes

/// All types of a store, checked against each other.
package struct TypeSet: Sendable, Equatable {
  package let types: [ResourceType]
  private let ofName: [String: ResourceType]
  private let ofPrefix: [String: String]

  package static let empty = TypeSet(checked: [])

  /// Throws for the first contradiction between types.
  package init(_ types: [ResourceType]) throws(TypeSetError) {
    var names: Set<String> = []
    var prefixes: [String: String] = [:]
    for type in types {
      guard names.insert(type.name.lowercased()).inserted else {
        throw TypeSetError("there are two types \(type.name); expected one of a name")
      }
      if let other = prefixes.updateValue(type.name, forKey: type.prefix) {
        throw TypeSetError(
          "\(other) and \(type.name) have the prefix \(type.prefix); expected one for each type"
        )
      }
    }
    for type in types {
      try TypeSet.check(type, among: types)
    }
    self.init(checked: types)
  }

  private init(checked types: [ResourceType]) {
    self.types = types.sorted { $0.name < $1.name }
    ofName = Dictionary(types.map { ($0.name, $0) }) { first, _ in first }
    ofPrefix = Dictionary(types.map { ($0.prefix, $0.name) }) { first, _ in first }
  }

  private static func check(
    _ type: ResourceType,
    among types: [ResourceType]
  ) throws(TypeSetError) {
    var names: Set<String> = []
    for attribute in type.attributes {
      let place = "\(type.name).\(attribute.name)"
      guard names.insert(attribute.name.lowercased()).inserted else {
        throw TypeSetError("\(place) is there in capitals and small letters; expected one of them")
      }
      for former in attribute.formerNames
      where type.attributes.contains(where: {
        $0.name == former || $0.name != attribute.name && $0.formerNames.contains(former)
      }) {
        throw TypeSetError(
          "\(place) was \(former), which another attribute is or was; expected one name"
        )
      }
      if let target = attribute.target, !types.contains(where: { $0.name == target }) {
        let nearest = Suggestion.nearest(to: target, among: types.map(\.name))
        let hint = nearest.map { "; did you mean \($0)?" } ?? ""
        throw TypeSetError("\(place) refers to the type \(target), which is not there\(hint)")
      }
      if let standard = attribute.standard {
        var errors: [ValidationError] = []
        _ = attribute.accepted(standard, &errors)
        if let error = errors.first { throw TypeSetError("the default of \(place): \(error)") }
      }
    }
  }

  package subscript(name: String) -> ResourceType? { ofName[name] }

  /// The type whose records have ids of a prefix.
  package func type(of id: ResourceID) -> ResourceType? {
    ofPrefix[id.prefix].flatMap { ofName[$0] }
  }

  /// The types with attributes that refer to a type.
  package func referrers(of name: String) -> [(type: ResourceType, attribute: Attribute)] {
    types.flatMap { type in
      type.references.filter { $0.target == name }.map { (type, $0) }
    }
  }

  /// The same types with one added or replaced.
  package func with(_ type: ResourceType) throws(TypeSetError) -> TypeSet {
    try TypeSet(types.filter { $0.name != type.name } + [type])
  }

  /// The same types without one.
  package func without(_ name: String) throws(TypeSetError) -> TypeSet {
    try TypeSet(types.filter { $0.name != name })
  }
}

extension TypeSet {
  /// Reads a list of declarations, which may be the member `data`, as in an export.
  package init(_ value: DataValue, in file: String) throws(TypeSetError) {
    var findings = Findings()
    let types = ResourceType.shape.list(atMost: 1_000)
      .value(of: value["data"] ?? value, .thing("the list of types"), in: file, &findings)
    guard let types, !findings.hasErrors else {
      let first = findings.sorted.first.map { "\($0)" } ?? "no list of types"
      throw TypeSetError(first)
    }
    try self.init(types)
  }

  /// The declarations as they are read.
  package var declarations: DataValue {
    DataValue(.array(types.compactMap(ResourceType.shape.write)))
  }
}

/// The error of types that contradict each other or cannot be read.
package struct TypeSetError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}

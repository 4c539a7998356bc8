// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// A type of records: its attributes and what may be done with them, as data.
package struct ResourceType: Sendable, Equatable {
  /// The name, which is also the segment of URLs: `flowers`.
  package var name: String
  /// The prefix of its records' ids: `f` for `f-01h455vb4pex5vsknk084sn02q`.
  package var prefix = ""
  /// The version of the declaration that clients are built for: `_class`.
  package var classVersion = 1
  /// Whether records may have declared attributes only.
  package var isStrict = false
  package var capabilities = Capability.allCases
  package var attributes: [Attribute] {
    get { declared.all }
    set { declared = DeclaredAttributes(newValue) }
  }
  private(set) var declared = DeclaredAttributes([])
  /// The attributes whose values together no two live records may have, each group with the names of some.
  package var uniqueGroups: [[String]] = []
  /// The access rules of its records; without any, the mount alone decides.
  package var rules: [AccessRule] = []
  /// The webhook that is asked before its records are written; `nil` without one.
  package var before: BeforeHook?

  package init(_ name: String, prefix: String, _ attributes: [Attribute] = []) {
    self.name = name
    self.prefix = prefix
    declared = DeclaredAttributes(attributes)
  }

  /// An operation that a type allows.
  package enum Capability: String, Sendable, CaseIterable {
    case fetch
    case insert
    case update
    case delete
  }

  package func attribute(_ name: String) -> Attribute? {
    declared.place(of: name).map { declared.all[$0] }
  }

  /// Whether every record has a member of a name, or the type declares it.
  package func hasMember(_ name: String) -> Bool {
    attribute(name) != nil || Resource.systemNames.contains(name)
  }

  package func allows(_ capability: Capability) -> Bool { capabilities.contains(capability) }

  /// Whether its records can have files.
  package var hasFiles: Bool { declared.hasFiles }

  /// The files of a record, with the attributes that they belong to.
  package func files(of resource: Resource) -> [(name: String, file: StoredFile)] {
    attributes.filter { $0.kind == .binary }.compactMap { attribute in
      resource.attributes[attribute.name].flatMap(StoredFile.init).map { (attribute.name, $0) }
    }
  }

  /// The attributes that lead to other records.
  package var references: [Attribute] { declared.references }

  /// The attributes that are places on Earth.
  package var points: [Attribute] { declared.points }

  /// The names of the attributes that the full text search looks through.
  package var searchedNames: [String] { declared.searched }
}

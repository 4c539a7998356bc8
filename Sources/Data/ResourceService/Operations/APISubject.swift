// SPDX-License-Identifier: Apache-2.0

import DataFiles
import ResourceModel
import ResourceStore
import Sites

/// The subject of a description: a service, or the records of a type in it.
struct APISubject: Sendable {
  let settings: ResourceService.Settings
  let types: TypeSet
  let type: ResourceType?
  /// The name of the relation or file of a record that an operation is about.
  private(set) var part = ""
  /// The type of the records that it answers.
  private(set) var target: ResourceType?

  init(_ context: RecordContext, _ type: ResourceType? = nil) {
    settings = context.settings
    types = context.store.types
    self.type = type
    target = type
  }

  var mount: String { settings.mount }
  /// Whether the cookie of a session serves as a token.
  var takesCookie: Bool { settings.people?.cookie != nil }

  /// The schema of a record of the type.
  var record: DataValue { APISchemas.reference(type?.name ?? "") }

  /// Whether a request without credentials has less than a level, and no access rules decide.
  func isClosed(for level: ResourceSettings.Rights) -> Bool {
    settings.open < level && (type.map { [$0] } ?? types.types).allSatisfy(\.rules.isEmpty)
  }

  /// Fills in the names of the type and of its part, a file or a relation, for `{type}`, `{part}` and the like.
  func filled(_ text: String) -> String {
    guard let type else { return text }
    return ["{file}", "{relation}", "{part}"].reduce(text) { $0.replacing($1, with: part) }
      .replacing("{type}", with: type.name).replacing("{target}", with: target?.name ?? "")
  }

  /// The subjects of the operations on a path: those on relations and files are one for each.
  func parts(in path: String) -> [APISubject] {
    guard let type else { return [self] }
    let parts: [(String, ResourceType)]
    if path.hasSuffix("{file}") {
      parts = type.attributes.filter { $0.kind == .binary }.map { ($0.name, type) }
    } else if path.hasSuffix("{relation}") {
      parts = relations(of: type)
    } else {
      return [self]
    }
    return parts.map { name, target in
      var subject = self
      (subject.part, subject.target) = (name, target)
      return subject
    }
  }

  /// The records to which one refers, and those that refer to it.
  private func relations(of type: ResourceType) -> [(String, ResourceType)] {
    let targets = type.references.compactMap { attribute in
      attribute.target.flatMap { types[$0] }.map { (attribute.name, $0) }
    }
    return types.referrers(of: type.name).reduce(into: targets) { relations, referrer in
      guard !relations.contains(where: { $0.0 == referrer.type.name }) else { return }
      relations.append((referrer.type.name, referrer.type))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes
package import Filters

/// An access rule of a type (row-level security): users with a role may use some capabilities on
/// some of its records.
///
/// Rules only allow: everything else is refused. A type without rules is open to all requests that
/// the mount admits.
package struct AccessRule: Sendable, Equatable {
  /// The role that the rule is for; `anyone` for everybody, `member` for every signed-in user.
  package var role = ""
  package var capabilities: [ResourceType.Capability] = []
  /// The filter of the records that the rule applies to, as it was written; empty for all of them.
  package var source = ""
  /// The attributes that it shows, or lets be set; `nil` for all of them.
  package var fields: [String]?
  /// The operations on attributes by which it allows updates; `nil` for updates of any kind.
  package var operations: [AttributeOperation.Code]?
  /// The least number that such an operation may have.
  package var least = 0.0
  /// The greatest number that such an operation may have, and the most elements.
  package var most = 1.0
  /// The parsed filter; until it is checked against the type, it matches nothing.
  package private(set) var condition = Filter.any([])

  package init() {}

  /// Parses the filter for a type.
  package mutating func check(against type: ResourceType) throws(FilterError) {
    condition = try Filter(source, schema: type.ruleSchema)
  }

  package func covers(_ name: String) -> Bool { fields?.contains(name) ?? true }

  /// Whether a rule for some operations allows one of them.
  func admits(_ operation: AttributeOperation) -> Bool {
    guard covers(operation.name), operations?.contains(operation.code) == true else { return false }
    let value = operation.value
    if let number = value.number { return number >= least && number <= most }
    return Double(value.elements?.count ?? 1) <= most
  }
}

extension ResourceType {
  /// The fields, functions and values that row rules of the type may use.
  package var ruleSchema: FilterSchema {
    let schema = filterSchema
    let functions = schema.functions.filter { $0.name != "search" }
    return FilterSchema(
      schema.fields,
      functions: functions + [FilterFunction(AccessRule.grantFunction, [.text], .boolean)],
      parameters: Principal.parameters
    )
  }
}

extension AccessRule {
  /// The function that holds for records that were granted to the principal: `granted("update")`.
  package static let grantFunction = "granted"

  package static let shape = Shape.object(AccessRule()) {
    Member("role", \.role, .text(role), isRequired: true, "Role that the rule is for.")
    Member(
      "may",
      \.capabilities,
      Shape.choice.list(atLeast: 1),
      isRequired: true,
      "The operations that the rule allows: fetch, insert, update, delete."
    )
    Member("where", \.source, .text, "Filter of the records that the rule is about.")
    Member(
      "fields",
      \.fields,
      Shape.text.list(atMost: 200),
      "Attributes that the rule shows, or lets be set; all of them, unless given."
    )
    Member(
      "operations",
      \.operations,
      Shape.choice.list(atLeast: 1),
      "Operations of a patch by which the rule allows to update; updates of any kind, unless given.",
      examples: [["inc", "append"]]
    )
    Member(
      "least",
      \.least,
      .number(-1e15...1e15),
      "Least number that such an operation may have."
    )
    Member(
      "most",
      \.most,
      .number(0...1e15),
      "Greatest number that such an operation may have, and the most elements."
    )
  }

  private static let role = TextForm<String>(
    "name of a role",
    expected: "1 to 40 letters, digits, - and _, a small letter first",
    pattern: "^[a-z][A-Za-z0-9_-]{0,39}$",
    accepts: isRole
  )

  package static func isRole(_ text: String) -> Bool {
    guard (1...40).contains(text.utf8.count), let first = text.utf8.first else { return false }
    return (0x61...0x7A).contains(first)
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
        default: false
        }
      }
  }
}

extension ResourceType {
  /// Checks the attributes that a type names as unique together.
  static func checkGroups(
    _ type: ResourceType,
    _ value: DataValue,
    _ context: inout ReadingContext
  ) {
    for group in type.uniqueGroups {
      let isScalar = group.allSatisfy { type.attribute($0)?.kind.isScalar == true }
      guard !isScalar || Set(group).count < group.count else { continue }
      context.badValue(
        value["unique"] ?? value,
        "\"unique\" of \(type.name) has \(group.joined(separator: " and ")); expected different attributes "
          + "with one value each"
      )
    }
  }

  /// Checks the rules of a type that was read: their filters and the attributes that they name.
  static func checkRules(
    _ type: inout ResourceType,
    _ value: DataValue,
    _ context: inout ReadingContext
  ) {
    let names = Set(type.attributes.map(\.name))
    for index in type.rules.indices {
      let place = value["rules"]?.elements.map { $0[index] } ?? value
      do throws(FilterError) {
        try type.rules[index].check(against: type)
      } catch {
        context.badValue(place, "\"where\" of rule \(index + 1) of \(type.name): \(error.message)")
      }
      if type.rules[index].operations != nil, type.rules[index].capabilities != [.update] {
        context.badValue(
          place,
          "rule \(index + 1) of \(type.name) has operations; expected \"may\" to be update alone"
        )
      }
      for name in type.rules[index].fields ?? [] where !names.contains(name) {
        context.badValue(
          place,
          "rule \(index + 1) of \(type.name) names \(name.prefix(40)), which is no attribute"
        )
      }
    }
  }
}

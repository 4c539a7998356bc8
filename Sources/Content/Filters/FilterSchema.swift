// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The type of a field, a value or a function's result.
package enum FilterType: String, Sendable, CaseIterable {
  case text
  case integer
  case number
  case boolean
  case duration
  case instant

  /// Whether its values have an order.
  package var isOrdered: Bool { self != .boolean }

  /// A description of the expected value, for error messages.
  package var expectation: String {
    switch self {
    case .text: "a text such as \"rose\""
    case .integer: "a whole number such as 500"
    case .number: "a number such as 0.5"
    case .boolean: "true or false"
    case .duration: "a duration such as 80ms or 1.5s"
    case .instant: "an instant such as 2026-11-23T03:00:00Z"
    }
  }
}

/// A field that filters may name.
package struct FilterField: Sendable, Hashable {
  /// The name, with dots between the parts of a path.
  package let name: String
  package let type: FilterType
  /// A number by which the owner of the schema knows the field.
  package let number: Int

  package init(_ name: String, _ type: FilterType, number: Int = 0) {
    self.name = name
    self.type = type
    self.number = number
  }
}

/// A function that filters may call.
package struct FilterFunction: Sendable, Hashable {
  package let name: String
  package let parameters: [FilterType]
  package let result: FilterType

  package init(_ name: String, _ parameters: [FilterType], _ result: FilterType) {
    self.name = name
    self.parameters = parameters
    self.result = result
  }

  /// The function as documentation shows it: `ago(duration)`.
  package var signature: String {
    "\(name)(\(parameters.map(\.rawValue).joined(separator: ", ")))"
  }
}

/// A value that filters may name before it is known: `@me.uuid`.
package struct FilterParameter: Sendable, Hashable {
  /// The name with the `@` before it.
  package let name: String
  package let type: FilterType

  package init(_ name: String, _ type: FilterType) {
    self.name = name
    self.type = type
  }
}

/// The fields and functions that filters over one kind of record may use.
package struct FilterSchema: Sendable {
  package let fields: [FilterField]
  package let functions: [FilterFunction]
  /// The values that are known when a filter is bound; without any, `@` begins a text.
  package let parameters: [FilterParameter]
  /// Whether texts may be compared with regular expressions, which take time that no index spares.
  let hasExpressions: Bool
  private let fieldOfName: [String: FilterField]
  /// Returns the field of a path that is not among the fields; `nil` for one that leads to none.
  private var fieldOfPath: (@Sendable (String) -> FilterField?)?

  /// - Parameter open: the fields below which any name is a field, such as `request` of `request.user_agent`.
  package init(
    _ fields: [FilterField],
    functions: [FilterFunction] = [],
    parameters: [FilterParameter] = [],
    hasExpressions: Bool = false,
    open: [FilterField] = []
  ) {
    self.hasExpressions = hasExpressions
    self.fields = fields
    self.functions = functions
    self.parameters = parameters
    fieldOfName = Dictionary(fields.map { ($0.name, $0) }) { first, _ in first }
    guard !open.isEmpty else { return }
    fieldOfPath = { name in
      let outer = open.first { name.hasPrefix("\($0.name).") && name.count > $0.name.count + 1 }
      return outer.map { FilterField(name, $0.type, number: $0.number) }
    }
  }

  /// The same schema with fields that are found by their paths and not listed.
  package func adding(
    _ fieldOfPath: @escaping @Sendable (String) -> FilterField?
  ) -> FilterSchema {
    var schema = self
    schema.fieldOfPath = fieldOfPath
    return schema
  }

  package func field(_ name: String) -> FilterField? {
    fieldOfName[name] ?? fieldOfPath?(name)
  }

  package func function(_ name: String) -> FilterFunction? { functions.first { $0.name == name } }

  /// Returns the known name that is nearest to an unknown one; a field of a group, such as
  /// `backends.name`, is also found by its last part.
  package func suggestion(for name: String) -> String? {
    if let nearest = Suggestion.nearest(to: name, among: fields.map(\.name)) { return nearest }
    return fields.first { $0.name.hasSuffix(".\(name)") }?.name
  }
}

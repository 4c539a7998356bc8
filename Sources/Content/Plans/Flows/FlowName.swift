// SPDX-License-Identifier: Apache-2.0

package import DataFiles
package import HTTPValues

/// A value that links carry along a flow, as one of its steps knows it.
package struct FlowName: Sendable, Hashable {
  package let name: String
  /// The value where no link gives one; `nil` for none.
  package let fallback: String?
  package let maximumBytes: Int
  /// Whether there is no answer without it.
  package let isRequired: Bool
  /// Where a file declares it.
  package let position: SourcePosition

  package init(
    _ name: String,
    fallback: String?,
    maximumBytes: Int = FlowLimits.standardBytes,
    isRequired: Bool,
    at position: SourcePosition
  ) {
    self.name = name
    self.fallback = fallback
    self.maximumBytes = maximumBytes
    self.isRequired = isRequired
    self.position = position
  }
}

/// A document that links carry values to.
package struct FlowTarget: Sendable, Hashable {
  /// As its file says it, with names in braces.
  package let path: String
  /// In the order of the names.
  package let names: [FlowName]

  package init(path: String, names: [FlowName]) {
    self.path = path
    self.names = names.sorted { $0.name < $1.name }
  }

  /// Values in their one form: those that the document knows, in the order of their names, and none
  /// that holds anyway.
  package func query(of values: [String: String]) -> QueryParameters {
    QueryParameters(
      names.compactMap { name in
        values[name.name].flatMap { value in
          value == name.fallback ? nil : QueryParameters.Pair(name.name, value)
        }
      }
    )
  }
}

/// Limits of the values that links carry along a flow.
package enum FlowLimits {
  /// The parameter of a URL in which links carry all values.
  package static let parameter = "flow"
  /// Values that one document carries.
  package static let maximumNames = 16
  package static let maximumNameBytes = 32
  /// Bytes of one value.
  package static let valueBytes = 1...512
  package static let standardBytes = 128
  /// Bytes of all values that one document carries, were each as long as it may be.
  package static let maximumTotalBytes = 1_024
  /// Characters of the text in which a link carries all of them: each byte may take three in it, and
  /// names and the seal are in it too.
  package static let maximumCharacters = 5_120

  /// Whether something can be the name of a value.
  package static func isName(_ name: String) -> Bool {
    (1...maximumNameBytes).contains(name.utf8.count) && name.utf8.allSatisfy(Pick.isNamePart)
  }
}

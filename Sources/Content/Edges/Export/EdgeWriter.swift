// SPDX-License-Identifier: Apache-2.0

/// Writes the rules in the language of one kind of edge.
package protocol EdgeWriter: Sendable {
  /// The name of the export on the command line.
  static var name: String { get }
  /// One line on what is written.
  static var summary: String { get }
  /// The most bytes that the edge takes of the first part; `nil` where it has no limit.
  static var maximumBytes: Int? { get }
  /// The rules in the edge's language, even if they are longer than it takes.
  static func parts(_ rules: EdgeRuleSet, _ settings: ExportSettings) -> [EdgePart]
}

extension EdgeWriter {
  package static var maximumBytes: Int? { nil }

  /// The parts, or why the edge would not take them.
  package static func fittingParts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) throws(EdgeExportError) -> [EdgePart] {
    let parts = parts(rules, settings)
    if let maximumBytes, let first = parts.first, first.text.utf8.count > maximumBytes {
      let excess = ExportExcess(rules, bytes: first.text.utf8.count, of: maximumBytes)
      throw EdgeExportError(description: "what is written for \(name) \(excess)")
    }
    return parts
  }
}

/// Every kind of edge that has an export.
package enum EdgeWriters {
  package static let all = EdgeKind.allCases.compactMap(\.writer)

  package static func named(_ name: String) -> (any EdgeWriter.Type)? {
    all.first { $0.name == name }
  }
}

/// A file that an edge reads; the first one of a writer is the one that names the others.
package struct EdgePart: Sendable, Equatable {
  /// What the part is called on the command line.
  package let name: String
  /// What the file is called beside the first one.
  package let file: String
  package let text: String
}

/// What an edge has to know beside the rules.
package struct ExportSettings: Sendable, Equatable {
  /// Where the gateway is reached.
  package var originHost = "127.0.0.1"
  package var originPort = 8080
  /// Who may purge; addresses and networks.
  package var purgers = ["127.0.0.1", "::1"]
  /// What stands before the names of other files that a file mentions.
  package var folder = ""

  package init() {}
}

/// Rules cannot be written for an edge.
package struct EdgeExportError: Error, CustomStringConvertible, Equatable {
  package let description: String
}

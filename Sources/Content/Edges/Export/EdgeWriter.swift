// SPDX-License-Identifier: Apache-2.0

package import Bytes

/// Writes the configuration of one kind of edge from the rules.
package protocol EdgeWriter: Sendable {
  /// The name of the export on the command line.
  static var name: String { get }
  /// A line that describes the export, for help.
  static var summary: String { get }
  /// The most bytes that the edge takes of the first part; `nil` where it has no limit.
  static var maximumBytes: Int? { get }
  /// The files, even if they are longer than the edge takes.
  static func parts(_ rules: EdgeRuleSet, _ settings: ExportSettings) -> [EdgePart]
}

extension EdgeWriter {
  package static var maximumBytes: Int? { nil }

  /// The files; throws where they are longer than the edge takes.
  package static func fittingParts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) throws(PlainError) -> [EdgePart] {
    let parts = parts(rules, settings)
    if let maximumBytes, let first = parts.first, first.text.utf8.count > maximumBytes {
      let excess = ExportExcess(rules, bytes: first.text.utf8.count, of: maximumBytes)
      throw PlainError("what is written for \(name) \(excess)")
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

/// A file of an export. The first one of a writer is the main one, which may include the others.
package struct EdgePart: Sendable, Equatable {
  /// The value of `--part` for it.
  package let name: String
  /// The name of the file beside the main one.
  package let file: String
  package let text: String
}

/// Settings of an export that come from the command line.
package struct ExportSettings: Sendable, Equatable {
  /// The host at which the edge reaches the gateway.
  package var originHost = "127.0.0.1"
  package var originPort = 8080
  /// The addresses and networks from which purges are accepted.
  package var purgers = ["127.0.0.1", "::1"]
  /// The folder of the files, with a slash at its end; empty for names without a folder.
  package var folder = ""

  package init() {}
}

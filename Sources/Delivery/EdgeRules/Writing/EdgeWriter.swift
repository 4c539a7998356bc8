// SPDX-License-Identifier: Apache-2.0

/// Writes the rules in what one kind of edge reads. A new kind is a file with a writer, and its name
/// in `all`.
package protocol EdgeWriter: Sendable {
  /// What the kind is called on the command line.
  static var name: String { get }
  /// One line on what is written.
  static var summary: String { get }
  static func parts(
    _ rules: EdgeRuleSet,
    _ settings: ExportSettings
  ) throws(EdgeExportError)
    -> [EdgePart]
}

/// Every kind of edge that there are rules for.
package enum EdgeWriters {
  package static let all: [any EdgeWriter.Type] = [
    VarnishWriter.self, NginxWriter.self, CloudFrontWriter.self, FastlyWriter.self,
    WorkerWriter.self,
  ]

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

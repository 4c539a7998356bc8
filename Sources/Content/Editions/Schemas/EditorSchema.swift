// SPDX-License-Identifier: Apache-2.0

// The readers decide what a file may say; these schemas tell editors the same before a file is saved,
// with the readers' own limits in them. Tests hold the two against each other, key by key.

/// The kinds of files that people write, each with a JSON Schema (draft 2020-12).
package enum EditorSchema: String, CaseIterable, Sendable {
  case document
  case site
  case emergency

  /// The schema as the text of a file.
  package var text: String {
    let root = root
    let whole = root.preceded(by: [
      SchemaMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
      SchemaMember("$comment", .text("Written by `portico schema \(rawValue)`.")),
    ])
    return SchemaText(whole.with("$defs", EditorSchema.definitions(of: root))).text
  }

  /// What every file may begin with.
  static let marker = SchemaProperty(
    "$schema",
    "Where an editor finds the schema of the file; Portico itself has no need of it.",
    ["type": "string", "format": "uri-reference"],
    examples: ["../document.schema.json"]
  )

  private var root: SchemaNode {
    switch self {
    case .document: DocumentSchema.root
    case .site: SiteSchema.root
    case .emergency: EmergencySchema.root
    }
  }

  /// All that a schema refers to, and what that refers to, in the order of their declaration.
  private static func definitions(of root: SchemaNode) -> SchemaNode {
    var needed: Set<SchemaDefinition> = []
    var rest = root.definitions
    while let next = rest.popFirst() {
      if needed.insert(next).inserted { rest.formUnion(next.node.definitions) }
    }
    return .members(
      SchemaDefinition.allCases.filter(needed.contains).map {
        SchemaMember($0.rawValue, $0.node)
      }
    )
  }
}

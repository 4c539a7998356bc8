// SPDX-License-Identifier: Apache-2.0

import FileShapes
import Plans

// The permitted contents of a file are described once, by its shape: the schema follows from it, so
// that editors show the same findings before a file is saved.

/// The kinds of files that people write, each with a JSON Schema (draft 2020-12).
package enum EditorSchema: String, CaseIterable, Sendable {
  case document
  case site
  case emergency

  /// The schema as the text of a file, of a program whose sites have this shape.
  package func text(_ shape: SiteShape) -> String {
    let root = root(shape)
    let whole = root.preceded(by: [
      SchemaMember("$schema", "https://json-schema.org/draft/2020-12/schema"),
      SchemaMember("$comment", .text("Written by `portico schema \(rawValue)`.")),
    ])
    return SchemaText(whole.with("$defs", EditorSchema.definitions(of: root))).text
  }

  /// The page of the documentation that lists every key.
  package func reference(_ shape: SiteShape) -> String {
    """
    # \(title)

    What `\(path)` may say.

    @Metadata {
      @CallToAction(file: "\(rawValue).schema.json", purpose: download, label: "\(rawValue).schema.json")
    }

    ## Overview

    Every key, as the JSON Schema has it that `portico schema \(rawValue)` prints. <doc:Schemas> tells
    how an editor completes and checks by that schema. `make schemas` writes this page.

    """ + SchemaReference(of: root(shape)).text
  }

  private var title: String {
    switch self {
    case .document: "The schema of documents"
    case .site: "The schema of the site"
    case .emergency: "The schema of emergencies"
    }
  }

  private var path: String {
    switch self {
    case .document: "Content/…/*.json5"
    case .site: SiteSettings.path
    case .emergency: Overlay.path
    }
  }

  private func root(_ shape: SiteShape) -> SchemaNode {
    switch self {
    case .document:
      SiteSettings().document.schema().preceded(by: [
        SchemaMember("title", "A document of a Portico site"),
        SchemaMember(
          "description",
          "One thing that apps fetch: a file under Content, whose path is the document's."
        ),
      ])
      .replacing([SchemaDefinition.value.name: .bodyValue])
    case .site:
      shape.shape.schema().preceded(by: [
        SchemaMember("title", "The settings of a Portico site"),
        SchemaMember(
          "description",
          "Content/site.json5: what holds for all documents of the site."
        ),
      ])
    case .emergency:
      SiteSettings().overlay.schema().preceded(by: [
        SchemaMember("title", "The emergencies of a Portico site"),
        SchemaMember(
          "description",
          "Content/emergency.json5: what holds over every edition as long as the file is there."
        ),
      ])
    }
  }

  /// All that a schema refers to, and what that refers to, in the order in which they are met.
  private static func definitions(of root: SchemaNode) -> SchemaNode {
    var met: Set<SchemaDefinition> = []
    var members: [SchemaMember] = []
    var rest = root.definitions[...]
    while let next = rest.popFirst() {
      guard met.insert(next).inserted else { continue }
      let node = next.node()
      members.append(SchemaMember(next.name, node))
      rest += node.definitions
    }
    return .members(members)
  }
}

extension Member {
  /// The key that every file may begin with.
  static var editorMarker: Member {
    Member(
      ignored: "$schema",
      Shape<String>.text.schema(["type": "string", "format": "uri-reference"]),
      "Where an editor finds the schema of the file; Portico itself has no need of it.",
      examples: ["../document.schema.json"]
    )
  }
}

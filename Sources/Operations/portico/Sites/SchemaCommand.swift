// SPDX-License-Identifier: Apache-2.0

import Commands
import Reactor
import Sites

/// `portico schema`: writes the JSON Schemas by which editors complete and check a site's files.
struct SchemaCommand: Subcommand {
  private static let kinds = EditorSchema.allCases.map(\.rawValue)

  static let definition = CommandDefinition(
    name: "schema",
    summary: "Print the JSON Schema of a kind of file, for editors.",
    options: [
      OptionDefinition(
        name: "reference",
        summary: "Print the page of the documentation that lists every key instead"
      )
    ],
    operands: kinds.joined(separator: "|"),
    examples: [
      .init(
        line: "portico schema document > .vscode/document.schema.json",
        meaning: "Save the schema of documents for an editor."
      ),
      .init(
        line: "portico schema site > .vscode/site.schema.json",
        meaning: "The same for Content/site.json5; emergency is for Content/emergency.json5."
      ),
    ]
  )

  private let schema: EditorSchema
  private let isReference: Bool

  init(_ arguments: Arguments) throws {
    guard arguments.operands.count == 1,
      let schema = arguments.operands.first.flatMap({ EditorSchema(rawValue: $0) })
    else {
      throw UsageError(
        "expected one of \(SchemaCommand.kinds.joined(separator: ", "))",
        SchemaCommand.definition
      )
    }
    self.schema = schema
    isReference = arguments.has("reference")
  }

  func run() throws -> ExitCode {
    StandardStream.output.write(isReference ? schema.reference : schema.text)
    return .done
  }
}

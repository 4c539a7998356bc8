// SPDX-License-Identifier: Apache-2.0

import Editions
import Reactor

/// `portico schema`: what an editor needs to complete and check the files of a site.
struct SchemaCommand: Subcommand {
  private static let kinds = EditorSchema.allCases.map(\.rawValue)

  static let definition = CommandDefinition(
    name: "schema",
    summary: "Print the JSON Schema of a kind of file, for editors that complete and check.",
    options: [],
    operands: kinds.joined(separator: "|"),
    examples: [
      .init(
        line: "portico schema document > .vscode/document.schema.json",
        meaning: "Keep the schema of documents where an editor finds it."
      ),
      .init(
        line: "portico schema site > .vscode/site.schema.json",
        meaning: "The same for Content/site.json5; emergency is for Content/emergency.json5."
      ),
    ]
  )

  private let schema: EditorSchema

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
  }

  func run() throws -> ExitCode {
    StandardStream.output.write(schema.text)
    return .done
  }
}

// SPDX-License-Identifier: Apache-2.0

import Commands
import Gateway
import Reactor
import Sites

/// `portico schema`: writes the JSON Schemas by which editors complete and check a site's files.
struct SchemaCommand: Subcommand {
  /// The kind of the file of options, which follows from those of `portico serve`.
  private static let options = "options"
  private static let kinds = EditorSchema.allCases.map(\.rawValue) + [options]

  static let definition = CommandDefinition(
    name: "schema",
    summary: "Print the JSON Schema of a kind of file, for editors.",
    options: [
      Option("reference", "Print the page of the documentation that lists every key instead")
    ],
    operands: kinds.joined(separator: "|"),
    examples: [
      "portico schema document > .vscode/document.schema.json":
        "Save the schema of documents for an editor.",
      "portico schema site > .vscode/site.schema.json":
        "The same for Content/site.json5; emergency is for Content/emergency.json5, options for"
        + " \(ServeCommand.optionsFile).",
    ]
  )

  /// `nil` for the file of options.
  private let schema: EditorSchema?
  private let isReference: Bool

  init(_ arguments: Arguments) throws {
    isReference = arguments.has("reference")
    let kind = arguments.operands.first ?? ""
    schema = EditorSchema(rawValue: kind)
    guard arguments.operands.count == 1,
      schema != nil || kind == SchemaCommand.options && !isReference
    else { throw UsageError("expected one of \(SchemaCommand.kinds.joined(separator: ", "))") }
  }

  func run() throws -> ExitCode {
    if let schema {
      StandardStream.output.write(
        isReference ? schema.reference(.complete) : schema.text(.complete)
      )
    } else {
      ServeCommand.definition.schema(
        "The options of portico serve, in \(ServeCommand.optionsFile)",
        except: ServeCommand.optionsOption
      ).print()
    }
    return .done
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The output of `--help`, generated from the definitions.
package enum HelpPage {
  package static func overview(_ commands: [CommandDefinition]) -> String {
    let width = commands.map(\.name.count).max() ?? 0
    var text = """
      Portico is a content delivery gateway: a CDN in front of it, services behind it.

      Usage: portico COMMAND [OPTIONS]


      """
    for command in commands { text += "  \(padded(command.name, width))  \(command.summary)\n" }
    return text + "\n`portico help COMMAND` shows options and examples.\n"
  }

  package static func page(_ command: CommandDefinition) -> String {
    var text = "\(command.summary)\n\nUsage: portico \(command.name) [OPTIONS]"
    if let operands = command.operands { text += " \(operands)" }
    text += "\n"
    if !command.options.isEmpty { text += "\nOptions:\n\(options(command.options))" }
    for (index, (line, meaning)) in command.examples.enumerated() {
      text += index == 0 ? "\nExamples:\n" : "\n"
      text += "  \(meaning)\n    \(line)\n"
    }
    return text
  }

  private static func options(_ options: [Option]) -> String {
    let names = options.map { "--\($0.name)" + ($0.value.map { " \($0)" } ?? "") }
    let width = names.map(\.count).max() ?? 0
    return zip(options, names).map { option, name in
      var line = "  \(padded(name, width))  \(option.summary)"
      if let fallback = option.fallback { line += " (default: \(fallback))" }
      return line + "\n"
    }.joined()
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }
}

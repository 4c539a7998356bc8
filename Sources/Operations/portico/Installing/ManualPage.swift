// SPDX-License-Identifier: Apache-2.0

import Commands

/// The manual page in the macros of man(7), generated from the command definitions.
enum ManualPage {
  static func text(of commands: [CommandDefinition], version: String) -> String {
    var page = """
      .TH PORTICO 1 "" "Portico \(version)" "Portico"
      .SH NAME
      portico \\- a content delivery gateway
      .SH SYNOPSIS
      .B portico
      .I COMMAND
      [\\fIOPTIONS\\fR]
      .SH DESCRIPTION
      An app ships with one URL. Everything else it shows comes from that URL and from the links in its
      answer. Portico stands behind that URL: a CDN in front of it, services behind it.
      .SH COMMANDS

      """
    for command in commands { page += text(of: command) }
    page += """
      .SH EXIT STATUS
      0: done. 1: it could not be done. 2: the command was not understood.

      """
    return page
  }

  private static func text(of command: CommandDefinition) -> String {
    var text = ".SS \(escaped(command.name))"
    if let operands = command.operands { text += " \(escaped(operands))" }
    text += "\n\(line(command.summary))\n"
    for option in command.options {
      text += ".TP\n.B \\-\\-\(escaped(option.name))"
      if let value = option.value { text += " \\fI\(escaped(value))\\fR" }
      text += "\n\(line(option.summary))"
      if let fallback = option.fallback { text += " (default: \(escaped(fallback)))" }
      text += "\n"
    }
    for (example, meaning) in command.examples {
      text += ".PP\n\(line(meaning))\n.PP\n.EX\n\(line(example))\n.EE\n"
    }
    return text
  }

  /// Escapes a text within a line.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for character in text {
      switch character {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      default: escaped.append(character)
      }
    }
    return escaped
  }

  /// Escapes a text as a line of its own, so that a leading dot or apostrophe is not a request.
  private static func line(_ text: String) -> String {
    let isRequest = text.hasPrefix(".") || text.hasPrefix("'")
    return (isRequest ? "\\&" : "") + escaped(text)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Commands
import Reactor
import Serving

/// `portico install-text`: prints the files to install beside the command.
struct InstallTextCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "install-text",
    summary: "Print the manual page, a shell's completion, or the units of systemd.",
    options: [],
    operands: "manual|bash|zsh|fish|service|socket|node",
    examples: [
      "portico install-text bash > /etc/bash_completion.d/portico":
        "Complete commands and options in bash.",
      "portico install-text service > /etc/systemd/system/portico.service":
        "Let systemd start it, wait until it serves, and keep its sockets over restarts.",
    ]
  )

  private let text: String

  init(_ arguments: Arguments) throws(UsageError) {
    let kinds = "manual, bash, zsh, fish, service, socket or node"
    guard let kind = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("expected one of \(kinds)")
    }
    let commands = Portico.definitions
    if let shell = ShellCompletion(rawValue: kind) {
      text = shell.text(of: commands)
    } else if kind == "manual" {
      text = ManualPage.text(of: commands, version: Release.version)
    } else if let unit = SystemdUnit(rawValue: kind) {
      text = unit.text
    } else {
      throw UsageError("there is no text \(kind); expected \(kinds)")
    }
  }

  func run() async throws -> ExitCode {
    StandardStream.output.write(text)
    return .done
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProgramTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct `The text installed beside the command` {
  private func text(_ kind: String) async throws -> String {
    let outcome = try await Program(BuiltCommand.path).run(["install-text", kind])
    #expect(outcome.status == 0 && outcome.errors == "")
    return outcome.output
  }

  private func commands() async throws -> [String] {
    let help = try await Program(BuiltCommand.path).run(["--help"]).output
    return help.split(separator: "\n").filter { $0.hasPrefix("  ") }
      .compactMap { $0.split(separator: " ").first.map(String.init) }
  }

  @Test func `The manual and the completions of each shell name every command`() async throws {
    let commands = try await commands()
    #expect(commands.contains("serve") && commands.count > 8)
    for kind in ["manual", "bash", "zsh", "fish"] {
      let text = try await text(kind)
      for command in commands {
        let written =
          kind == "manual" ? command.replacingOccurrences(of: "-", with: "\\-") : command
        #expect(text.contains(written), "\(command) in \(kind)")
      }
      #expect(text.contains("admin") && text.contains("events"))
    }
  }

  @Test func `The bash completion is valid and completes commands and options`() async throws {
    let script = try await text("bash")
    let ask = """
      \(script)
      COMP_WORDS=(portico ser); COMP_CWORD=1; _portico; echo "${COMPREPLY[@]}"
      COMP_WORDS=(portico serve --adm); COMP_CWORD=2; _portico; echo "${COMPREPLY[@]}"
      """
    let outcome = try await Program("bash").run([], input: Data(ask.utf8))
    #expect(outcome.errors == "")
    #expect(outcome.output == "serve\n--admin --admin-token --admin-tls\n")
  }

  @Test func `An unknown install text is refused with the known ones`() async throws {
    let outcome = try await Program(BuiltCommand.path).run(["install-text", "csh"])
    #expect(outcome.status == 2)
    #expect(outcome.errors.contains("manual, bash, zsh, fish, service, socket or node"))
  }
}

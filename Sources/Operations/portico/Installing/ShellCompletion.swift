// SPDX-License-Identifier: Apache-2.0

import Commands

/// Shell completion scripts, generated from the command definitions.
enum ShellCompletion: String, CaseIterable {
  case bash, zsh, fish

  func text(of commands: [CommandDefinition]) -> String {
    switch self {
    case .bash: ShellCompletion.bash(commands)
    case .zsh: ShellCompletion.zsh(commands)
    case .fish: ShellCompletion.fish(commands)
    }
  }

  private static func bash(_ commands: [CommandDefinition]) -> String {
    var text = """
      _portico() {
        local word="${COMP_WORDS[COMP_CWORD]}"
        local before="${COMP_WORDS[COMP_CWORD-1]}"
        local words
        if [ "$COMP_CWORD" -eq 1 ]; then
          words="\(commands.map(\.name).joined(separator: " ")) --help --version"
        else
          case "${COMP_WORDS[1]}" in

      """
    for command in commands {
      let names = command.options.map { "--\($0.name)" } + ["--help"]
      text += "      \(command.name)) words=\"\(names.joined(separator: " "))\" ;;\n"
    }
    return text + """
          esac
        fi
        case "$before" in
          \(valued(commands).joined(separator: "|"))) words="" ;;
        esac
        COMPREPLY=($(compgen -W "$words" -- "$word"))
        if [ "${#COMPREPLY[@]}" -eq 0 ]; then COMPREPLY=($(compgen -f -- "$word")); fi
      }
      complete -o filenames -F _portico portico

      """
  }

  /// Returns the options that take a value, which is mostly a file.
  private static func valued(_ commands: [CommandDefinition]) -> [String] {
    Set(commands.flatMap(\.options).filter { $0.value != nil }.map { "--\($0.name)" }).sorted()
  }

  private static func zsh(_ commands: [CommandDefinition]) -> String {
    var text = "#compdef portico\n_portico() {\n  local -a commands\n  commands=(\n"
    for command in commands { text += "    '\(command.name):\(quoted(command.summary))'\n" }
    text += """
        )
        if (( CURRENT == 2 )); then _describe command commands; return; fi
        case "$words[2]" in

      """
    for command in commands {
      text += "    \(command.name)) _arguments"
      for option in command.options {
        let repeats = option.repeats ? "*" : ""
        let value = option.value.map { ":\(bracketed($0.lowercased())):_files" } ?? ""
        text += " '\(repeats)--\(option.name)[\(bracketed(option.summary))]\(value)'"
      }
      text += " '*:file:_files' ;;\n"
    }
    return text + "  esac\n}\n_portico \"$@\"\n"
  }

  private static func fish(_ commands: [CommandDefinition]) -> String {
    var text = "complete -c portico -f\n"
    for command in commands {
      text +=
        "complete -c portico -n __fish_use_subcommand -a \(command.name)"
        + " -d '\(quoted(command.summary))'\n"
      for option in command.options {
        text +=
          "complete -c portico -n '__fish_seen_subcommand_from \(command.name)'"
          + " -l \(option.name)\(option.value == nil ? "" : " -r -F") -d '\(quoted(option.summary))'\n"
      }
    }
    return text
  }

  /// Quotes a text with apostrophes.
  private static func quoted(_ text: String) -> String {
    text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "’")
      .split(separator: ":", omittingEmptySubsequences: false).joined(separator: "\\:")
  }

  private static func bracketed(_ text: String) -> String {
    let plain = quoted(text).map { $0 == "[" ? "(" : $0 == "]" ? ")" : $0 }
    return String(plain)
  }
}

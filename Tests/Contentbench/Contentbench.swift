// SPDX-License-Identifier: Apache-2.0

/// `swift run -c release contentbench`: what languages, compiling and resolving cost; `--no-languages` and
/// `--no-million` leave parts out.
@main
enum Contentbench {
  static func main() throws {
    if !CommandLine.arguments.contains("--no-languages") { try LanguageBench.run() }
    try EditionBench.run(withMillion: !CommandLine.arguments.contains("--no-million"))
  }
}

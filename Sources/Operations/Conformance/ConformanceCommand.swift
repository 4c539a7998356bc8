// SPDX-License-Identifier: Apache-2.0

package import Commands
import Programs
import Reactor

/// `portico conformance`: runs another's client of the gateway through the scenarios of an app.
package struct ConformanceCommand: Subcommand {
  package static let definition = CommandDefinition(
    name: "conformance",
    summary: "Test a client of the gateway by scenarios; it speaks lines of JSON.",
    options: [
      Option("scenarios FOLDER", "Files *.scenario to run in place of those of the command"),
      Option(
        "only TEXT",
        "Run only the scenarios with a text in their file or title",
        fallback: "all"
      ),
      Option("list", "Print the scenarios, and run none"),
    ],
    operands: "-- COMMAND",
    examples: [
      "portico conformance -- node adapter.js": "Run a client in JavaScript through all scenarios.",
      "portico conformance --only vary -- ./adapter": "Run those alone that have to do with Vary.",
    ]
  )

  private let arguments: Arguments

  package init(_ arguments: Arguments) throws {
    self.arguments = arguments
    guard !arguments.operands.isEmpty || arguments.has("list") else {
      throw UsageError("expected -- and the command that starts a client")
    }
  }

  package func run() async throws -> ExitCode {
    let suite =
      try arguments.value("scenarios").map { try ConformanceSuite(folder: $0) }
      ?? ConformanceSuite.included()
    guard !arguments.has("list") else {
      for scenario in suite.scenarios {
        StandardStream.output.write("\(scenario.file): \(scenario.title)\n")
      }
      return .done
    }
    let folder = try TemporaryFolder()
    let results = try await suite.run(
      arguments.operands,
      only: arguments.value("only") ?? "",
      folder: folder.path
    ) { result in
      guard let failure = result.failure else { return }
      StandardStream.errors.write("\(result.title)\n  \(failure)\n")
    }
    StandardStream.output.write(ConformanceCommand.table(of: results))
    return results.contains { $0.failure != nil } ? .failed : .done
  }

  private static func table(of results: [ConformanceSuite.Result]) -> String {
    var areas: [(name: String, passed: Int, failed: Int, skipped: Int)] = []
    for result in results {
      if areas.last?.name != result.area { areas.append((result.area, 0, 0, 0)) }
      switch result.outcome {
      case .passed: areas[areas.count - 1].passed += 1
      case .failed: areas[areas.count - 1].failed += 1
      case .skipped: areas[areas.count - 1].skipped += 1
      }
    }
    let sums = areas.reduce((0, 0, 0)) { ($0.0 + $1.passed, $0.1 + $1.failed, $0.2 + $1.skipped) }
    var table = Table("area", "passed", "failed", "skipped")
    for area in areas + [("all", sums.0, sums.1, sums.2)] {
      table.add(area.name, "\(area.passed)", "\(area.failed)", "\(area.skipped)")
    }
    return table.text(TextStyle())
  }
}

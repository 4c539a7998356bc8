// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Files
import Reactor

/// All scenarios for clients, and the run of a client through them.
package struct ConformanceSuite: Sendable {
  /// The outcome of a scenario.
  package enum Outcome: Sendable {
    case passed
    /// The client lacks these capabilities.
    case skipped(Set<String>)
    case failed(String)
  }

  /// A scenario with its outcome.
  package struct Result: Sendable {
    package let area: String
    package let title: String
    package let outcome: Outcome

    /// The reason of a failure.
    package var failure: String? { if case .failed(let reason) = outcome { reason } else { nil } }
  }

  /// The scenarios, in the order of their files.
  package let scenarios: [Scenario]

  /// The scenarios that the command brings along.
  package static func included() throws(PlainError) -> ConformanceSuite {
    try ConformanceSuite(files: ScenarioFile.all)
  }

  /// The scenarios in the files `*.scenario` of a folder.
  package init(folder: String) throws {
    let names = try FileTree.names(in: folder).filter { $0.hasSuffix(".scenario") }.sorted()
    guard !names.isEmpty else { throw PlainError("\(folder) has no file *.scenario") }
    try self.init(files: try names.map { ($0, try Files.read("\(folder)/\($0)")) })
  }

  private init(files: [(name: String, bytes: [UInt8])]) throws(PlainError) {
    var scenarios: [Scenario] = []
    for (name, bytes) in files {
      scenarios += try Scenario.all(in: String(decoding: bytes, as: UTF8.self), file: name)
    }
    self.scenarios = scenarios
  }

  /// Runs the scenarios whose file and title contain a text, one after the other, on a thread of its own.
  ///
  /// - Parameters:
  ///   - words: the command of the client.
  ///   - folder: an empty folder, which the caller removes; each scenario has a folder of its own in it.
  ///   - told: called with each result as it comes.
  package func run(
    _ words: [String],
    only text: String = "",
    folder: String,
    told: @escaping @Sendable (Result) -> Void = { _ in }
  ) async throws -> [Result] {
    let group = try LoopGroup(count: 1, name: "harness")
    defer { group.stop() }
    return try await Task(executorPreference: group.loops[0]) {
      let program = try ClientUnderTest(words)
      defer { program.kill() }
      var results: [Result] = []
      for (index, scenario) in scenarios.enumerated()
      where text.isEmpty || "\(scenario.file) \(scenario.title)".contains(text) {
        let outcome = try await outcome(of: scenario, program, folder: "\(folder)/\(index)")
        let area = String(scenario.file.prefix { $0 != "." })
        results.append(Result(area: area, title: scenario.title, outcome: outcome))
        told(results[results.count - 1])
      }
      return results
    }.value
  }

  private func outcome(
    of scenario: Scenario,
    _ program: ClientUnderTest,
    folder: String
  ) async throws -> Outcome {
    let missing = scenario.needs.subtracting(program.capabilities)
    guard missing.isEmpty else { return .skipped(missing) }
    do {
      try await ScenarioRun(program, folder: folder).run(scenario)
      return .passed
    } catch {
      // Nobody knows in which state a failure leaves the client.
      try program.restart()
      return .failed("\(error)")
    }
  }
}

extension Scenario {
  /// The capabilities without which a client cannot do what the scenario says.
  var needs: Set<String> {
    Set(statements.filter { $0.words[0] == "needs" }.flatMap { $0.words.dropFirst() })
  }
}

/// A file of scenarios that is part of the program.
private enum ScenarioFile {
  static let all: [(name: String, bytes: [UInt8])] = [
    ("bootstrap.scenario", PackageResources.bootstrap_scenario),
    ("cache.scenario", PackageResources.cache_scenario),
    ("collections.scenario", PackageResources.collections_scenario),
    ("errors.scenario", PackageResources.errors_scenario),
    ("events.scenario", PackageResources.events_scenario),
    ("flows.scenario", PackageResources.flows_scenario),
    ("freshness.scenario", PackageResources.freshness_scenario),
    ("links.scenario", PackageResources.links_scenario),
    ("maintenance.scenario", PackageResources.maintenance_scenario),
    ("offline.scenario", PackageResources.offline_scenario),
    ("outbox.scenario", PackageResources.outbox_scenario),
    ("pages.scenario", PackageResources.pages_scenario),
    ("prefetch.scenario", PackageResources.prefetch_scenario),
    ("records.scenario", PackageResources.records_scenario),
    ("requests.scenario", PackageResources.requests_scenario),
    ("site.scenario", PackageResources.site_scenario),
    ("store.scenario", PackageResources.store_scenario),
    ("sync.scenario", PackageResources.sync_scenario),
    ("updates.scenario", PackageResources.updates_scenario),
    ("vary.scenario", PackageResources.vary_scenario),
    ("versions.scenario", PackageResources.versions_scenario),
  ]
}

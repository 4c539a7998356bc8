// SPDX-License-Identifier: Apache-2.0

import LoopTesting
import ProgramTesting
import Testing

@Suite struct `The options of a node of a fleet` {
  private static let database = ["--admin", "127.0.0.1:0", "--fleet", "postgresql://db/fleet"]

  @Test(arguments: [
    (["--node", "a"], "--node is for --fleet, which is not given"),
    (["--fleet", "fleet"], "--fleet is given and --admin is not"),
    (["--admin", "127.0.0.1:0", "--fleet", "redis://db"], "expected postgresql://… or a folder"),
    (["--admin", "127.0.0.1:0", "--fleet", "fleet", "--fleet-wakes", "db"], "is for a database"),
    (database, "--node-listen is not given"),
    (database + ["--node-listen", "x"], "is x, expected"),
    (database + ["--node-listen", "127.0.0.1:0"], "--fleet-key is not given"),
    (database + ["--node", "a/b"], "--node is a/b, expected 1 to 63 letters"),
  ])
  func `A process that cannot be a node says what is missing`(
    _ options: [String],
    _ reason: String
  ) async throws {
    let outcome = try await Program(BuiltCommand.path).run(
      ["serve", "--listen", "127.0.0.1:0"] + options
    )
    #expect(outcome.status != 0 && outcome.errors.contains(reason), "\(outcome)")
  }
}

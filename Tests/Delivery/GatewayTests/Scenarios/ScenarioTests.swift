// SPDX-License-Identifier: Apache-2.0

import Bytes
import Conformance
import Testing

@Suite(.timeLimit(.minutes(5))) struct `A scenario` {
  @Test(arguments: try Scenario.all())
  func `Each scenario file runs as it is written`(_ scenario: Scenario) async throws {
    try await ScenarioRun(scenario).run()
  }

  @Test func `A scenario that does not happen fails with its file and line`() async throws {
    let text = """
      # A document.
      file home
        { datatype: "screen", body: { x: 1 } }
      ask GET /home
      expect 200
        content-type: text/*

        {"x":2}
      """
    try await withKnownIssue {
      try await ScenarioRun(Scenario(text, file: "a.scenario")).run()
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("a.scenario:5: ") }
    }
    for (wrong, line) in [("  x", 1), ("file a\n  {}\nnothing", 3), ("wait soon", 1)] {
      let error = await #expect(throws: PlainError.self) {
        try await ScenarioRun(Scenario(wrong, file: "b.scenario")).run()
      }
      #expect(error?.description.hasPrefix("b.scenario:\(line): ") == true)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Learning
import Sites
import Testing

@Suite struct `The declaration of rollouts` {
  private func site(_ members: String) throws -> (settings: SiteSettings, messages: [String]) {
    let text = "{ languages: { published: [\"en\"], source: \"en\" }, \(members) }"
    var findings = Findings()
    let value = try DataValue(reading: Array(text.utf8).span, as: .json5)
    let settings = SiteSettings(reading: value, as: SiteShape([RolloutSettings.self]), &findings)
    return (settings, findings.all.map(\.message))
  }

  @Test func `The declaration of rollouts has steps in hundredths of a percent, and usual values`()
    throws
  {
    let (settings, messages) = try site("rollout: { steps: [0.05, 12.5, 100] }")
    #expect(messages == [])
    #expect(settings.rollout?.shares == [5, 1_250, 10_000])
    #expect(settings.rollout?.hold == 600)
    #expect(try site("rollout: {}").settings.rollout == RolloutSettings())
    #expect(try site("").settings.rollout == nil)
  }

  @Test(arguments: ["[5, 5]", "[20, 5]", "[1, 5, 4]"])
  func `Steps of a rollout that do not rise are refused`(steps: String) throws {
    let messages = try site("rollout: { steps: \(steps) }").messages
    #expect(messages.first?.contains("do not rise") == true, "\(messages)")
  }

  @Test(arguments: [
    ("hosts: [\"a.example\"]", "hosts: [\"b.example\"]", ["hosts"]),
    ("", "baseURL: \"https://a.example\", config: \"start\"", ["config", "baseURL"]),
    (
      "backends: { a: { addresses: \"http://a:1\" }, b: { addresses: \"http://b:1\" } }",
      "backends: { b: { addresses: \"http://b:2\" }, c: { addresses: \"http://c:1\" } }",
      ["backends.b"]
    ),
    ("regions: { dach: [\"DE\"] }, rollout: {}", "fields: { \"*\": { \"x-a\": \"1\" } }", []),
  ])
  func `A rollout is refused for settings of the whole gateway that differ, by their keys`(
    published: String,
    candidate: String,
    keys: [String]
  ) throws {
    let (published, candidate) = (try site(published), try site(candidate))
    #expect(published.messages == [] && candidate.messages == [])
    #expect(published.settings.obstacles(toRollout: candidate.settings) == keys)
  }
}

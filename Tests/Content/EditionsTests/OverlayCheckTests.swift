// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Editions
import SiteTesting
import Sites
import Testing

@Suite struct `Checks of maintenance for some visitors` {
  private static let home = """
    { datatype: "a", body: { a: 1 }, variants: [
      { when: { country: "CH" }, body: { a: 2 } },
      { when: { country: ["DE", "AT"] }, body: { a: 3 } },
      { when: { app: ">=2.0" }, body: { a: 4 } },
      { when: { device: "tv" }, body: { a: 5 } } ] }
    """

  private func findings(_ when: String) -> [Finding] {
    let site = MemorySite([
      "home": Self.home, Overlay.path: "{ maintenance: {\n when: \(when) } }",
    ])
    return Publisher(site, .common).refresh(at: UnixTime(seconds: 0)).findings
  }

  @Test(arguments: [
    "{}", #"{ country: "CH" }"#, #"{ country: "dach" }"#,
    #"{ device: "tv", country: ["DE", "AT"] }"#,
    #"{ app: ">=2.0" }"#, #"{ until: "2030-01-01T00:00:00Z" }"#,
  ])
  func `Maintenance for visitors that documents tell apart causes no finding`(when: String) {
    #expect(findings(when).isEmpty, "\(findings(when))")
  }

  @Test(arguments: [
    (#"{ country: ["US", "CH"] }"#, ["tells the country US apart: paths with a token"]),
    (#"{ country: "DE" }"#, ["tells the country DE apart from AT: paths with a token are closed"]),
    (#"{ device: "watch" }"#, ["tells the device watch apart"]),
    (
      #"{ country: ["DE", "JP"] }"#,
      ["tells the country DE apart from AT", "tells the country JP apart: "]
    ),
    (#"{ app: ">=2.5" }"#, ["no document has a condition that begins at app 2.5"]),
  ])
  func `Maintenance for visitors that no document tells apart causes a warning`(
    when: String,
    messages: [String]
  ) {
    let found = findings(when)
    #expect(found.count == messages.count, "\(found)")
    for (finding, message) in zip(found, messages) {
      #expect(finding.severity == .warning)
      #expect(finding.rule == .blurredAudience)
      #expect(finding.place.file == Overlay.path)
      #expect(finding.place.position.line == 2)
      #expect(finding.message.contains(message), "\(finding)")
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import Foundation
import LoopTesting
import ProgramTesting
import Reactor
import Testing

/// The console as Chromium shows it.
@Suite(.timeLimit(.minutes(5))) struct `The console in Chromium` {
  private let sites = ServedSites()

  /// The pages, each with a text that it shows.
  private static let pages = [
    ("/", "Services"), ("/routes", "kept pass"),
    ("/route?site=shop&route=/config", "The last hour"),
    ("/backends", "Backends"), ("/backend?site=shop&backend=catalog", "The last hour"),
    ("/flow", "<h1>"), ("/log", "How filters are written"), ("/log/unknown", "Request unknown"),
    ("/history", "Note a change"), ("/history?series=portico_answers_total", "As CSV"),
    ("/model", "no site has a model"), ("/slo", "promises are kept now"),
    ("/model/what-if?load=2", "no site has a model"),
    ("/cache", "What does it have for a URL?"), ("/cache/lookup?url=/config", "Cache lookup"),
    ("/edges", "No site measures an edge;"), ("/nodes", "No site is served by a fleet."),
    ("/refreshes", "No answer was composed anew."),
    ("/hints", "Nothing is learned"),
    ("/content", "Findings in the files"), ("/explain?path=config&languages=fr", "The answer"),
    ("/inflight", "In flight"), ("/alerts", "Silence an alert"), ("/runtime", "longest commit"),
    ("/stats", "Counters and gauges"), ("/timers", "Timers"), ("/data", ">notes</a>"),
    ("/data/notes", "New attribute"), ("/data/notes?filter=text+%3D", "^"),
    ("/users", "ann@example.com"), ("/sessions", "session-"), ("/roles", "administrator"),
    ("/apps", "There is no app."), ("/sync", "waiting readers"), ("/api", "/v1/openapi.json"),
  ]

  private func look(scripts: Bool, width: Int? = nil) async throws {
    try sites.write(
      "shop",
      #"backends: { catalog: { addresses: "http://127.0.0.1:9" } }, passes: { "/images": { backend: "catalog", cache: "standard" } },"#
        + #" resources: { at: "/v1", open: "administer", people: { signUp: true } }"#
    )
    let command = try RunningCommand(
      sites.arguments(["shop"]) + ["--state", "\(sites.folder)/state"]
    )
    let (visitors, operators) = try await command.addresses()
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    for (line, body) in [
      ("PUT /v1/_schema/notes", #"{"prefix":"note","attributes":{"text":{"type":"text"}}}"#),
      ("POST /v1/notes", #"{"text":"More roses"}"#),
      (
        "POST /v1/session",
        #"{"email":"ann@example.com","password":"a long password","register":true}"#
      ),
    ] {
      let answer = PlainAnswer(try await RunningCommand.ask(line, body, at: visitors))
      #expect(answer.status.hasPrefix("20"), "\(line): \(answer.body)")
    }
    try await waitUntil("the history has begun, with the second snapshot") {
      try await RunningCommand.ask("GET /history/series", at: operators)
        .contains("portico_answers_total")
    }
    let origin = "http://\(operators)"
    let seen = try await Chromium.look(
      Self.pages.map(\.0),
      at: origin,
      scripts: scripts,
      width: width
    )
    #expect(seen.count == Self.pages.count)
    for (page, text) in zip(seen, Self.pages.map(\.1)) {
      #expect(
        page.html.contains(text) && page.html.contains("</footer>"),
        "\(page.path): \(page.html)"
      )
      #expect(page.html.contains("aria-current=\"page\""), "\(page.path)")
      #expect(page.wrong == [], "\(page.path)")
      #expect(page.loads.allSatisfy { $0.hasPrefix("\(origin)/") }, "\(page.path): \(page.loads)")
      // The page, its style, and with scripts on or off the rest of its files.
      #expect(page.loads.contains { $0.contains("/console/console.css") } || page.path != "/")
      // Regions are told apart by their names, and no image has links.
      let regions = page.html.matches(of: /role="region" aria-label="([^"]+)"/).map { String($0.1) }
      #expect(Set(regions).count == regions.count, "\(page.path): \(regions)")
      let pictures = page.html.components(separatedBy: "<svg").dropFirst()
        .map { $0.components(separatedBy: "</svg>")[0] }
      for picture in pictures where picture.contains("role=\"img\"") {
        #expect(!picture.contains("<a href"), "\(page.path)")
      }
    }
    withExtendedLifetime(command) {}
  }

  @Test
  func `Chromium shows every console page without scripts, errors or foreign loads`() async throws {
    try await look(scripts: false)
  }

  @Test
  func `Chromium shows every console page with scripts, on the screen of a phone without overflow`()
    async throws
  {
    try await look(scripts: true, width: 390)
  }

  @Test func `The focus stays on the same row when a refresh brings rows in another order`()
    async throws
  {
    let backends = ["ants", "bees", "cats"].map { #"\#($0): { addresses: "http://127.0.0.1:9" }"# }
    try sites.write("shop", "backends: { \(backends.joined(separator: ", ")) },")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let operators = try await command.addresses().operators
    // The next refresh gets the same page with its rows turned around.
    let refresh = """
      (async () => {
        const turned = new DOMParser().parseFromString(document.documentElement.outerHTML, "text/html");
        for (const body of turned.querySelectorAll("tbody")) body.append(...[...body.rows].reverse());
        window.fetch = async () => ({ ok: true, redirected: false, text: async () => turned.documentElement.outerHTML });
        document.querySelector("tbody a[href*='backend=bees']").focus();
        const main = document.getElementById("main");
        await new Promise(done => new MutationObserver(() => { if (!main.isConnected) done(); })
          .observe(document.body, { childList: true }));
        await new Promise(done => setTimeout(done));
        document.body.dataset.focus = document.activeElement.getAttribute("href") ?? "nothing";
      })()
      """
    let seen = try await Chromium.look(
      ["/backends"],
      at: "http://\(operators)",
      scripts: true,
      action: refresh
    )
    let html = try #require(seen.first?.html)
    let focus = try #require(html.firstMatch(of: /data-focus="([^"]+)"/)?.1)
    #expect(focus.contains("backend=bees"), "\(focus)")
    let names = html.matches(of: /backend\?[^"]*backend=(ants|bees|cats)[^"]*">[a-z]+</).map(\.1)
    #expect(names.first == "cats", "\(names)")
    withExtendedLifetime(command) {}
  }

  @Test func `Dragging over bars of the log asks for the events of all of them`() async throws {
    try sites.write("shop", "")
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    var bars: [DataValue] = []
    try await waitUntil("events of two seconds") {
      _ = try await RunningCommand.ask("GET /config", at: visitors)
      let summary = try await RunningCommand.ask("GET /log/summary", at: operators)
      bars = try PlainAnswer(summary).json.list("volume")
      return bars.count > 1
    }
    let drag = """
      navigation.addEventListener("navigate", event => {
        event.preventDefault();
        document.body.dataset.target = new URL(event.destination.url).searchParams.get("q");
      });
      const bars = [...document.querySelectorAll(".bars a rect:first-of-type")];
      bars.at(-1).dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
      bars.at(0).dispatchEvent(new PointerEvent("pointerup", { bubbles: true }));
      """
    let seen = try await Chromium.look(
      ["/log"],
      at: "http://\(operators)",
      scripts: true,
      action: drag
    )
    let html = try #require(seen.first?.html)
    let begin = try #require(html.firstMatch(of: /data-from="([^"]+)"/)?.1)
    let end = try #require(html.matches(of: /data-to="([^"]+)"/).last?.1)
    #expect(
      html.contains("data-target=\"time &gt;= \(begin) AND time &lt; \(end)\"")
        || html.contains("data-target=\"time >= \(begin) AND time < \(end)\""),
      "\(html.prefix(2_000))"
    )
    #expect(bars.count > 1)
    withExtendedLifetime(command) {}
  }
}

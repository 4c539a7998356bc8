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
    ("/log", "How filters are written"), ("/log/unknown", "Request unknown"),
    ("/history", "Note a change"), ("/history?series=portico_answers_total", "As CSV"),
    ("/model", "no site has a model"), ("/model/what-if?load=2", "no site has a model"),
    ("/cache", "What does it have for a URL?"), ("/cache/lookup?url=/config", "Cache lookup"),
    ("/content", "Findings in the files"), ("/explain?path=config&languages=fr", "The answer"),
    ("/inflight", "In flight"), ("/alerts", "Silence an alert"), ("/runtime", "Event loops"),
    ("/stats", "Counters and gauges"), ("/timers", "Timers"),
  ]

  /// A program for node that opens pages in one Chromium over its debugging pipe, and prints for each what
  /// it shows, what the browser finds wrong, and what it loads.
  private static let program = """
    const { spawn } = require("child_process");
    const [folder, origin, scripts, ...paths] = process.argv.slice(1);
    const browser = spawn("chromium", [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--disable-background-networking", "--disable-component-update", "--no-first-run",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--user-data-dir=" + folder, "--remote-debugging-pipe", "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    const [input, output] = [browser.stdio[3], browser.stdio[4]];
    let rest = "", last = 0, listener = () => {};
    const waiting = new Map();
    output.on("data", data => {
      const messages = (rest + data).split("\\0");
      rest = messages.pop();
      for (const message of messages.map(text => JSON.parse(text))) {
        if (message.id) waiting.get(message.id)(message.result ?? message); else listener(message);
      }
    });
    const ask = (method, params = {}, sessionId) => new Promise(resolve => {
      waiting.set(++last, resolve);
      input.write(JSON.stringify({ id: last, method, params, sessionId }) + "\\0");
    });
    (async () => {
      const { targetId } = await ask("Target.createTarget", { url: "about:blank" });
      const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
      const call = (method, params) => ask(method, params, sessionId);
      for (const domain of ["Page", "Runtime", "Log", "Network", "DOM"]) await call(domain + ".enable");
      await call("Emulation.setScriptExecutionDisabled", { value: scripts === "off" });
      const seen = [];
      for (const path of paths) {
        const page = { path, wrong: [], loads: [] };
        const loaded = new Promise(resolve => {
          listener = ({ method, params }) => {
            if (method === "Network.requestWillBeSent") page.loads.push(params.request.url);
            if (method === "Network.loadingFailed") page.wrong.push(params.errorText);
            if (method === "Log.entryAdded") page.wrong.push(params.entry.text);
            if (method === "Runtime.exceptionThrown") page.wrong.push(params.exceptionDetails.text);
            if (method === "Runtime.consoleAPICalled") page.wrong.push(params.type);
            if (method === "Page.loadEventFired") resolve();
          };
        });
        await call("Page.navigate", { url: origin + path });
        await loaded;
        const { root } = await call("DOM.getDocument");
        page.html = (await call("DOM.getOuterHTML", { nodeId: root.nodeId })).outerHTML;
        listener = () => {};
        seen.push(page);
      }
      console.log(JSON.stringify(seen));
      await ask("Browser.close");
    })();
    """

  private struct Seen: Decodable {
    let path: String
    let html: String
    /// Errors, exceptions, messages and loads that failed or were refused.
    let wrong: [String]
    let loads: [String]
  }

  private func look(scripts: Bool) async throws {
    try sites.write(
      "shop",
      #"backends: { catalog: { addresses: "http://127.0.0.1:9" } }, passes: { "/images": { backend: "catalog", cache: "standard" } },"#
    )
    let command = try RunningCommand(sites.arguments(["shop"]))
    let (visitors, operators) = try await command.addresses()
    _ = try await RunningCommand.ask("GET /config", at: visitors)
    // The history begins with the second snapshot.
    var series = ""
    while !series.contains("portico_answers_total") {
      try Task.checkCancellation()
      series = try await RunningCommand.ask("GET /history/series", at: operators)
    }
    let (folder, origin) = ("\(sites.folder)/chromium", "http://\(operators)")
    let outcome = try await Program("node").run(
      ["-e", Self.program, folder, origin, scripts ? "on" : "off"] + Self.pages.map(\.0),
      seconds: 240
    )
    let seen = try JSONDecoder().decode([Seen].self, from: Data(outcome.output.utf8))
    #expect(seen.count == Self.pages.count, "\(outcome)")
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
    }
    withExtendedLifetime(command) {}
  }

  @Test func `shows every page without scripts, errors or loads from elsewhere`() async throws {
    try await look(scripts: false)
  }

  @Test func `shows every page with scripts, without errors or loads from elsewhere`() async throws
  {
    try await look(scripts: true)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import ProgramTesting

/// Pages as Chromium shows them.
enum Chromium {
  /// A program for node that opens pages in one Chromium over its debugging pipe, and prints for each what
  /// it shows, what the browser finds wrong, and what it loads.
  private static let program = """
    const { spawn } = require("child_process");
    const [folder, origin, scripts, action, width, ...paths] = process.argv.slice(1);
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
      if (width) await call("Emulation.setDeviceMetricsOverride",
        { width: Number(width), height: 844, deviceScaleFactor: 1, mobile: true });
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
        if (action) await call("Runtime.evaluate", { expression: action, awaitPromise: true });
        const { cssLayoutViewport, cssContentSize } = await call("Page.getLayoutMetrics");
        if (cssContentSize.width > cssLayoutViewport.clientWidth) page.wrong.push(`${cssContentSize.width} wide`);
        const { root } = await call("DOM.getDocument");
        page.html = (await call("DOM.getOuterHTML", { nodeId: root.nodeId })).outerHTML;
        listener = () => {};
        seen.push(page);
      }
      console.log(JSON.stringify(seen));
      await ask("Browser.close");
    })();
    """

  struct Seen: Decodable {
    let path: String
    let html: String
    /// Errors, exceptions, messages, loads that failed or were refused, and a page that is wider than the screen.
    let wrong: [String]
    let loads: [String]
  }

  /// Opens pages one after another.
  ///
  /// - Parameters:
  ///   - width: that of the screen; `nil` for the usual one.
  ///   - action: a script that runs in each page once it is loaded; empty for none.
  ///   - folder: where the browser keeps its files.
  static func look(
    _ paths: [String],
    at origin: String,
    scripts: Bool,
    width: Int? = nil,
    action: String = "",
    in folder: String
  ) async throws -> [Seen] {
    let outcome = try await Program("node").run(
      ["-e", program, folder, origin, scripts ? "on" : "off", action, width.map { "\($0)" } ?? ""]
        + paths,
      seconds: 240
    )
    return try JSONDecoder().decode([Seen].self, from: Data(outcome.output.utf8))
  }
}

// SPDX-License-Identifier: Apache-2.0

import Foundation
import LoopTesting
import Synchronization

/// The one Chromium of a process of tests, in which each look is a context of its own: nothing of another's cookies
/// or cache is seen. It ends, and its folder goes, with the process of the tests.
package final class Chromium: Sendable {
  /// A program for node that reads looks from its input, a line each, and opens their pages in one Chromium over its
  /// debugging pipe. It prints for each page what it shows, what the browser finds wrong, and what it loads.
  private static let program = """
    const { spawn } = require("child_process");
    const folder = process.argv[1];
    const browser = spawn("chromium", [
      "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
      "--disable-background-networking", "--disable-component-update", "--no-first-run",
      "--disable-renderer-backgrounding", "--disable-background-timer-throttling",
      "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
      "--user-data-dir=" + folder, "--remote-debugging-pipe", "about:blank",
    ], { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
    browser.on("exit", () => {
      require("fs").rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
      process.exit();
    });
    const [input, output] = [browser.stdio[3], browser.stdio[4]];
    input.on("error", () => {});
    let rest = "", last = 0;
    const [waiting, listeners] = [new Map(), new Map()];
    output.on("data", data => {
      const messages = (rest + data).split("\\0");
      rest = messages.pop();
      for (const message of messages.map(text => JSON.parse(text))) {
        if (message.id) waiting.get(message.id)(message.result ?? message);
        else listeners.get(message.sessionId)?.(message);
      }
    });
    const ask = (method, params = {}, sessionId) => new Promise(resolve => {
      waiting.set(++last, resolve);
      input.write(JSON.stringify({ id: last, method, params, sessionId }) + "\\0");
    });
    async function look({ origin, scripts, action, width, paths }) {
      const { browserContextId } = await ask("Target.createBrowserContext");
      const { targetId } = await ask("Target.createTarget", { url: "about:blank", browserContextId });
      const { sessionId } = await ask("Target.attachToTarget", { targetId, flatten: true });
      const call = (method, params) => ask(method, params, sessionId);
      for (const domain of ["Page", "Runtime", "Log", "Network", "DOM"]) await call(domain + ".enable");
      if (width) await call("Emulation.setDeviceMetricsOverride",
        { width, height: 844, deviceScaleFactor: 1, mobile: true });
      await call("Emulation.setScriptExecutionDisabled", { value: !scripts });
      await call("Page.setLifecycleEventsEnabled", { enabled: true });
      // The load of about:blank may be told after the beginning of the first page's.
      const loaded = new Set();
      let whenLoaded = () => {};
      const seen = [];
      for (const path of paths) {
        const page = { path, wrong: [], loads: [] };
        listeners.set(sessionId, ({ method, params }) => {
          if (method === "Network.requestWillBeSent") page.loads.push(params.request.url);
          if (method === "Network.loadingFailed") page.wrong.push(params.errorText);
          if (method === "Log.entryAdded") page.wrong.push(params.entry.text);
          if (method === "Runtime.exceptionThrown") page.wrong.push(params.exceptionDetails.text);
          if (method === "Runtime.consoleAPICalled") page.wrong.push(params.type);
          if (method === "Page.lifecycleEvent" && params.name === "load") {
            loaded.add(params.loaderId);
            whenLoaded();
          }
        });
        const { loaderId } = await call("Page.navigate", { url: origin + path });
        await new Promise(resolve => {
          whenLoaded = () => loaded.has(loaderId) && resolve();
          whenLoaded();
        });
        if (action) {
          const { exceptionDetails } = await call("Runtime.evaluate", { expression: action, awaitPromise: true });
          if (exceptionDetails) {
            const { result } = await call("Runtime.evaluate", { expression: "document.body.innerText" });
            throw new Error("the action failed: " + JSON.stringify({ exceptionDetails, ...page, shows: result.value }));
          }
        }
        const { cssLayoutViewport, cssContentSize } = await call("Page.getLayoutMetrics");
        if (cssContentSize.width > cssLayoutViewport.clientWidth) page.wrong.push(`${cssContentSize.width} wide`);
        const { root } = await call("DOM.getDocument");
        page.html = (await call("DOM.getOuterHTML", { nodeId: root.nodeId })).outerHTML;
        listeners.delete(sessionId);
        seen.push(page);
      }
      await ask("Target.disposeBrowserContext", { browserContextId });
      return seen;
    }
    const lines = require("readline").createInterface({ input: process.stdin });
    lines.on("line", line => {
      const { id, ...wanted } = JSON.parse(line);
      const tell = outcome => console.log(JSON.stringify({ id, ...outcome }));
      const late = setTimeout(() => tell({ failure: "no answer of Chromium in 240 s" }), 240000);
      look(wanted)
        .then(seen => tell({ seen }), error => tell({ failure: String(error) }))
        .finally(() => clearTimeout(late));
    });
    lines.on("close", () => ask("Browser.close"));
    """

  package struct Seen: Decodable, Sendable {
    package let path: String
    package let html: String
    /// Errors, exceptions, messages, loads that failed or were refused, and a page that is wider than the screen.
    package let wrong: [String]
    package let loads: [String]
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private struct Look: Encodable {
    let id: Int
    let origin: String
    let scripts: Bool
    let action: String
    let width: Int?
    let paths: [String]
  }

  private struct Outcome: Decodable {
    let id: Int
    let seen: [Seen]?
    let failure: String?
  }

  private typealias Waiting = CheckedContinuation<[Seen], any Error>

  private struct State {
    var last = 0
    var waiting: [Int: Waiting] = [:]
    var hasEnded = false
  }

  private static let shared = Result { try Chromium() }

  private let node: ChildProcess
  private let state = Mutex(State())

  private init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-chromium-\(UUID().uuidString)").path
    node = try ChildProcess("node", ["-e", Self.program, folder])
    Thread.detachNewThread { [self] in readOutcomes() }
  }

  /// Opens pages one after another.
  ///
  /// - Parameters:
  ///   - width: that of the screen; `nil` for the usual one.
  ///   - action: a script that runs in each page once it is loaded; empty for none.
  package static func look(
    _ paths: [String],
    at origin: String,
    scripts: Bool,
    width: Int? = nil,
    action: String = ""
  ) async throws -> [Seen] {
    let chromium = try shared.get()
    return try await withCheckedThrowingContinuation { waiting in
      chromium.begin(waiting) {
        Look(id: $0, origin: origin, scripts: scripts, action: action, width: width, paths: paths)
      }
    }
  }

  private func begin(_ waiting: Waiting, _ look: (Int) -> Look) {
    let failure: (any Error)? = state.withLock { state in
      guard !state.hasEnded else { return Failure(description: "Chromium has ended") }
      state.last += 1
      do {
        try node.input.write(contentsOf: JSONEncoder().encode(look(state.last)) + [0x0A])
      } catch {
        return error
      }
      state.waiting[state.last] = waiting
      return nil
    }
    if let failure { waiting.resume(throwing: failure) }
  }

  private func readOutcomes() {
    var text = Data()
    while case let data = node.output.availableData, !data.isEmpty {
      text += data
      while let end = text.firstIndex(of: 0x0A) {
        let line = text[text.startIndex..<end]
        text = Data(text[text.index(after: end)...])
        guard let outcome = try? JSONDecoder().decode(Outcome.self, from: line) else { continue }
        let waiting = state.withLock { $0.waiting.removeValue(forKey: outcome.id) }
        if let seen = outcome.seen {
          waiting?.resume(returning: seen)
        } else {
          waiting?.resume(throwing: Failure(description: outcome.failure ?? "nothing was seen"))
        }
      }
    }
    let left = state.withLock { state in
      state.hasEnded = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for waiting in left.values {
      waiting.resume(throwing: Failure(description: "Chromium has ended"))
    }
  }
}

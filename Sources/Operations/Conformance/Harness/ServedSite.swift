// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Bytes
import ContentModel
import DataFiles
import Editions
import Files
import Gateway
import HTTPClient
import Reactor
import Signals
import Sites
import Synchronization

/// The site of a scenario, served by the gateway itself.
final class ServedSite: Sendable {
  let server: LoopbackServer
  private let files: ScenarioFiles
  private let publisher: Publisher
  private let clock: ManualClock
  private let lookups: WorkerPool

  init(_ files: ScenarioFiles, clock: ManualClock) async throws {
    (self.files, self.clock) = (files, clock)
    publisher = Publisher(files, .complete)
    lookups = WorkerPool("names", threads: 1)
    server = try LoopbackServer(clock: clock)
    try publish()
    let seal = SiteSeal(secret: Array("a secret of the site of a scenario".utf8))
    let signals = try GatewaySignals(try SignalRegistry())
    let clientSignals = try ClientSignals(try SignalRegistry())
    let (publisher, store, resolver) = (publisher, AnswerStore(), Resolver(pool: lookups))
    try await server.start { core in
      let client = try HTTPClient(
        on: core,
        ClientConfiguration(),
        resolver: resolver,
        signals: clientSignals
      )
      let parts = try GatewayDependencies(store: store, client: client, signals: signals)
      return ContentHandler(GatewaySite(publisher, seal: seal), parts, on: core)
    }
  }

  deinit { lookups.close() }

  /// Publishes the files as they are.
  func publish() throws {
    let report = publisher.refresh(at: UnixTime(seconds: clock.wallSeconds))
    let errors = report.findings.filter { $0.severity == .error }
    guard errors.isEmpty else { throw PlainError(errors.map { "\($0)" }.joined(separator: "\n")) }
  }
}

/// The files of a site as a scenario writes them.
final class ScenarioFiles: SiteSource {
  private static let settings = """
    { languages: { published: ["en"], source: "en", default: "en" }, roots: ["*"] }
    """

  private let contents = Mutex(["Content/site.json5": ScenarioFiles.settings])

  func write(_ text: String?, to path: String) {
    contents.withLock { $0[path.contains(".") ? path : "Content/\(path).json5"] = text }
  }

  func files() throws(SourceFault) -> [FileEntry] {
    contents.withLock { contents in
      contents.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { path, text in
        let stamp = FileEntry.Stamp(
          inode: 1,
          size: Int64(text.utf8.count),
          changed: Int64(text.hashValue)
        )
        return FileEntry(path: path, size: text.utf8.count, stamp: stamp)
      }
    }
  }

  func read(_ path: String, limit: Int) throws(SourceFault) -> [UInt8] {
    guard let text = contents.withLock({ $0[path] }), text.utf8.count <= limit else {
      throw SourceFault(path: path, reason: "gone")
    }
    return Array(text.utf8)
  }
}

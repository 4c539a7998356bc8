// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Edges
import Files
import FolderTesting
import HTTPClient
import HTTPValues
import LoopTesting
import Purging
import Reactor
import Signals
import Sites
import Synchronization

/// A dispatcher on a loop of its own, and what it had to say.
final class DispatcherFixture: Sendable {
  let dispatcher: PurgeDispatcher
  let journal: PurgeJournal
  let registry: SignalRegistry
  let signals: PurgeSignals
  private let running: RunningLoop
  private let client: LoopConfined<HTTPClient>
  private let ended: Ended

  /// The jobs that are over, and who waits for them.
  private final class Ended: Sendable {
    private let state = Mutex((jobs: [PurgeJob](), waiting: [@Sendable (PurgeJob) -> Bool]()))

    func add(_ job: PurgeJob) {
      state.withLock { state in
        state.jobs.append(job)
        state.waiting.removeAll { $0(job) }
      }
    }

    func wait(_ id: String, _ body: @escaping @Sendable (PurgeJob) -> Void) {
      state.withLock { state in
        if let job = state.jobs.first(where: { $0.id == id }) {
          body(job)
        } else {
          state.waiting.append { job in
            guard job.id == id else { return false }
            body(job)
            return true
          }
        }
      }
    }
  }

  init(
    _ edges: [EdgeSettings],
    in folder: TemporaryFolder,
    environment: [String: String] = [:],
    _ change: (inout PurgeMachine.Limits) -> Void = { _ in }
  ) async throws {
    var limits = PurgeMachine.Limits()
    // Nobody looks at how long the pauses are here.
    limits.firstPause = .milliseconds(1)
    limits.longestPause = .milliseconds(10)
    change(&limits)
    let (fixed, ended) = (limits, Ended())
    let registry = try SignalRegistry()
    let (purges, clients) = (try PurgeSignals(registry), try ClientSignals(registry))
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let kept = try PurgeJournal.open(in: folder.path) { _ in }
    journal = kept.journal
    running = try RunningLoop()
    let loop = running.loop
    (dispatcher, client) = try await loop.perform { core in
      let client = try HTTPClient(
        on: core,
        ClientConfiguration(),
        resolver: resolver,
        signals: clients
      )
      let dispatcher = try PurgeDispatcher(
        kept,
        site: { PurgeSite(edges: edges) },
        environment: environment,
        client: client,
        signals: purges,
        limits: fixed,
        report: { if case .finished(let job) = $0 { ended.add(job) } }
      )
      return (dispatcher, LoopConfined(client, to: loop.number))
    }
    self.registry = registry
    signals = purges
    self.ended = ended
  }

  deinit {
    let client = client
    running.loop.execute { client.value.close() }
    dispatcher.close()
  }

  /// The job when it is over.
  func end(of id: String) async -> PurgeJob {
    await withCheckedContinuation { continuation in
      ended.wait(id) { continuation.resume(returning: $0) }
    }
  }

  func run(
    _ target: Purge.Target,
    _ strength: Purge.Strength = .hard,
    samples: [String] = []
  ) async throws -> PurgeJob {
    await end(of: try await dispatcher.submit(Purge(target, strength, samples: samples)).id)
  }

  /// Waits for the end of the loop's turn.
  func turn() async { await running.perform { _ in } }

  /// Ends the loop as the end of a process would: what is under way is lost.
  func kill() { running.stop() }
}

/// The requests that a scripted CDN has got.
final class Requests: Sendable {
  private let heads = Mutex<[String]>([])

  var all: [String] { heads.withLock { $0 } }
  var count: Int { heads.withLock { $0.count } }

  func add(_ head: String) -> Int {
    heads.withLock { heads in
      heads.append(head)
      return heads.count
    }
  }
}

extension ScriptedServer {
  /// A CDN that answers each request, counted from 1, with what `answer` says; with nothing at all
  /// where that is empty.
  convenience init(
    cdn requests: Requests,
    at place: SocketAddress = .loopback(port: 0),
    _ answer: @escaping @Sendable (Int, String) -> String
  ) throws {
    try self.init(at: place) { peer, _ in
      while true {
        let head = try peer.receive(through: "\r\n\r\n")
        let reply = answer(requests.add(head), head)
        if reply.isEmpty {
          _ = try peer.receiveAll()
          return
        }
        try peer.send(reply)
      }
    }
  }
}

/// A whole answer without a body.
func reply(_ status: String, _ fields: String...) -> String {
  "HTTP/1.1 \(status)\r\nContent-Length: 0\r\n" + fields.map { "\($0)\r\n" }.joined() + "\r\n"
}

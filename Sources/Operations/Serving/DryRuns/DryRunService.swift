// SPDX-License-Identifier: Apache-2.0

import Bytes
package import ContentModel
import Editions
package import Reactor
import Synchronization

/// The dry runs that operators begin in a running service: one at a time, on threads of their own, bounded in
/// time and memory, and with pauses, so that visitors' requests come first.
package final class DryRunService: Sendable {
  package static let limits: DryRun.Limits = {
    var limits = DryRun.Limits()
    limits.requests = 1_000
    limits.bytes = 64 << 20
    limits.patience = .seconds(60)
    limits.pause = 3
    return limits
  }()

  /// The last dry run of a site.
  package struct Run: Sendable {
    package enum State: Sendable {
      case running
      case done(DryRun.Outcome)
      case failed(String)
    }

    package let site: String
    /// The candidate, once it is compiled.
    package fileprivate(set) var candidate: String?
    /// Calls a second; `nil` for none.
    package let rate: Int?
    package let begun: UnixTime
    package fileprivate(set) var ended: UnixTime?
    package fileprivate(set) var state = State.running

    fileprivate var isRunning: Bool { if case .running = state { true } else { false } }
  }

  private struct State {
    var runs: [String: Run] = [:]
    /// Made for the first of them.
    var group: LoopGroup?
  }

  private let state = Mutex(State())
  private let compiling: WorkerPool

  package init() throws(SystemError) {
    compiling = WorkerPool("dry runs", threads: 1, capacity: 1, on: .background)
  }

  /// The last dry run of each site, the newest first.
  package var runs: [Run] {
    state.withLock(\.runs).values.sorted {
      ($1.begun.seconds, $0.site) < ($0.begun.seconds, $1.site)
    }
  }

  /// Begins one; throws while another is on.
  package func start(_ choice: CandidateChoice, of site: SiteService, rate: Int?) throws {
    let loop = try state.withLock { state throws -> EventLoop in
      if let other = state.runs.values.first(where: \.isRunning) {
        throw PlainError("a dry run of \(other.site) is on; expected one at a time")
      }
      let group = try state.group ?? LoopGroup(count: 1, name: "dry-run")
      state.group = group
      state.runs[site.name] = Run(site: site.name, rate: rate, begun: UnixTime.now)
      return group.loops[0]
    }
    loop.execute { [self] in
      loop.start { [self] in
        do {
          end(.done(try await perform(choice, of: site, rate: rate)), of: site.name)
        } catch {
          end(.failed("\(error)"), of: site.name)
        }
      }
    }
  }

  private func end(_ end: Run.State, of site: String) {
    let now = UnixTime.now
    state.withLock { state in
      state.runs[site]?.state = end
      state.runs[site]?.ended = now
    }
  }

  private func perform(
    _ choice: CandidateChoice,
    of site: SiteService,
    rate: Int?
  ) async throws -> DryRun.Outcome {
    // What was published last may be on its way to the disk still.
    try await site.shared.diskWriter.run {}
    let (candidate, served) = try await compiling.run {
      () throws -> (CandidateEdition, CandidateEdition) in
      let candidate = try site.candidate(choice)
      guard let published = site.publisher.publication?.edition else {
        throw PlainError("nothing is published of \(site.name)")
      }
      guard candidate.edition.name != published.name else {
        throw PlainError("edition \(published.name) is published already; expected another one")
      }
      guard let source = site.editionHistory.source(of: published.name) else {
        throw PlainError("edition \(published.name), which is published, is not kept")
      }
      return (candidate, CandidateEdition(edition: published, source: source, files: nil))
    }
    state.withLock { $0.runs[site.name]?.candidate = candidate.edition.name }
    return try await DryRun(
      of: (candidate.edition, candidate.source),
      beside: (served.edition, served.source),
      DryRun.Recordings(of: site),
      try await site.trafficSketch(),
      seal: site.seal,
      rate: rate,
      limits: DryRunService.limits
    ).run()
  }
}

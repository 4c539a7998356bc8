// SPDX-License-Identifier: Apache-2.0

package import HTTPServer
package import HTTPValues
package import Reactor
package import Signals
import Synchronization

/// Passes each request to the site whose host it names; each loop has one.
package final class SiteDispatch: RequestHandler {
  private let directory: HostDirectory
  private let sites: [any RequestHandler]
  private let observer: RequestObserver
  private let signals: HostSignals
  private let shard: SignalShard
  package let wireTimes: WireTimes?
  private var generation: UInt64 = 0
  private var table: HostTable

  /// - Parameters:
  ///   - sites: their handlers, in the directory's order.
  ///   - wire: measures the times before and after these handlers.
  ///   - events: records each request for no site.
  package init(
    _ directory: HostDirectory,
    _ sites: [any RequestHandler],
    signals: HostSignals,
    wire: WireTimes,
    events: RequestEvents?,
    on core: LoopCore
  ) throws(SignalFault) {
    self.directory = directory
    self.sites = sites
    self.signals = signals
    wireTimes = wire
    shard = try signals.registry.makeShard()
    observer = RequestObserver(nil, events, on: core)
    table = directory.table
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    renew()
    // Asked by itself, since looking up an owner copies the references of the whole table.
    if let only = table.only { return sites[only].answer(request, from: peer) }
    switch table.owner(of: request.authority, request.scheme) {
    case .site(let number): return sites[number].answer(request, from: peer)
    case .nobody: return refuse(request, from: peer, with: HostProblems.misdirected)
    case .unnamed: return refuse(request, from: peer, with: HostProblems.unnamed)
    }
  }

  private func refuse(
    _ request: borrowing RequestView,
    from peer: Peer,
    with refusal: Refusal
  ) -> Answer {
    shard.add(signals.misdirected)
    let answer = ReadyAnswer.prepared(refusal.response)
    observer.answered(request, from: peer, with: answer, .problem(refusal, at: .route))
    return .ready(answer)
  }

  /// Updates the hosts if they have changed.
  private func renew() {
    let generation = directory.generation.load(ordering: .acquiring)
    guard generation != self.generation else { return }
    self.generation = generation
    table = directory.table
  }
}

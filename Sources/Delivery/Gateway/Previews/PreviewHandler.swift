// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentResolution
package import Editions
package import HTTPServer
package import HTTPValues
package import Reactor
package import Signals

/// The metrics of previews, declared once for a site.
package struct PreviewSignals: Sendable {
  let registry: SignalRegistry
  let requests: Counter

  /// - Parameter drafts: the drafts that are counted.
  package init(_ registry: SignalRegistry, _ drafts: LiveDrafts) throws(SignalFault) {
    self.registry = registry
    requests = try registry.counter(
      "portico_preview_requests_total",
      "Requests for drafts that previews show, also for previews that are over."
    )
    try registry.observe("portico_previews", "Previews that show a draft now.", .gauge) {
      [.init([], drafts.count)]
    }
  }
}

/// Answers the requests whose sealed token names a draft, and hands all others to the site's handler; each loop has
/// one.
///
/// Each draft has a handler of its own, with metrics, limits and a cache of its own, so that nothing of it counts for
/// the published site.
package final class PreviewHandler: RequestHandler {
  /// The handler of a draft, and how its connections are closed.
  package typealias Served = (handler: ContentHandler, close: () -> Void)

  private let site: any RequestHandler
  private let drafts: LiveDrafts
  private let seal: SiteSeal
  private let signals: PreviewSignals
  private let shard: SignalShard
  private let events: RequestEvents?
  private let make: (LiveDraft) throws -> Served
  private let core: LoopCore
  private var served: [DraftID: Served] = [:]
  private var sweep: PreviewSweep?

  package var wireTimes: WireTimes? { site.wireTimes }

  /// - Parameters:
  ///   - site: answers all other requests.
  ///   - events: records the requests for previews that are over.
  ///   - make: makes the handler of a draft for this loop.
  package init(
    before site: any RequestHandler,
    _ drafts: LiveDrafts,
    seal: SiteSeal,
    _ signals: PreviewSignals,
    events: RequestEvents? = nil,
    on core: LoopCore,
    make: @escaping (LiveDraft) throws -> Served
  ) throws(SignalFault) {
    self.site = site
    self.drafts = drafts
    self.seal = seal
    self.signals = signals
    shard = try signals.registry.makeShard()
    self.events = events
    self.core = core
    self.make = make
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    guard PreviewHandler.mayName(request.path) else { return site.answer(request, from: peer) }
    let name: (id: DraftID, isSealed: Bool)?
    switch NormalRequest(request) {
    case .asSent: name = draft(namedBy: request.path)
    case .changed(let normal): name = normal.withView { draft(namedBy: $0.path) }
    case .refused: name = nil
    }
    guard let name else { return site.answer(request, from: peer) }
    shard.add(signals.requests)
    guard name.isSealed, let draft = drafts.draft(name.id, at: core.wallSeconds),
      let handler = handler(of: draft)
    else { return gone(request, from: peer, name.id) }
    guard let tag = handler.knownTag(of: request) else {
      return handler.answer(request, from: peer)
    }
    guard let seconds = Preferences.wait(request.fields) else {
      return .ready(DraftAnswers.notModified(tag))
    }
    return .begun { [self] exchange in
      let held = WaitingPreview(
        exchange,
        knowing: tag,
        of: handler,
        until: core.now + .seconds(seconds),
        on: core
      ) { [drafts, core] in drafts.draft(draft.id, at: core.wallSeconds) != nil }
      held.begin()
      return .events(held)
    }
  }

  private func gone(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ id: DraftID
  ) -> Answer {
    let answer = ReadyAnswer.prepared(DraftAnswers.gone.response)
    events?.preview = "\(id)"
    RequestObserver(nil, events, on: core)
      .answered(request, from: peer, with: answer, .problem(DraftAnswers.gone, at: .route))
    return .ready(answer)
  }

  /// Whether the path may name a draft, as far as a quick look tells.
  private static func mayName(_ path: borrowing Span<UInt8>) -> Bool {
    for index in path.indices {
      let byte = path[index]
      if byte == UInt8(ascii: "%") { return true }
      // `draft~`
      if byte == UInt8(ascii: "~"), index > 0, path[index - 1] == UInt8(ascii: "t") { return true }
    }
    return false
  }

  private func draft(namedBy path: borrowing Span<UInt8>) -> (id: DraftID, isSealed: Bool)? {
    guard path.count > 1 else { return nil }
    let rest = path.extracting(1...)
    let segment = rest.extracting(first: rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.count)
    guard let id = DraftID(namedBy: segment) else { return nil }
    return (id, TokenReader.isSealed(segment, by: seal))
  }

  private func handler(of draft: LiveDraft) -> ContentHandler? {
    if let known = served[draft.id] { return known.handler }
    guard let made = try? make(draft) else { return nil }
    served[draft.id] = made
    if sweep == nil {
      sweep = PreviewSweep(on: core) { [weak self] in self?.dropEnded() ?? false }
    }
    return made.handler
  }

  /// Drops the handlers of drafts that are over; returns whether there are others.
  private func dropEnded() -> Bool {
    for (id, ended) in served where drafts.draft(id, at: core.wallSeconds) == nil {
      served[id] = nil
      ended.close()
    }
    if served.isEmpty { sweep = nil }
    return !served.isEmpty
  }
}

/// Looks once a second whether drafts are over, while there are any.
private final class PreviewSweep: DeadlineHandler {
  private let core: LoopCore
  private let look: () -> Bool

  init(on core: LoopCore, _ look: @escaping () -> Bool) {
    self.core = core
    self.look = look
    wait()
  }

  func deadlineReached() { if look() { wait() } }

  private func wait() { _ = core.schedule(self, at: core.now + .seconds(1)) }
}

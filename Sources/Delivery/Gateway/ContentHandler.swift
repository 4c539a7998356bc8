// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
package import Editions
package import Geography
package import HTTPServer
package import HTTPValues
import Plans
package import Reactor
import Sites
import Synchronization

/// Answers the requests for a site; each loop has one.
///
/// `decide` is the way of a request, from its first step to an answer or to a step that has to wait;
/// `RequestStep` lists all steps.
package final class ContentHandler: RequestHandler {
  private let core: LoopCore
  private let publisher: Publisher
  private let seal: SiteSeal
  private let countries: AddressCountries?
  private let counters: GatewayCounters
  private let observer: RequestObserver
  private let timing: TimingRule
  private let encoder: AnswerEncoder
  private let services: Services
  private let planned: PlannedAnswers
  private let passes: Passes
  private let lookup: LookupStep
  private let recall: RecallStep
  private let limiter: RateLimiter
  private var limit: LimitStep
  private let housekeeping: Housekeeping
  private let underWay: RequestsUnderWay
  private let queries: EventQueries
  private var generation: UInt64 = 0
  private var site: ServedSite?

  /// - Parameters:
  ///   - dependencies: the store, the client and the counters that it works with.
  ///   - countries: tells countries that nobody else tells.
  ///   - events: records each request.
  ///   - timing: whom it is told on request how long the parts of an answer took.
  ///   - compression: where kept answers are compressed well; without it they stay as they were made.
  ///   - limiter: counts requests against the site's limits, for all its loops.
  ///   - webSockets: counts the connections along passes, for all its loops.
  package init(
    _ publisher: Publisher,
    seal: SiteSeal,
    _ dependencies: GatewayDependencies,
    countries: CountryFile? = nil,
    events: RequestEvents? = nil,
    timing: [IPNetwork] = [],
    compression: WorkerPool? = nil,
    limiter: RateLimiter = RateLimiter(),
    webSockets: OpenWebSockets = OpenWebSockets(),
    on core: LoopCore
  ) {
    self.publisher = publisher
    self.seal = seal
    self.countries = countries.map { AddressCountries($0) }
    self.core = core
    self.limiter = limiter
    limit = LimitStep([], limiter)
    self.timing = TimingRule(networks: timing)
    encoder = AnswerEncoder(compression)
    counters = dependencies.counters
    underWay = RequestsUnderWay(counters)
    observer = RequestObserver(counters, events, on: core)
    queries = events?.queries ?? EventQueries()
    let coalescer = LoopCoalescer(dependencies.store, on: core)
    services = Services(dependencies)
    let fragments = FragmentSource(coalescer, services, counters)
    planned = PlannedAnswers(coalescer, PlanComposer(fragments, counters, on: core))
    passes = Passes(coalescer, services, webSockets, counters)
    lookup = LookupStep(planned, counters)
    recall = RecallStep(lookup, passes)
    housekeeping = Housekeeping(dependencies.store, on: core)
    housekeeping.begin { [weak self] in self?.tidy() }
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    renew()
    switch decide(request, from: peer) {
    case .answer(let given):
      let worded = worded(given, for: request, from: peer)
      let answer = deliver(worded, to: request, from: peer)
      observer.answered(request, with: answer, worded)
      return .ready(answer)
    case .wait(let step):
      return .later { [self] in try await finish(step, $0, $0.request) }
    case .pass(let step):
      return .begun { [observer, underWay, core] exchange in
        observer.passed()
        let prefix = step.route.declaration.prefix
        let place = underWay.begin(exchange, for: prefix, at: .pass, now: core.now)
        exchange.whenOver = { over in
          underWay.end(place)
          observer.ended(over, along: prefix)
        }
        return step.begin(exchange)
      }
    }
  }

  // MARK: the way of a request

  /// Decides what a request is answered with, as far as nothing has to be waited for.
  private func decide(_ request: borrowing RequestView, from peer: Peer) -> RequestDecision {
    guard let site else { return .answer(.problem(ContentProblems.notReady, at: .route)) }
    if let refusal = limit.refusal(of: request, from: peer, site.edges, now: core.now.nanoseconds) {
      return .answer(refusal)
    }
    return decide(request, from: peer, site)
  }

  /// Decides about a request that is admitted.
  private func decide(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ site: ServedSite
  ) -> RequestDecision {
    if let known = recall.answer(to: request, site) { return .answer(known) }
    switch RouteStep(site: site, passes: passes).route(of: request) {
    case .answer(let given): return .answer(given)
    case .pass(let route, let path): return decide(request, from: peer, site, along: route, path)
    case .document(let target):
      do throws(RefusedRequest) {
        if request.method == .query {
          return .wait(.query(try QueryStep(request, for: target, site)))
        }
        let recognize = RecognizeStep(site: site, countries: countries)
        let asked = try recognize.contentRequest(of: request, for: target, from: peer)
        return decide(request, asked, site)
      } catch {
        return .answer(error.answer)
      }
    }
  }

  /// Decides about a request for a document.
  private func decide(
    _ request: borrowing RequestView,
    _ asked: ContentRequest,
    _ site: ServedSite
  ) -> RequestDecision {
    observer.read(asked.visitor)
    if let closed = MaintenanceStep(site.publication, at: now)?.answer(to: asked) {
      return .answer(closed)
    }
    let (decision, found) = lookup.decide(asked, site, at: now)
    if site.isDecidedByBytes(asked.target) {
      switch found {
      case .document(let held): recall.remember(held, for: request)
      case .plan(let planned): recall.remember(planned, for: request)
      case nil: break
      }
    }
    return decision
  }

  /// Decides about a request for a service.
  private func decide(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ site: ServedSite,
    along route: PassRoute,
    _ path: String
  ) -> RequestDecision {
    if !route.declaration.staysOpen, let maintenance = MaintenanceStep(site.publication, at: now) {
      let recognize = RecognizeStep(site: site, countries: countries)
      if let closed = maintenance.answer(to: recognize.visitor(of: request, from: peer)) {
        return .answer(closed)
      }
    }
    if site.isOpen, let target = passes.hits.target(of: request, route, path: path) {
      recall.remember(target, for: request)
      if let kept = passes.hits.answer(to: request, target) {
        let pass = route.declaration.prefix
        return .answer(GivenAnswer(.lookup, .kept, .fixed(.prepared(kept)), pass: pass))
      }
    }
    return .pass(PassStep(route: route, path: path, passes: passes))
  }

  // MARK: what waits

  // Each step has a function of its own, and what waits for nothing is never inlined: the task that
  // waits would keep room for all of it.

  /// Answers an exchange as if `asked` were its request.
  private func finish(
    _ step: WaitingStep,
    _ exchange: Exchange,
    _ asked: Request
  ) async throws {
    switch step {
    case .query(let query): try await finish(query, exchange)
    case .compose(let compose): try await finish(compose, exchange, asked)
    }
  }

  private func finish(_ query: QueryStep, _ exchange: Exchange) async throws {
    switch try await query.read(exchange) {
    case .refused(let given):
      try await exchange.respond(answer(given, to: exchange, exchange.request))
    case .get(let request):
      switch decide(again: request, from: exchange.peer) {
      case .answer(let given): try await exchange.respond(answer(given, to: exchange, request))
      case .wait(let step): try await finish(step, exchange, request)
      // A document and its GET have one path; the server counts what is left unanswered.
      case .pass: return
      }
    }
  }

  /// Decides about the GET that asks the same as a QUERY.
  @inline(never)
  private func decide(again request: Request, from peer: Peer) -> RequestDecision {
    guard let site else { return .answer(.problem(ContentProblems.notReady, at: .query)) }
    return request.withView { decide($0, from: peer, site) }
  }

  private func finish(
    _ compose: ComposeStep,
    _ exchange: Exchange,
    _ asked: Request
  ) async throws {
    let path = compose.request.document.path
    let place = underWay.begin(exchange, for: path, at: .compose, now: core.now)
    defer { underWay.end(place) }
    let (given, times) = await compose.run(planned, for: asked, on: core)
    try await exchange.respond(answer(given, to: exchange, asked, times))
  }

  // MARK: the answer

  @inline(never)
  private func answer(
    _ given: GivenAnswer,
    to exchange: Exchange,
    _ asked: Request,
    _ times: PlanTimes? = nil
  ) -> ReadyAnswer {
    let answer = asked.withView {
      let worded = worded(given, for: $0, from: exchange.peer)
      return deliver(worded, to: $0, from: exchange.peer, times)
    }
    observer.answered(exchange, with: answer, given, times)
    return answer
  }

  /// An error in the words of the document that the site declares for it; everything else as it is.
  private func worded(
    _ given: GivenAnswer,
    for request: borrowing RequestView,
    from peer: Peer
  ) -> GivenAnswer {
    guard given.source == .problem || given.source == .limited, let site,
      !site.edition.site.errors.isEmpty
    else { return given }
    let recognize = RecognizeStep(site: site, countries: countries)
    let error = ErrorStep(site: site, recognize: recognize, now: now, counters: counters)
    return error.answer(to: given, for: request, from: peer) ?? given
  }

  private func deliver(
    _ given: GivenAnswer,
    to request: borrowing RequestView,
    from peer: Peer,
    _ times: PlanTimes? = nil
  ) -> ReadyAnswer {
    DeliverStep(from: peer, site, timing).answer(given, to: request, from: peer, at: now, times)
  }

  /// The requests that wait now, and the services as this loop knows them.
  package var inspection: GatewayInspection {
    GatewayInspection(
      requests: underWay.list(at: core.now, showing: queries),
      backends: services.statuses
    )
  }

  // MARK: what changes

  private var now: UnixTime { UnixTime(seconds: core.wallSeconds) }

  /// Takes a new publication over as soon as there is one.
  private func renew() {
    let generation = publisher.generation.load(ordering: .acquiring)
    guard generation != self.generation, let publication = publisher.publication else { return }
    self.generation = generation
    recall.removeAll()
    lookup.removeAll()
    services.renew(publication.edition.site.backends)
    passes.renew(publication)
    site = ServedSite(publication, seal: seal, encoder)
    counters.requests.renew(documents: publication.edition.documentCount)
    limit = LimitStep(publication.edition.site.rateLimits, limiter)
  }

  /// Lets go of what this loop alone has, and may not send any more.
  private func tidy() {
    recall.tidy()
    lookup.tidy()
    passes.tidy()
  }
}

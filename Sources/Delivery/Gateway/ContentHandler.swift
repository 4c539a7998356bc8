// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
package import Editions
package import Geography
import HTTPCaching
package import HTTPServer
package import HTTPValues
import Plans
package import Reactor
import Synchronization

// The way of a request: what its bytes alone say (TargetMemo), whether it is a service's own
// (PassTable), who asks for what (Recognition), whether the site is closed for them (Closing), what it
// depends on (AnswerKey), and then an answer that is kept or made (AnswerBuilder), or a plan's that is
// kept or composed (PlannedAnswers). On the way back it is told what the client has already
// (RequestConditions), and whoever watches is told what became of it (RequestObserver).

/// Answers for the documents of a site; each loop has one.
package final class ContentHandler: RequestHandler {
  private let core: LoopCore
  private let publisher: Publisher
  private let seal: SiteSeal
  private let countries: AddressCountries?
  private let observer: RequestObserver
  private let timing: TimingRule
  private let encoder: AnswerEncoder
  private let services: Services?
  private let planned: PlannedAnswers?
  private let passing: PassHandler?
  private let housekeeping: Housekeeping?
  private let limiter: RateLimiter
  private var limits: RequestLimits
  private var generation: UInt64 = 0
  private var site: ServedSite?
  private var answers = AnswerTable()
  private var known = TargetMemo()

  /// - Parameters:
  ///   - countries: tells countries that nobody else tells.
  ///   - plans: with what plans are run; without it, documents with plans are not served.
  ///   - events: where one line for each request goes.
  ///   - timing: whom it is told on request how long the parts of an answer took.
  ///   - compression: where kept answers are compressed well; without it they stay as they were made.
  ///   - limiter: counts requests against the site's limits, for all its loops.
  ///   - webSockets: counts the connections along passes, for all its loops.
  package init(
    _ publisher: Publisher,
    seal: SiteSeal,
    countries: CountryFile? = nil,
    plans: GatewayDependencies? = nil,
    events: EventSink? = nil,
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
    limits = RequestLimits([], limiter)
    self.timing = TimingRule(networks: timing)
    encoder = AnswerEncoder(compression)
    observer = RequestObserver(plans?.counters, events.map { EventLog($0, on: core) })
    if let plans {
      let coalescer = LoopCoalescer(plans.store, on: core)
      let services = Services(plans)
      let fragments = FragmentSource(coalescer, services, plans.counters)
      let composer = PlanComposer(fragments, plans.counters, on: core)
      self.services = services
      planned = PlannedAnswers(coalescer, composer)
      passing = PassHandler(coalescer, services, webSockets, plans.counters)
      housekeeping = Housekeeping(plans.store, on: core)
    } else {
      services = nil
      planned = nil
      passing = nil
      housekeeping = nil
    }
    housekeeping?.begin { [weak self] in self?.tidy() }
  }

  /// Lets go of what this loop alone has, and may not send any more.
  private func tidy() {
    answers.tidy(at: now)
    known.tidy(at: now)
    planned?.tidy()
    passing?.tidy()
  }

  /// What can be said to a request at first sight.
  private enum Sight {
    case given(GivenAnswer)
    case wait(Wait)
  }

  /// What has to be waited for before a request can be answered, with all that was found out about the
  /// request until then.
  private enum Wait {
    /// The document has a plan, whose answer is not there.
    case plan(PlannedRequest, ServedSite)
    /// The path is a service's.
    case pass(PassRoute, path: String)
    /// What is asked stands in the body.
    case query(ServedSite)
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    renew()
    let sight =
      refusedSight(of: request, from: peer) ?? knownSight(of: request)
      ?? sight(of: request, from: peer)
    switch sight {
    case .given(let given):
      let worded = worded(given, for: request, from: peer)
      let answer = Reply(from: peer, site, timing).answer(worded, to: request, from: peer, at: now)
      observer.answered(request, with: answer, worded)
      return .ready(answer)
    case .wait(let wait):
      return .later { [self] in try await finish(wait, $0, $0.request) }
    }
  }

  // Each way has a function of its own, and what waits for nothing is never inlined: the task that
  // waits would keep room for all of it.

  /// Answers an exchange as if `asked` were its request.
  private func finish(_ wait: Wait, _ exchange: Exchange, _ asked: Request) async throws {
    switch wait {
    case .query(let site): try await translate(exchange, site)
    case .plan(let request, let site): try await compose(request, site, exchange, asked)
    case .pass(let route, let path):
      observer.passed()
      try await passing?.handle(exchange, route, path: path)
    }
  }

  private func translate(_ exchange: Exchange, _ site: ServedSite) async throws {
    switch try await QueryTranslation.of(exchange, site) {
    case .refused(let response):
      try await exchange.respond(answer(.problem(response), to: exchange, exchange.request))
    case .get(let request):
      switch look(at: request, from: exchange.peer) {
      case .given(let given): try await exchange.respond(answer(given, to: exchange, request))
      case .wait(let wait): try await finish(wait, exchange, request)
      }
    }
  }

  /// Looks at the GET that asks the same as a QUERY.
  @inline(never)
  private func look(at asked: Request, from peer: Peer) -> Sight {
    asked.withView { knownSight(of: $0) ?? sight(of: $0, from: peer) }
  }

  private func compose(
    _ request: PlannedRequest,
    _ site: ServedSite,
    _ exchange: Exchange,
    _ asked: Request
  ) async throws {
    let visit = PlannedVisit(request, site, VisitorCredentials(of: asked))
    let begun = core.now
    let given = await composed(visit)
    let times = PlanTimes(visit.log, since: begun, to: core.now)
    try await exchange.respond(answer(given, to: exchange, asked, times))
  }

  private func composed(_ visit: PlannedVisit) async -> GivenAnswer {
    guard let planned else { return .problem(ContentProblems.notReady) }
    do throws(PlanFailure) {
      return GivenAnswer(.plan, .content(try await planned.wait(for: visit)))
    } catch {
      return .problem(error, of: visit.request, at: now)
    }
  }

  @inline(never)
  private func answer(
    _ given: GivenAnswer,
    to exchange: Exchange,
    _ asked: Request,
    _ times: PlanTimes? = nil
  ) -> ReadyAnswer {
    let reply = Reply(from: exchange.peer, site, timing)
    let answer = asked.withView {
      let worded = worded(given, for: $0, from: exchange.peer)
      return reply.answer(worded, to: $0, from: exchange.peer, at: now, times)
    }
    observer.answered(exchange, with: answer, given, times)
    return answer
  }

  private var now: UnixTime { UnixTime(seconds: core.wallSeconds) }

  /// An error in the words of the document that the site declares for it; everything else as it is.
  private func worded(
    _ given: GivenAnswer,
    for request: borrowing RequestView,
    from peer: Peer
  ) -> GivenAnswer {
    guard given.source == .problem || given.source == .limited, let site,
      !site.edition.site.errors.isEmpty
    else { return given }
    let recognition = Recognition(site: site, countries: countries)
    let errors = ErrorAnswers(site: site, recognition: recognition, now: now)
    return errors.answer(to: given, for: request, from: peer) ?? given
  }

  /// The refusal of a request that is one too many of its client.
  private func refusedSight(of request: borrowing RequestView, from peer: Peer) -> Sight? {
    guard !limits.isEmpty, let site else { return nil }
    let now = core.now.nanoseconds
    return limits.refusal(of: request, from: peer, site.edges, now: now).map {
      .given(GivenAnswer(.limited, .fixed(.response($0.response, body: $0.body))))
    }
  }

  /// What a request's bytes alone lead to, if they have come before.
  private func knownSight(of request: borrowing RequestView) -> Sight? {
    if let kept = passing?.keptAnswer(to: request) {
      return .given(GivenAnswer(.kept, .fixed(kept)))
    }
    guard request.method == .get || request.method == .head, let site,
      let way = known.way(of: request)
    else { return nil }
    switch way {
    case .document(let answer):
      guard answer.isGood(at: now) else { return nil }
      return .given(GivenAnswer(.document, .content(answer.answer)))
    case .plan(let planned): return kept(planned, site)
    }
  }

  /// The answer of a plan, if it is there.
  private func kept(_ request: PlannedRequest, _ site: ServedSite) -> Sight {
    switch planned?.find(request, site) {
    case .answer(let answer, let isStale)?:
      return .given(GivenAnswer(isStale ? .stale : .hit, .content(answer)))
    case .absence(let failure)?: return .given(.problem(failure, of: request, at: now))
    case .nothing?, nil: return .wait(.plan(request, site))
    }
  }

  private func sight(of request: borrowing RequestView, from peer: Peer) -> Sight {
    guard let site else { return .given(.problem(ContentProblems.notReady)) }
    let recognition = Recognition(site: site, countries: countries)
    if let match = passing?.match(request.path) {
      return sight(of: request, from: peer, along: match, recognition)
    }
    let target = site.target(request.target)
    if target == nil, let rest = passing?.rest(request.path) {
      return sight(of: request, from: peer, along: rest, recognition)
    }
    if request.method == .options {
      return .given(GivenAnswer(.settings, .fixed(options(for: target, request, site))))
    }
    if target == nil, let redirect = Redirecting(site: site).answer(to: request) {
      return .given(GivenAnswer(.settings, .fixed(redirect)))
    }
    if target == nil, request.path.matches("/"), request.method == .get || request.method == .head {
      return .given(GivenAnswer(.settings, .fixed(.prepared(site.front))))
    }
    if request.method == .query { return .wait(.query(site)) }
    let asked: ContentRequest
    do throws(RefusedRequest) {
      asked = try recognition.asked(of: request, for: target, from: peer)
    } catch {
      return .given(.problem(error.response))
    }
    observer.read(asked.visitor)
    if let closed = Closing(site.publication, at: now)?.answer(to: asked) {
      return .given(GivenAnswer(.maintenance, .fixed(closed)))
    }
    let builder = site.builder(at: now)
    let key = builder.key(for: asked)
    let isKnowable = isKnowable(asked.target, site)
    if let document = site.edition.planned(asked.target.number) {
      guard let planned else { return .given(.problem(ContentProblems.notReady)) }
      let wanted = PlannedRequest(document, asked, key, builder, in: planned.store)
      let sight = kept(wanted, site)
      guard isKnowable else { return sight }
      known.keepIfAgain(.plan(wanted), for: request)
      return sight
    }
    let (answer, kept) = answers.answer(to: key, asked, builder, in: planned?.store)
    if isKnowable { known.keep(.document(kept), for: request) }
    return .given(GivenAnswer(.document, .content(answer)))
  }

  /// The answer to OPTIONS for a document, or for the whole site.
  private func options(
    for target: ContentTarget?,
    _ request: borrowing RequestView,
    _ site: ServedSite
  ) -> ReadyAnswer {
    guard let target else {
      guard request.path.matches("*".utf8Span.span) else {
        return .prepared(ContentProblems.notFound)
      }
      return site.policies.options("GET, HEAD, QUERY, OPTIONS", to: request)
    }
    let methods = target.list == nil ? "GET, HEAD, OPTIONS" : "GET, HEAD, QUERY, OPTIONS"
    return site.policies.options(methods, to: request)
  }

  /// What is said to a request whose path is a service's.
  private func sight(
    of request: borrowing RequestView,
    from peer: Peer,
    along match: PassTable.Match,
    _ recognition: Recognition
  ) -> Sight {
    switch match {
    case .route(let route, let path):
      return sight(of: request, from: peer, along: route, path, recognition)
    case .refused(let refusal): return .given(.problem(PassProblems.badPath(refusal)))
    }
  }

  private func sight(
    of request: borrowing RequestView,
    from peer: Peer,
    along route: PassRoute,
    _ path: String,
    _ recognition: Recognition
  ) -> Sight {
    let publication = recognition.site.publication
    guard !publication.overlay.hides(String(path.dropFirst())) else {
      return .given(.problem(ContentProblems.notFound))
    }
    if !route.declaration.staysOpen, let closing = Closing(publication, at: now),
      let closed = closing.answer(to: recognition.visitor(of: request, from: peer))
    {
      return .given(GivenAnswer(.maintenance, .fixed(closed)))
    }
    guard let kept = passing?.keptAnswer(to: request, route, path: path) else {
      return .wait(.pass(route, path: path))
    }
    return .given(GivenAnswer(.kept, .fixed(kept)))
  }

  /// Whether a request's bytes alone say what it is answered with.
  private func isKnowable(_ target: ContentTarget, _ site: ServedSite) -> Bool {
    target.token != nil && target.path != site.edition.site.config
      && site.publication.overlay.maintenance == nil
  }

  /// Takes a new publication over as soon as there is one.
  private func renew() {
    let generation = publisher.generation.load(ordering: .acquiring)
    guard generation != self.generation, let publication = publisher.publication else { return }
    self.generation = generation
    answers.removeAll()
    known.removeAll()
    services?.renew(publication.edition.site.backends)
    passing?.renew(publication)
    site = ServedSite(publication, seal: seal, encoder)
    limits = RequestLimits(publication.edition.site.rateLimits, limiter)
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import ContentResolution
import Editions
import HTTPServer
import HTTPValues
import Learning
import Reactor
import Services
import Sites
import Synchronization

/// Decides about the answers to the requests for a site, for one loop.
///
/// `decide` leads a request from its first step to an answer or to a step that has to wait;
/// `RequestStep` lists all steps.
final class RequestDecider {
  private let core: LoopCore
  private let publisher: Publisher
  private let seal: SiteSeal
  private let countries: AddressCountries?
  private let counters: GatewayCounters
  private let observer: RequestObserver
  private let encoder: AnswerEncoder
  private let hints: HintLearning?
  private let services: Services
  private let composer: Composer
  private let passes: Passes
  private let lookup: LookupStep
  private let recall: RecallStep
  /// The draft that is served; `nil` for a site that visitors get.
  private let draft: LiveDraft?
  private let limiter: RateLimiter
  private var limit: LimitStep
  /// Generation that was taken over last; `nil` before the first publication.
  private var generation: ServedGeneration?
  /// The published site; `nil` before the first publication.
  private var site: ServedSite?
  /// The edition of a rollout, beside the published site; `nil` without a rollout.
  private var candidate: ServedCandidate?

  init(
    _ gateway: GatewaySite,
    _ counters: GatewayCounters,
    services: Services,
    composer: Composer,
    passes: Passes,
    encoder: AnswerEncoder,
    observer: RequestObserver,
    on core: LoopCore
  ) {
    publisher = gateway.publisher
    draft = gateway.draft
    seal = gateway.seal
    limiter = gateway.limiter
    hints = gateway.hints
    self.counters = counters
    countries = gateway.countries.map { AddressCountries($0) }
    self.services = services
    self.composer = composer
    self.passes = passes
    self.encoder = encoder
    self.observer = observer
    self.core = core
    limit = LimitStep(SiteSettings(), limiter, counters)
    lookup = LookupStep(composer, counters)
    recall = RecallStep(lookup, passes)
  }

  /// The tools with which the steps recognize visitors.
  private func recognize(_ site: ServedSite) -> RecognizeStep {
    RecognizeStep(site: site, countries: countries)
  }

  /// Decides about a request, as far as nothing has to be waited for.
  func decide(_ request: borrowing RequestView, from peer: Peer) -> RequestDecision {
    guard let site else { return .answer(.problem(ContentProblems.notReady, at: .route)) }
    if limit.isIdle {
      counters.phases.ended(.limit)
      return decide(request, from: peer, site)
    }
    return inNormalForm(request) { request in
      let now = core.now.nanoseconds
      if let refusal = limit.refusal(of: request, from: peer, site.edges, now: now) {
        return .answer(refusal)
      }
      counters.phases.ended(.limit)
      return decide(request, from: peer, site)
    }
  }

  /// Decides about a request with its path in normal form.
  private func inNormalForm(
    _ request: borrowing RequestView,
    _ decide: (borrowing RequestView) -> RequestDecision
  ) -> RequestDecision {
    switch NormalRequest(request) {
    case .asSent: decide(request)
    case .changed(let normal): normal.withView(decide)
    case .refused(let refusal): .answer(.problem(PassProblems.badPath(refusal), at: .route))
    }
  }

  /// Decides about a request that is admitted.
  private func decide(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ site: ServedSite
  ) -> RequestDecision {
    let known = recall.decide(request)
    counters.phases.ended(.recall)
    if let known { return known }
    return inNormalForm(request) { request in
      let isOfCandidate = candidate?.isNamed(by: request.path) ?? false
      return decide(
        request,
        from: peer,
        alongRouteOf: isOfCandidate ? candidate?.site ?? site : site
      )
    }
  }

  /// Decides about a request that no answer is remembered for.
  private func decide(
    _ request: borrowing RequestView,
    from peer: Peer,
    alongRouteOf site: ServedSite
  ) -> RequestDecision {
    let routed = RouteStep(site: site, passes: passes).route(of: request)
    counters.phases.ended(.route)
    switch routed {
    case .answer(var given):
      given.isOfCandidate = site.isCandidate
      return .answer(given)
    // A path with a token belongs to documents only.
    case .pass where draft != nil: return .answer(.problem(ContentProblems.notFound, at: .route))
    case .pass(let route, let path): return decide(request, from: peer, site, along: route, path)
    case .beacon(let beacon):
      do throws(RefusedRequest) {
        let step = try BeaconStep(
          request,
          beacon,
          site,
          passes,
          limiter,
          counters.beacon,
          now: core.now.nanoseconds
        )
        return .wait(.beacon(step))
      } catch {
        return .answer(error.answer)
      }
    case .document(let target):
      do throws(RefusedRequest) {
        if request.method == .query {
          return .wait(.query(try QueryStep(request, for: target, site)))
        }
        let asked = try recognize(site).contentRequest(of: request, for: target, from: peer)
        counters.phases.ended(.recognize)
        if let candidate, candidate.admits(asked, of: site) {
          return decide(request, from: peer, alongRouteOf: candidate.site)
        }
        return decide(request, asked, site)
      } catch {
        var given = error.answer
        given.isOfCandidate = site.isCandidate
        return .answer(given)
      }
    }
  }

  /// Decides about a request for a document.
  private func decide(
    _ request: borrowing RequestView,
    _ asked: ContentRequest,
    _ site: ServedSite
  ) -> RequestDecision {
    let target = asked.target
    let isNew = target.token == nil && target.path == site.edition.site.config
    observer.read(asked.visitor, isNew: isNew)
    if let closed = MaintenanceStep(site, at: now)?.answer(to: asked) {
      return .answer(closed)
    }
    let lookup = site.isCandidate ? candidate?.lookup ?? lookup : lookup
    let (decision, found) = lookup.decide(asked, site, at: now)
    counters.phases.ended(.lookup)
    if site.isDecidedByBytes(asked.target) {
      switch found {
      case .document(let held, let resolution):
        recall.remember(held, resolution, of: site, for: request)
      case .plan(let planned): recall.remember(planned, of: site, for: request)
      case nil: break
      }
    }
    guard site.isCandidate, case .answer(var given) = decision else { return decision }
    given.isOfCandidate = true
    return .answer(given)
  }

  /// Decides about a request for a service.
  private func decide(
    _ request: borrowing RequestView,
    from peer: Peer,
    _ site: ServedSite,
    along route: PassRoute,
    _ path: String
  ) -> RequestDecision {
    if !route.declaration.staysOpen, let maintenance = MaintenanceStep(site, at: now) {
      if let closed = maintenance.answer(to: recognize(site).visitor(of: request, from: peer)) {
        return .answer(closed)
      }
    }
    let target = site.isOpen ? passes.hits.target(of: request, route, path: path) : nil
    if let target {
      recall.remember(target, for: request)
      if let kept = passes.hits.answer(to: request, target) {
        return .answer(GivenAnswer(.lookup, .kept, .fixed(.prepared(kept)), pass: route.facts))
      }
    }
    switch route.destination {
    case .service(let forwarder):
      return .pass(
        PassStep(route: route, forwarder: forwarder, path: path, target: target, passes: passes)
      )
    case .records(let records):
      return .records(
        RecordStep(
          route: route,
          records: records,
          path: path,
          missed: target,
          cache: passes.cache
        )
      )
    }
  }

  /// Decides about the GET that asks the same as a QUERY, whose body may have taken long.
  @inline(never)
  func decide(again request: Request, from peer: Peer) -> RequestDecision {
    renew()
    guard let site else { return .answer(.problem(ContentProblems.notReady, at: .query)) }
    return request.withView { decide($0, from: peer, site) }
  }

  /// Applies error documents, conditions and ranges to an answer.
  func deliver(
    _ given: consuming GivenAnswer,
    to request: borrowing RequestView,
    from peer: Peer,
    _ times: CallTimes?,
    _ timing: TimingRule
  ) -> (worded: GivenAnswer, answer: ReadyAnswer) {
    let site = given.isOfCandidate ? candidate?.site ?? site : site
    if let document = errorDocument(for: given, request, from: peer, site) { given = document }
    let isComplete = composer.store.isComplete(at: core.now.nanoseconds)
    let answer = DeliverStep(from: peer, site, timing, isComplete: isComplete)
      .answer(given, to: request, from: peer, at: now, times)
    guard draft != nil else { return (given, answer) }
    let isConfig = given.isDocument && given.route == site?.edition.site.config
    return (given, DraftAnswers.answer(answer, tag: isConfig ? site?.draft?.tag : nil))
  }

  /// The document that the site declares for an error; `nil` for other answers.
  private func errorDocument(
    for given: borrowing GivenAnswer,
    _ request: borrowing RequestView,
    from peer: Peer,
    _ site: ServedSite?
  ) -> GivenAnswer? {
    guard given.source == .problem || given.source == .limited, let site,
      !site.edition.site.errors.isEmpty
    else { return nil }
    return ErrorStep(site: site, recognize: recognize(site), now: now, counters: counters)
      .answer(to: copy given, for: request, from: peer)
  }

  /// Returns the cache entry of the first of these requests that has one, or else the finding of
  /// the first.
  ///
  /// - Parameter client: the address that they would come from.
  func finding(for requests: [Request], from client: SocketAddress) -> CacheFinding {
    renew()
    guard let site else { return CacheFinding(.notKept("Nothing is published yet.")) }
    let peer = Peer(client: client, local: client, layer: nil)
    let findings = requests.lazy.map { [candidate, passes, composer, countries] asked in
      var request = asked
      if case .changed(let normal) = asked.withView({ NormalRequest($0) }) { request = normal }
      return request.withView { view in
        let isCandidate = candidate?.isNamed(by: view.path) ?? false
        let site = isCandidate ? candidate?.site ?? site : site
        return CacheFinder(site: site, passes: passes, composer: composer, countries: countries)
          .finding(for: view, from: peer)
      }
    }
    let none = CacheFinding(.notKept("Nothing was asked for."))
    return findings.first { $0.state.word != .notKept } ?? findings.first ?? none
  }

  /// The request for an outdated answer of what is published now; `nil` where there is no such answer any
  /// more.
  func renewed(_ outdated: OutdatedAnswer) -> (request: AnswerRequest, site: ServedSite)? {
    renew()
    guard let site, let request = outdated.request(of: site, at: now, in: composer.store) else {
      return nil
    }
    return (request, site)
  }

  /// The entity tag of what apps are shown of the draft.
  var draftTag: String? {
    renew()
    return site?.draft?.tag
  }

  /// The tag of the draft's config, where a request for it names that already.
  func knownTag(of request: borrowing RequestView) -> String? {
    guard request.method == .get, let text = draftTag, let site, let tag = EntityTag(text),
      EntityTagCondition(.ifNoneMatch, in: request.fields, against: tag, .weak) == .matched,
      site.target(request.target)?.path == site.edition.site.config
    else { return nil }
    return text
  }

  // MARK: what changes

  private var now: UnixTime { UnixTime(seconds: core.wallSeconds) }

  /// Takes over a new publication, if there is one.
  func renew() {
    guard generation?.isLatest != true else { return }
    let generation = ServedGeneration(publisher)
    let (published, offered) = publisher.current
    guard let publication = published else { return }
    self.generation = generation
    recall.removeAll()
    lookup.removeAll()
    services.renew(
      publication.edition.site.backends,
      candidate: offered?.publication.edition.site.backends ?? [],
      documents: publication.edition.documentCount
    )
    passes.renew(publication, in: generation)
    site = ServedSite(
      publication,
      in: generation,
      draft: draft?.served(as: publication),
      seal: seal,
      encoder,
      hints
    )
    hints?.follow(publication.edition.site)
    candidate = offered.map { offered in
      ServedCandidate(
        offered,
        ServedSite(
          offered.publication,
          in: generation,
          of: offered.word,
          seal: seal,
          encoder,
          hints
        ),
        LookupStep(composer, counters)
      )
    }
    counters.renew(publication.edition, isRollingOut: offered != nil)
    observer.renew(site?.edges)
    limit = LimitStep(publication.edition.site, limiter, counters)
  }

  /// Drops the answers that may not be sent any more.
  func tidy() {
    recall.tidy()
    lookup.tidy()
    candidate?.lookup.tidy()
  }
}

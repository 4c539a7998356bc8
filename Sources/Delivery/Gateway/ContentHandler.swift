// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import Editions
package import HTTPServer
package import HTTPValues
import Learning
package import Reactor
import Sites

/// Answers the requests for a site; each loop has one.
///
/// `RequestDecider` leads a request from its first step to an answer or to a step that has to wait;
/// this class runs the steps that wait, and sends the answers.
package final class ContentHandler: RequestHandler {
  private let core: LoopCore
  private let counters: GatewayCounters
  private let observer: RequestObserver
  private let events: RequestEvents?
  /// Counts answers for the sketch of the traffic; `nil` where none is kept.
  private let sketching: TrafficCounter?
  private let timing: TimingRule
  private let services: Services
  private let composer: Composer
  private let passes: Passes
  private let decider: RequestDecider
  private let housekeeping: Housekeeping
  /// Composes outdated answers again; `nil` where another loop does.
  private let refresher: RefreshRunner?
  private let underWay: RequestsUnderWay
  private let queries: EventQueries
  /// The cache of another gateway, for requests that are replayed.
  private let recorded: RecordedAnswers?

  /// - Parameters:
  ///   - dependencies: the store, the client and the counters that it works with.
  ///   - events: records each request.
  ///   - recorded: the cache of another gateway, for one that only replays requests.
  package init(
    _ site: GatewaySite,
    _ dependencies: GatewayDependencies,
    events: RequestEvents? = nil,
    recorded: RecordedAnswers? = nil,
    on core: LoopCore
  ) {
    self.core = core
    timing = TimingRule(networks: site.timing)
    counters = dependencies.counters
    let sketching = site.traffic.map { TrafficCounter(site.hints, on: core, tell: $0) }
    self.sketching = sketching
    underWay = RequestsUnderWay(counters)
    observer = RequestObserver(counters, events, sketching, on: core)
    self.events = events
    queries = events?.queries ?? EventQueries()
    self.recorded = recorded
    let coalescer = LoopCoalescer(dependencies.store, on: core)
    services = Services(dependencies, among: site.limiter.nodes)
    services.whenChanged = { service, change in
      events?.record(change, of: service, at: core.wallNanoseconds)
    }
    services.whenAnswersChanged = { service, change in
      events?.record(change, of: service, at: core.wallNanoseconds)
    }
    let fragments = FragmentSource(
      coalescer,
      services,
      counters,
      sketching,
      recorded: recorded
    )
    composer = Composer(coalescer, fragments, counters)
    passes = Passes(coalescer, services, site.webSockets, counters)
    decider = RequestDecider(
      site,
      counters,
      services: services,
      composer: composer,
      passes: passes,
      encoder: AnswerEncoder(site.compression, counters, on: core),
      observer: observer,
      on: core
    )
    refresher = site.refresh.flatMap { [decider, composer, services] refresh in
      refresh.attach(
        { RefreshRunner($0, decider, composer, services, dependencies.shard, on: core) },
        on: core
      )
    }
    housekeeping = Housekeeping(dependencies.store, on: core)
    housekeeping.begin { [weak self] in
      self?.tidy()
      return self != nil
    }
  }

  package var wireTimes: WireTimes? { counters.phases.wire }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    counters.phases.begin()
    decider.renew()
    switch decider.decide(request, from: peer) {
    case .answer(let given):
      let (worded, answer) = decider.deliver(given, to: request, from: peer, nil, timing)
      counters.phases.ended(.deliver)
      observer.answered(request, from: peer, with: answer, worded)
      counters.phases.answered(worded.route)
      return .ready(answer)
    case .wait(let step):
      counters.phases.finish(step.route)
      if case .compose(let compose) = step { return .begun { [self] in begin(compose, $0) } }
      return .later { [self] in try await finish(step, $0, $0.request) }
    case .pass(let step):
      return begin(.passed, along: step.route) { step.begin($0, $1) }
    case .records(let step):
      return begin(.record, along: step.route) { step.begin($0, $1) }
    }
  }

  private func begin(
    _ source: GatewayCounters.Source,
    along route: PassRoute,
    _ begin: @escaping (Exchange, PassRecord) -> ExchangeWork
  ) -> Answer {
    counters.phases.finish(route.facts.prefix)
    return .begun { [self] exchange in
      let fields = exchange.request.fields
      let record = PassRecord(fields.view, along: route, services.tracer, on: core)
      observer.passed(source, record)
      let route = route.facts.prefix
      let place = underWay.begin(exchange, for: route, at: .pass, .pass(record), now: core.now)
      // It captures no more than it needs: a stream of events holds it for long.
      exchange.whenOver = { [self] over in
        underWay.end(place)
        observer.ended(over, record)
      }
      return begin(exchange, record)
    }
  }

  // MARK: what waits

  // Each step has a function of its own that is never inlined: a waiting task keeps no stack space for the others.

  /// Answers an exchange as if `asked` were its request.
  private func finish(
    _ step: WaitingStep,
    _ exchange: Exchange,
    _ asked: Request
  ) async throws {
    switch step {
    case .query(let query): try await finish(query, exchange)
    case .beacon(let beacon): try await finish(beacon, exchange)
    case .compose(let compose): try await finish(compose, exchange, asked)
    }
  }

  private func finish(_ query: QueryStep, _ exchange: Exchange) async throws {
    let outcome: QueryStep.Outcome
    do {
      outcome = try await read(query, exchange)
    } catch {
      observer.failed(exchange, at: .query, of: query.path, error)
      throw error
    }
    switch outcome {
    case .refused(let given): try respond(given, to: exchange, for: query.path)
    case .get(let request):
      switch decider.decide(again: request, from: exchange.peer) {
      case .answer(let given): try respond(given, to: exchange, as: request, for: query.path)
      case .wait(let step): try await finish(step, exchange, request)
      // The server counts a request that is not answered.
      case .pass, .records: return
      }
    }
  }

  private func finish(_ beacon: BeaconStep, _ exchange: Exchange) async throws {
    let place = underWay.begin(exchange, for: beacon.path, at: .beacon, .body, now: core.now)
    defer { underWay.end(place) }
    let given: GivenAnswer
    do {
      given = try await beacon.read(exchange)
    } catch {
      observer.failed(exchange, at: .beacon, of: String(beacon.path.dropFirst()), error)
      throw error
    }
    try respond(given, to: exchange, for: beacon.path)
  }

  private func read(_ query: QueryStep, _ exchange: Exchange) async throws -> QueryStep.Outcome {
    let begun = core.now
    let place = underWay.begin(exchange, for: query.path, at: .query, .body, now: begun)
    defer {
      underWay.end(place)
      counters.phases.record(.query, of: query.path, since: begun)
    }
    return try await query.read(exchange)
  }

  /// Composes an answer without a task, which is given when all that it needs has come.
  private func begin(_ compose: ComposeStep, _ exchange: Exchange) -> ExchangeWork {
    let composition = compose.composition(for: exchange.request.fields, by: composer)
    let place = underWay.begin(exchange, composition)
    composition.begin(compose.found) { [self] composition, outcome in
      underWay.end(place)
      do {
        try finish(composition, outcome, hasLeft: composition.hasLeft, exchange, as: nil)
      } catch {
        if !composition.hasLeft { exchange.abort() }
      }
    }
    return .events(composition)
  }

  private func finish(
    _ compose: ComposeStep,
    _ exchange: Exchange,
    _ asked: Request
  ) async throws {
    let composition = compose.composition(for: asked.fields, by: composer)
    let place = underWay.begin(exchange, composition)
    defer { underWay.end(place) }
    let outcome = await composition.outcome(compose.found)
    try finish(composition, outcome, hasLeft: Task.isCancelled, exchange, as: asked)
  }

  /// Hands a composed answer to the connection, if its client is still there.
  private func finish(
    _ composition: Composition,
    _ outcome: Composition.Outcome,
    hasLeft: Bool,
    _ exchange: Exchange,
    as asked: Request?
  ) throws(ExchangeError) {
    let (path, times) = (composition.request.document.path, composition.times)
    guard !hasLeft else {
      observer.failed(exchange, at: .compose, of: path, ExchangeError.disconnected, times)
      throw .disconnected
    }
    try respond(composition.given(outcome), to: exchange, as: asked, times, for: path)
  }

  /// Hands an answer to the connection.
  ///
  /// - Parameter asked: the request that it answers; `nil` for that of the exchange.
  @inline(never)
  private func respond(
    _ given: GivenAnswer,
    to exchange: Exchange,
    as asked: Request? = nil,
    _ times: CallTimes? = nil,
    for path: String
  ) throws(ExchangeError) {
    let ready = answer(given, to: exchange, as: asked, times)
    counters.phases.recordWriting(of: path)
    // What the connection does not take is no answer of which writing is recorded.
    defer { _ = counters.phases.wire.takeWriting() }
    try exchange.answer(ready)
  }

  /// Answers a request that came along no connection; `nil` for one that is passed on or has a body.
  package func replay(_ request: Request, from peer: Peer) async -> ReplayedAnswer? {
    var bodies: [ReadBody] = []
    services.whenRead = { bodies.append($0) }
    defer { services.whenRead = nil }
    let (given, times): (GivenAnswer, CallTimes?)
    var decision = decider.decide(again: request, from: peer)
    if case .wait(.compose(let compose)) = decision, let recorded {
      recorded.hand(compose.request.cacheKey, to: composer.store, at: composer.now)
      decision = decider.decide(again: request, from: peer)
    }
    switch decision {
    case .answer(let known): (given, times) = (known, nil)
    case .wait(.compose(let compose)):
      let composition = compose.composition(for: request.fields, by: composer)
      given = composition.given(await composition.outcome(compose.found))
      times = composition.times
    case .wait, .pass, .records: return nil
    }
    let (worded, answer) = request.withView {
      decider.deliver(given, to: $0, from: peer, times, timing)
    }
    return ReplayedAnswer(answer, worded.source, times?.calls ?? [], bodies)
  }

  // MARK: drafts

  /// The entity tag of the draft that this handler serves; `nil` before its first edition.
  var draftTag: String? { decider.draftTag }

  /// The tag of the draft's config, where a request for it names that already.
  func knownTag(of request: borrowing RequestView) -> String? { decider.knownTag(of: request) }

  /// Answers an exchange that was held; returns who is to be told what becomes of it meanwhile.
  func answer(held exchange: Exchange) -> (any ExchangeObserver)? {
    switch decider.decide(again: exchange.request, from: exchange.peer) {
    case .answer(let given): exchange.answerOrAbort(answer(given, to: exchange, as: nil, nil))
    case .wait(.compose(let compose)):
      if case .events(let observer) = begin(compose, exchange) { return observer }
    case .wait, .pass, .records: exchange.abort()
    }
    return nil
  }

  // MARK: the answer

  @inline(never)
  private func answer(
    _ given: GivenAnswer,
    to exchange: Exchange,
    as asked: Request?,
    _ times: CallTimes?
  ) -> ReadyAnswer {
    exchange.request.withView { request in
      let (worded, answer) = deliver(given, to: request, as: asked, from: exchange.peer, times)
      observer.answered(request, of: exchange, with: answer, worded, times)
      return answer
    }
  }

  private func deliver(
    _ given: GivenAnswer,
    to request: borrowing RequestView,
    as asked: Request?,
    from peer: Peer,
    _ times: CallTimes?
  ) -> (worded: GivenAnswer, answer: ReadyAnswer) {
    guard let asked else { return decider.deliver(given, to: request, from: peer, times, timing) }
    return asked.withView { decider.deliver(given, to: $0, from: peer, times, timing) }
  }

  /// Ejects an endpoint of a service, or all, for a while or until it is readmitted.
  package func eject(_ endpoint: String?, of service: String, for duration: Duration?) {
    services.eject(endpoint, of: service, for: duration)
  }

  /// Readmits an endpoint of a service, or all; returns whether any was ejected.
  package func readmit(_ endpoint: String?, of service: String) -> Bool {
    services.readmit(endpoint, of: service)
  }

  /// Ends the work on a request that waits, as if its client were gone; `false` where there is none.
  package func cancel(_ request: RequestUnderWay.ID) -> Bool { underWay.cancel(request) }

  /// The requests that wait now, and the services on this loop: those of the latest edition, also before its first
  /// request.
  package var inspection: GatewayInspection {
    decider.renew()
    return GatewayInspection(
      requests: underWay.list(at: core.now, showing: queries),
      backends: services.statuses,
      failures: events?.failures.all ?? []
    )
  }

  /// Returns the cache entry of the first of these requests that has one, or else the finding of
  /// the first.
  ///
  /// - Parameter client: the address that they would come from.
  package func finding(for requests: [Request], from client: SocketAddress) -> CacheFinding {
    decider.finding(for: requests, from: client)
  }

  /// Tells what was answered since the last time.
  package func tellTraffic() { sketching?.tellAll() }

  /// Drops entries of this loop that may not be sent any more.
  private func tidy() {
    // The services of an edition are watched before it has its first request.
    if services.areWatched { decider.renew() }
    decider.tidy()
    passes.tidy()
  }
}

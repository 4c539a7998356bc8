// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import DataFiles
package import Editions
package import Geography
package import HTTPServer
package import HTTPValues
import Plans
package import Reactor
import Synchronization

/// Answers for the documents of a site; each loop has one.
package final class ContentHandler: RequestHandler {
  private let core: LoopCore
  private let publisher: Publisher
  private let seal: SiteSeal
  private let links: LinkWriter
  private let countries: AddressCountries?
  private var generation: UInt64 = 0
  private var state: State?
  private var answers = AnswerTable()
  private var known = KnownTargets()
  private let events: EventLog?
  private let services: Services?
  private let composer: PlanComposer?
  private let planned: PlannedAnswers?
  private let passing: PassHandler?
  private let counters: GatewayCounters?

  /// What follows from a publication and is kept as long as it is served.
  private struct State {
    let publication: Publication
    let reader: TokenReader
    let edges: TrustedEdges
  }

  /// - Parameters:
  ///   - countries: tells countries that nobody else tells.
  ///   - plans: with what plans are run; without it, documents with plans are not served.
  ///   - events: where one line for each request goes.
  package init(
    _ publisher: Publisher,
    seal: SiteSeal,
    countries: CountryFile? = nil,
    plans: PlanMeans? = nil,
    events: EventSink? = nil,
    on core: LoopCore
  ) {
    self.events = events.map { EventLog($0, on: core) }
    let home = LoopHome(core.loop)
    counters = plans?.counters
    services = plans.map { Services($0) }
    if let plans, let services {
      let late = LateWaiters(plans.store, on: core)
      let fragments = FragmentSource(plans, services, on: core, home: home, late: late)
      let composer = PlanComposer(fragments, plans.counters, on: core)
      self.composer = composer
      planned = PlannedAnswers(plans.store, composer, on: core, home: home, late: late)
      passing = PassHandler(plans, services, on: core, home: home)
    } else {
      composer = nil
      planned = nil
      passing = nil
    }
    self.publisher = publisher
    self.countries = countries.map { AddressCountries($0) }
    self.seal = seal
    self.core = core
    links = LinkWriter(seal: seal)
  }

  package func answer(_ request: borrowing RequestView, from peer: Peer) -> Answer {
    renew()
    let (answer, source) = sight(of: request, from: peer)
    guard let source else { return .later }
    counters?.answered(source)
    if let events {
      let origin = RequestEvent.Origin(request)
      events.record(RequestEvent(origin: origin, status: answer.statusCode, source: source))
    }
    return answer
  }

  /// The answer that can be given at first sight, with where it comes from.
  private func sight(
    of request: borrowing RequestView,
    from peer: Peer
  ) -> (Answer, GatewayCounters.Source?) {
    if let known = passing?.keptAnswer(to: request) { return (known, .kept) }
    if let known = knownAnswer(to: request) { return known }
    switch first(request, from: peer) {
    case .answer(let answer, let source): return (answer, source)
    case .plan(let request, let bytes, let maker, let conditions):
      return keptAnswer(to: request, bytes, maker, conditions)
    case .pass(let route, let path):
      guard let kept = passing?.keptAnswer(to: request, route, path: path) else {
        return (.later, nil)
      }
      return (kept, .kept)
    }
  }

  /// The answer to a request that has come before, byte for byte.
  private func knownAnswer(
    to request: borrowing RequestView
  ) -> (Answer, GatewayCounters.Source?)? {
    let now = UnixTime(seconds: core.wallSeconds)
    guard request.method == .get || request.method == .head, let state,
      let way = known.way(of: request)
    else { return nil }
    switch way {
    case .document(let answer):
      guard answer.expire > now else { return nil }
      return (.prepared(RequestConditions(request).reply(answer, now)), .document)
    case .plan(let planned, let bytes):
      let maker = AnswerMaker(publication: state.publication, links: links, now: now)
      return keptAnswer(to: planned, bytes, maker, RequestConditions(request))
    }
  }

  /// The answer of a plan that is there; nothing yet if it has to be waited for.
  private func keptAnswer(
    to request: PlannedRequest,
    _ bytes: [UInt8],
    _ maker: AnswerMaker,
    _ conditions: RequestConditions
  ) -> (Answer, GatewayCounters.Source?) {
    guard case .answer(let answer, let isStale)? = planned?.find(request, bytes, maker) else {
      return (.later, nil)
    }
    return (.prepared(conditions.reply(answer, maker.now)), isStale ? .stale : .hit)
  }

  /// Whether a request's bytes alone say what it is answered with.
  private func isKnowable(_ target: ContentTarget, _ state: State) -> Bool {
    target.token != nil && target.path != state.publication.edition.site.config
      && state.publication.overlay.maintenance == nil
  }

  package func handle(_ exchange: Exchange) async throws {
    switch first(exchange) {
    case .answer(.prepared(let response), _): try await exchange.respond(response)
    case .answer(.response(let response, let body), _):
      try await exchange.respond(response, body: body)
    case .answer(.later, _): break
    case .plan(let request, let bytes, let maker, let conditions):
      guard let planned else { return try await exchange.respond(ContentProblems.notReady) }
      let begun = core.now
      var failure: PlanFailure?
      let response: PreparedResponse
      do throws(PlanFailure) {
        let answer = try await planned.wait(for: request, bytes, maker)
        response = conditions.reply(answer, maker.now)
      } catch {
        failure = error
        response = ContentProblems.failed(error)
      }
      let source: GatewayCounters.Source = failure == nil ? .plan : .problem
      counters?.answered(source)
      record(exchange, response.status, source, request.document.path, since: begun, failure)
      try await exchange.respond(response)
    case .pass(let route, let path):
      counters?.answered(.passed)
      try await passing?.handle(exchange, route, path: path)
    }
  }

  private func record(
    _ exchange: Exchange,
    _ status: Status,
    _ source: GatewayCounters.Source,
    _ document: String,
    since begun: Instant,
    _ failure: PlanFailure?
  ) {
    guard let events else { return }
    var event = RequestEvent(
      origin: exchange.request.withView { RequestEvent.Origin($0) },
      status: Int(status.code),
      source: source
    )
    event.document = document
    event.nanoseconds = (core.now - begun).nanoseconds
    event.failure = failure
    events.record(event)
  }

  private func first(_ exchange: Exchange) -> First {
    exchange.request.withView { first($0, from: exchange.peer) }
  }

  /// What can be said to a request at first sight.
  private enum First {
    case answer(Answer, GatewayCounters.Source)
    /// The document has a plan.
    case plan(PlannedRequest, key: [UInt8], AnswerMaker, RequestConditions)
    /// The path is a service's.
    case pass(PassRoute, path: String)
  }

  private func first(_ request: borrowing RequestView, from peer: Peer) -> First {
    let now = UnixTime(seconds: core.wallSeconds)
    renew()
    guard let state else { return .answer(.prepared(ContentProblems.notReady), .problem) }
    if let match = passing?.match(request.path) {
      return first(match, request, from: peer, state, now)
    }
    let edition = state.publication.edition
    let found = ContentTarget(request.target, in: edition, reader: state.reader)
    if found == nil, let rest = passing?.rest(request.path) {
      return first(rest, request, from: peer, state, now)
    }
    switch request.method {
    case .get, .head: break
    default: return .answer(.prepared(ContentProblems.methodNotAllowed), .problem)
    }
    guard let target = found, !state.publication.overlay.hides(target.path) else {
      return .answer(.prepared(ContentProblems.notFound), .problem)
    }
    if let fault = target.fault {
      return .answer(.prepared(ContentProblems.badParameter(fault)), .problem)
    }
    guard let format = target.format ?? AnswerFormat.preferred(request.fields) else {
      return .answer(.prepared(ContentProblems.notAcceptable), .problem)
    }
    let edge = state.edges.edge(at: IPAddress(peer.client))
    let visitor = visitor(
      request,
      target.query,
      from: peer,
      by: edge,
      findsCountry: target.token == nil,
      state
    )
    let isByAddress = isByAddress(target, visitor)
    if let closed = closed(target, visitor, isByAddress, state, now) {
      return .answer(closed, .maintenance)
    }
    let maker = AnswerMaker(publication: state.publication, links: links, now: now)
    let key = maker.key(
      for: target,
      visitor,
      format,
      coding: .preferred(by: request.fields),
      isByAddress: isByAddress
    )
    let conditions = RequestConditions(request)
    if let document = edition.planned(target.number) {
      let planned = PlannedRequest(document: document, target: target, key: key, edge: edge)
      let token = links.tokenText(
        of: target.number,
        for: AudienceToken(key.audience, preview: key.preview),
        in: edition
      )
      let bytes = planned.bytes(edition: edition.name, token: token)
      if isKnowable(target, state) { known.keep(.plan(planned, key: bytes), for: request) }
      return .plan(planned, key: bytes, maker, conditions)
    }
    let answer: ContentAnswer
    if let known = answers[key, at: now] {
      answer = known
    } else {
      answer = ContentAnswer(maker.answer(to: key, target, edge))
      answers.keep(answer, for: key)
    }
    if isKnowable(target, state) { known.keep(.document(answer), for: request) }
    return .answer(.prepared(conditions.reply(answer, now)), .document)
  }

  /// What is said to a request whose path is a service's.
  private func first(
    _ match: PassTable.Match,
    _ request: borrowing RequestView,
    from peer: Peer,
    _ state: State,
    _ now: UnixTime
  ) -> First {
    switch match {
    case .route(let route, let path):
      return closed(route, path, request, from: peer, state, now) ?? .pass(route, path: path)
    case .refused(let refusal):
      return .answer(.prepared(PassProblems.badPath(refusal)), .problem)
    }
  }

  private func visitor(
    _ request: borrowing RequestView,
    _ query: VisitorClaims.Claim,
    from peer: Peer,
    by edge: TrustedEdge?,
    findsCountry: Bool,
    _ state: State
  ) -> Visitor {
    let address = IPAddress(peer.client)
    return Visitor(
      VisitorClaims(
        request,
        query: query,
        edge: edge,
        addressCountry: findsCountry
          ? countries?.country(of: state.edges.client(of: request, from: address, by: edge)) : nil
      )
    )
  }

  /// What is answered in place of a service while the site is closed, or its path hidden.
  private func closed(
    _ route: PassRoute,
    _ path: String,
    _ request: borrowing RequestView,
    from peer: Peer,
    _ state: State,
    _ now: UnixTime
  ) -> First? {
    let overlay = state.publication.overlay
    if overlay.hides(String(path.dropFirst())) {
      return .answer(.prepared(ContentProblems.notFound), .problem)
    }
    guard let maintenance = overlay.maintenance, !route.declaration.staysOpen else { return nil }
    let visitor = visitor(
      request,
      VisitorClaims.Claim(),
      from: peer,
      by: state.edges.edge(at: IPAddress(peer.client)),
      findsCountry: true,
      state
    )
    let closing = Closing(maintenance: maintenance, publication: state.publication, now: now)
    guard closing.isClosed(for: visitor) else { return nil }
    let answer = closing.answer(
      isConfig: false,
      languages: state.publication.edition.matcher.chain(for: visitor.languages),
      isByAddress: countries != nil
    )
    return .answer(answer, .maintenance)
  }

  /// Takes a new publication over as soon as there is one.
  private func renew() {
    let generation = publisher.generation.load(ordering: .acquiring)
    guard generation != self.generation, let publication = publisher.publication else { return }
    self.generation = generation
    answers.removeAll()
    known.removeAll()
    composer?.forgetTemplates()
    services?.renew(publication.edition.site.backends)
    passing?.renew(publication)
    state = State(
      publication: publication,
      reader: TokenReader(publication.edition.words, seal: seal),
      edges: TrustedEdges(publication.edition.site.edges.map { TrustedEdge($0) })
    )
  }

  /// Whether another client with the same request may be in another country for us, which no cache
  /// can see.
  private func isByAddress(_ target: ContentTarget, _ visitor: Visitor) -> Bool {
    guard countries != nil, target.token == nil else { return false }
    return visitor.countryOrigin == .address || visitor.countryOrigin == .nothing
  }

  private func closed(
    _ target: ContentTarget,
    _ visitor: Visitor,
    _ isByAddress: Bool,
    _ state: State,
    _ now: UnixTime
  ) -> Answer? {
    guard let maintenance = state.publication.overlay.maintenance else { return nil }
    let closing = Closing(maintenance: maintenance, publication: state.publication, now: now)
    let isClosed =
      target.token.map { closing.isClosed(for: $0.audience) } ?? closing.isClosed(for: visitor)
    guard isClosed else { return nil }
    return closing.answer(
      isConfig: target.path == state.publication.edition.site.config,
      languages: target.token?.audience.languages
        ?? state.publication.edition.matcher.chain(for: visitor.languages),
      isByAddress: isByAddress
    )
  }
}

extension Answer {
  fileprivate var statusCode: Int {
    switch self {
    case .prepared(let response): Int(response.status.code)
    case .response(let response, body: _): Int(response.status.code)
    case .later: 0
    }
  }
}

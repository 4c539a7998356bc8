// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import HTTPCaching
import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor
import Services

/// A request that was sent, and its reply.
struct PassReply {
  let call: OpenCall
  /// The last request to the service, which may have been repeated.
  let forwarding: Forwarding
  let answered: AnsweredRequest
  let outcome: ForwardedOutcome
  /// The comparison with a second service, which is asked once the answer is complete.
  let mirrored: MirrorTicket?
}

/// The wait for an answer along a pass that is not kept: its service is asked for all who want the same, or another
/// request asks it. It belongs to a loop, and holds itself until it is over.
final class PassFetch: EntryFetch {
  let asked: PassRequest
  let cache: PassCache
  var found: ResponseStore.Found
  private(set) var forwarding: Forwarding
  /// The client, until it is answered or has left; `nil` for a fetch without one.
  var client: Exchange?
  /// Moves the answer's body to the client.
  var mover: (any ExchangeObserver)?
  /// The body of the service's answer, while it is read.
  var body: PassBody?
  /// Is called when the body has come to its end, or has broken.
  var whenRead: ((PassBody) -> Void)?
  /// The answer that others read along.
  var shown: PassUnderWay?
  private(set) var reply: PassReply?
  private var pending: Call?
  /// The request as it is without the cache's conditions, and what was sent last.
  private var request: Request?
  private var sent: (at: Int64, mirrored: MirrorTicket?)?
  private var attempts = 0
  private(set) var isOver = false

  init(
    _ asked: PassRequest,
    _ found: ResponseStore.Found,
    _ forwarding: Forwarding,
    for client: Exchange?,
    in cache: PassCache
  ) {
    (self.asked, self.found, self.forwarding) = (asked, found, forwarding)
    (self.client, self.cache) = (client, cache)
    super.init(cache.coalescer)
  }

  private var route: PassRoute { asked.route }

  /// Asks the service, or waits for another request that does.
  func begin() {
    let request = asked.request
    let mayWait = Collapsing.mayWait(
      method: request.method,
      fields: request.fields.view,
      rules: route.rules
    )
    // The reply to HEAD is of no use to others.
    guard mayWait, request.method == .get else { return fetch() }
    let key = asked.waitingKey(found.heads, in: store)
    begin(key, store.open(key, of: nil, at: now))
  }

  // MARK: another's fetch

  override var patience: Int64 { PassCache.patience }

  /// An answer that is nearly complete is stored even if its client has left.
  override var isFinishedForLater: Bool { body != nil }

  override var isWantedByOthers: Bool { super.isWantedByOthers || body?.hasClients ?? false }

  /// Answers with what another request's fetch has brought, or is bringing; asks the service where that is not for
  /// this client.
  override func take(_ entry: CacheEntry, _ origin: EntryOrigin) -> Bool {
    guard let client else { return false }
    if let underWay = entry.payload as? PassUnderWay, readAlong(underWay, of: entry, client) {
      over()
    } else if let next = cache.answerAtOnce(client, asked, isCollapsed: true) {
      (found, forwarding) = next
      fetch()
    } else {
      over()
    }
    return true
  }

  /// Answers with a body while it comes; `false`, without an answer, where it is not for this client.
  private func readAlong(
    _ underWay: PassUnderWay,
    of entry: CacheEntry,
    _ client: Exchange
  ) -> Bool {
    let request = asked.request
    let answer = Collapsing.share(
      of: underWay.head,
      method: request.method,
      fields: request.fields.view,
      now: cache.core.wallSeconds,
      rules: route.rules
    )
    guard let answer, answer.form == .whole || answer.form == .notModified else { return false }
    var response = answer.head(of: underWay.head, now: cache.core.wallSeconds)
    route.finishKept(&response)
    var status = cache.collapsedStatus(underWay.head)
    if store.hasPurged(entry) || !route.generation.isLatest {
      response.overtake(at: cache.core.wallSeconds)
      status.timeLeft = -1
    }
    status.append(to: &response.fields)
    if answer.form == .notModified {
      client.answerOrAbort(.response(response, body: []))
    } else if !send(underWay.body, response, underWay.length, to: client) {
      return false
    }
    asked.record?.cacheResult = .collapsed
    return true
  }

  /// Sends a body while it comes.
  func send(_ body: PassBody, _ response: Response, _ length: Int?, to client: Exchange) -> Bool {
    let reader = PassReader(body, for: client)
    mover = reader
    return reader.begin(response, length: length, on: cache.core.loop)
  }

  override func end(_ disappointment: Disappointment) {
    switch disappointment {
    case .failed(let error):
      give(error as? BackendFault ?? fault(.closed, "nobody finished the fetch"))
    case .late: fetch()
    case .crowded:
      if let client { cache.refuse(client, asked, PassProblems.crowded) }
      over()
    case .abandoned: over()
    }
  }

  // MARK: the service

  override func fetch() {
    asked.record?.cacheResult = .miss
    if let read = asked.read { return begin(read) }
    guard case .service(let forwarder) = route.destination else { return over() }
    let (sender, origin) = (asked.sender, forwarder.origin)
    switch RequestForwarding.decide(asked.request, sender, origin, PassRoute.name) {
    case .forward(var request):
      route.removeCredentials(&request)
      self.request = request
      ask(forwarder)
    case .answer(let response):
      completeAlone()
      client?.answerOrAbort(.response(response, body: []))
      over()
    }
  }

  /// Sends the request, with the cache's conditions in place of the client's.
  private func ask(_ forwarder: Forwarder) {
    guard attempts < PassCache.attempts else {
      return give(fault(.malformed, "the service answers what it was not asked"))
    }
    guard var sent = request else { return }
    attempts += 1
    sent.method = asked.request.method
    forwarding.apply(to: &sent.fields)
    if let record = asked.record {
      record.send(&sent)
    } else {
      sent.fields.set(cache.tracer.newTrace().context, nil)
    }
    self.sent = (cache.core.wallSeconds, route.mirrored?.ticket(for: sent))
    let call = forwarder.send(sent, route.options, for: self)
    if self.sent != nil { pending = call }
  }

  private func fault(_ kind: BackendFault.Kind, _ seen: String) -> BackendFault {
    BackendFault(kind, of: route.declaration.backend, seen)
  }

  private func give(_ fault: BackendFault) {
    // A client that has left does not fail the others: the next waiter fetches.
    if !isGivenUp { lease?.fail(fault, at: now) }
    if let client { cache.fail(client, asked, forwarding, found, fault) }
    over()
  }

  override func giveUp() {
    pending?.cancel()
    if body != nil { breakOff(ClientError(.cancelled, "nobody reads the answer")) }
  }

  func completeAlone() { lease?.completeAlone(at: now) }

  /// Ends the wait; what moves the body to the client goes on.
  func over() {
    isOver = true
    (client, body, whenRead, reply) = (nil, nil, nil, nil)
    close()
  }
}

extension PassFetch: CallSink {
  func informed(_ interim: Response) {
    if let client { Forwarder.inform(client, interim) }
  }

  func opened(_ call: OpenCall) {
    pending = nil
    guard let sent = sent.take(), !isGivenUp else {
      call.cancel()
      return over()
    }
    asked.record?.answered(call.exchange.response, at: call.endpoint)
    var response = call.exchange.response
    response.fields.appendVia(received: call.exchange.version, by: PassRoute.name)
    let answered = AnsweredRequest(
      request: asked.request,
      response: response,
      requestTime: sent.at,
      responseTime: cache.core.wallSeconds
    )
    let outcome = ForwardedOutcome(
      answered,
      forwarding,
      candidates: found.heads,
      rules: route.rules
    )
    sent.mirrored?.status = response.status
    if case .repeat(let next) = outcome, case .service(let forwarder) = route.destination {
      call.cancel()
      forwarding = next
      return ask(forwarder)
    }
    letNextFetch()
    let reply = PassReply(
      call: call,
      forwarding: forwarding,
      answered: answered,
      outcome: outcome,
      mirrored: sent.mirrored
    )
    self.reply = reply
    answer(with: reply)
  }

  func failed(_ fault: BackendFault) {
    (pending, sent) = (nil, nil)
    asked.record?.failed(fault)
    give(fault)
  }
}

extension PassFetch: ExchangeObserver {
  func exchangeHasRoom() { mover?.exchangeHasRoom() }

  func exchangeClosed() {
    client = nil
    mover?.exchangeClosed()
    mover = nil
    if !isOver { leave() }
  }
}

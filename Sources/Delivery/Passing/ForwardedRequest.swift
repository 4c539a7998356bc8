// SPDX-License-Identifier: Apache-2.0

// Content goes from the block that it was read to straight to the other side's socket. What a side does not
// take yet stays there, and the other one is not read on: a slow client costs one block. An answer that the
// service aborted is aborted towards the client as well, and an upload that the client aborted towards the
// service: what is incomplete never looks complete.

import Backends
import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor

/// A request on its way to a service, and its answer on the way back, moved by the events of both connections.
final class ForwardedRequest {
  private enum Stage {
    /// Nothing has come of the answer. There is no call as long as the request's body is collected.
    case asked(Call?)
    /// The head of the answer is passed on.
    case answering(OpenCall)
    /// Both sides speak another protocol.
    case upgraded(Tunnel)
    case over
  }

  private let exchange: Exchange
  private let forwarder: Forwarder?
  /// The changes that the route makes, as long as there is something to change.
  private var route: (any ForwardedRoute)?
  private let upgrade: UpgradeRules?
  /// The request's body, until all of it is sent.
  private var body: ForwardedBody?
  /// Is shown what the client gets of the answer.
  private var observer: (any ContentObserver)?
  private var stage = Stage.asked(nil)
  /// Whether the answer ends behind what has come, since the gateway is to stop.
  private var isLeaving = false

  /// - Parameter upgrade: how both sides go on in another protocol, which the request asks for.
  init(
    _ exchange: Exchange,
    by forwarder: Forwarder?,
    _ route: (any ForwardedRoute)?,
    _ upgrade: UpgradeRules? = nil
  ) {
    self.exchange = exchange
    self.forwarder = forwarder
    self.route = route
    self.upgrade = upgrade
  }

  // MARK: the request

  func begin(_ request: consuming Request, _ options: CallOptions) {
    guard exchange.bodyLength != 0, let forwarder else { return send(request, .none, options) }
    body = ForwardedBody(exchange, behind: request, options, forwarder)
    collect()
  }

  private func send(_ request: consuming Request, _ content: CallBody, _ options: CallOptions) {
    guard let forwarder else { return }
    route?.prepare(&request)
    let call = forwarder.send(request, options, body: content, for: self)
    if case .asked = stage { stage = .asked(call) }
  }

  /// Sends the request once enough of its body has come.
  private func collect() {
    guard let body else { return }
    do throws(ExchangeError) {
      guard let content = try body.collect() else { return }
      if content.isReplayable { self.body = nil }
      send(body.request, content, body.options)
    } catch {
      refuse(error)
    }
  }

  /// Sends what has come of the body.
  private func moveBody(_ call: OpenCall) {
    do {
      if try body?.move(to: call) == true { body = nil }
    } catch let error as ExchangeError {
      refuse(error, call)
    } catch {
      // The call has failed, and tells why.
      body = nil
    }
  }

  /// Ends it for what the client did wrong with its body.
  private func refuse(_ error: ExchangeError, _ call: OpenCall? = nil) {
    end()
    call?.cancel()
    exchange.refuse(error)
  }

  // MARK: the answer

  private func answer(_ call: OpenCall) {
    let received = call.exchange
    let agrees = upgrade != nil && received.response.status == .switchingProtocols
    var (response, length) = ResponseForwarding.response(
      received.takeResponse(),
      of: received,
      forwarder?.name ?? ""
    )
    let observer = route.take()?.prepare(&response, at: call.endpoint)
    if agrees, let upgrade {
      begin(upgrade, response, call)
    } else {
      answer(call, response, length, shownTo: observer)
    }
  }

  /// Goes on in the protocol that both sides have agreed to.
  private func begin(_ upgrade: UpgradeRules, _ response: Response, _ call: OpenCall) {
    // From here on the service works for nobody who waits: what it has to do is not counted any more.
    call.ended(nil)
    var response = response
    response.fields.append(FieldName(.upgrade), upgrade.name.description)
    do throws(ExchangeError) {
      try exchange.upgrade(response)
    } catch {
      stage = .over
      call.exchange.cancel()
      return exchange.abort()
    }
    let tunnel = Tunnel(exchange, call.exchange, upgrade)
    stage = .upgraded(tunnel)
    tunnel.begin()
  }

  /// Passes an answer on behind a head.
  func answer(
    _ call: OpenCall,
    _ response: Response,
    _ length: Int?,
    shownTo observer: (any ContentObserver)?
  ) {
    stage = .answering(call)
    self.observer = observer
    let isEventStream = exchange.request.method == .get && response.isEventStream
    do throws(ExchangeError) {
      try exchange.begin(response, length: length)
    } catch {
      return giveUp()
    }
    call.exchange.watch(self)
    if isEventStream { exchange.whenDraining { [weak self] in self?.leave() } }
    exchangeMoved()
  }

  /// A client opens its stream of events again where it ended; nobody waits for the end of this one.
  private func leave() {
    isLeaving = true
    exchangeMoved()
  }

  /// Passes on what there is of the body, as far as the client takes it.
  private func move(_ call: OpenCall, _ received: ClientExchange) {
    do {
      while true {
        switch try received.arrived() {
        case .nothing: if !isLeaving { return }
        case .bytes: guard try received.pass(to: exchange, shownTo: observer) else { return }
        case .end: return try finish(call, received)
        }
        if isLeaving { return try leave(call) }
      }
    } catch let error as ClientError {
      stage = .over
      call.ended(error)
      exchange.abort()
    } catch {
      giveUp()
    }
  }

  private func finish(
    _ call: OpenCall,
    _ received: ClientExchange
  ) throws(ExchangeError) {
    try exchange.end(trailers: ForwardedTrailers.clean(received.trailers))
    stage = .over
    call.ended(nil)
    observer?.finish()
  }

  /// Ends the answer behind what has come of it.
  private func leave(_ call: OpenCall) throws(ExchangeError) {
    call.exchange.unwatch()
    try exchange.end()
    stage = .over
    call.cancel()
    observer?.finish()
  }

  /// The answer cannot be passed on.
  private func giveUp() {
    end()
    exchange.abort()
  }

  /// Cancels the call, since its answer is not needed any more.
  private func end() {
    let stage = stage
    self.stage = .over
    body.take()?.leave()
    switch stage {
    case .asked(let call): call?.cancel()
    case .answering(let call):
      call.exchange.unwatch()
      call.cancel()
    case .upgraded(let tunnel): tunnel.end()
    case .over: break
    }
  }
}

extension ForwardedRequest: CallSink {
  func informed(_ interim: Response) { Forwarder.inform(exchange, interim) }

  func hasRoom(_ call: OpenCall) {
    // The client may be gone.
    if case .asked = stage { moveBody(call) } else { call.cancel() }
  }

  func opened(_ call: OpenCall) {
    if case .asked = stage { answer(call) } else { call.cancel() }
  }

  func failed(_ fault: BackendFault) {
    guard case .asked = stage else { return }
    stage = .over
    route.take()?.failed(fault)
    exchange.answerOrAbort(.response(fault.response(forwarder?.name ?? ""), body: fault.body))
  }
}

extension ForwardedRequest: ExchangeWatcher {
  func exchangeMoved() {
    guard case .answering(let call) = stage else { return }
    move(call, call.exchange)
    // A service may answer before it has the whole request.
    if body != nil, case .answering = stage { moveBody(call) }
  }
}

extension ForwardedRequest: ExchangeObserver {
  func exchangeHasRoom() {
    switch stage {
    case .answering(let call): move(call, call.exchange)
    case .upgraded(let tunnel): tunnel.exchangeMoved()
    case .asked, .over: break
    }
  }

  func exchangeHasContent() {
    if case .upgraded(let tunnel) = stage { return tunnel.exchangeMoved() }
    guard let body else { return }
    if let call = body.call { moveBody(call) } else if !body.isCollected { collect() }
  }

  func exchangeClosed() { end() }
}

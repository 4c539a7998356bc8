// SPDX-License-Identifier: Apache-2.0

// Content goes from the block that it was read to straight to the client's socket. What the client does
// not take yet stays there, and the server is not read on: a slow client costs one block.

import Backends
import Bytes
import HTTPClient
import HTTPServer
import HTTPValues
import Reactor

/// A request without a body on its way through, moved by the events of its two connections.
final class ForwardedRequest {
  private enum Stage {
    /// Nothing has come of the answer.
    case asked(Call?)
    /// The head of the answer is passed on.
    case answering(OpenCall)
    case over
  }

  private let exchange: Exchange
  private let name: String
  /// The changes that the route makes, as long as there is something to change.
  private var edits: Forwarder.Edits?
  /// Is shown what the client gets of the answer.
  private let watch: ((Span<UInt8>?) -> Void)?
  private var stage = Stage.asked(nil)
  /// Whether the answer ends behind what has come, since the gateway is to stop.
  private var isLeaving = false

  /// - Parameter name: Ours in Via.
  init(_ exchange: Exchange, _ name: String, _ edits: Forwarder.Edits) {
    self.exchange = exchange
    self.name = name
    self.edits = edits
    watch = edits.watch
  }

  func begin(_ request: consuming Request, by forwarder: Forwarder, _ options: CallOptions) {
    let call = forwarder.send(request, options, for: self)
    if case .asked = stage { stage = .asked(call) }
  }

  private func answer(_ call: OpenCall) {
    let received = call.exchange
    var (response, length) = ResponseForwarding.response(
      received.takeResponse(),
      of: received,
      name
    )
    edits.take()?.response(&response, call.endpoint)
    answer(call, response, length)
  }

  /// Passes an answer on behind a head.
  func answer(_ call: OpenCall, _ response: Response, _ length: Int?) {
    stage = .answering(call)
    let received = call.exchange
    let isEventStream = exchange.request.method == .get && response.isEventStream
    do throws(ExchangeError) {
      try exchange.begin(response, length: length)
    } catch {
      return giveUp(call)
    }
    received.watch(self)
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
        case .bytes: guard try pass(received) else { return }
        case .end: return try finish(call, received)
        }
        if isLeaving { return try leave(call) }
      }
    } catch let error as ClientError {
      stage = .over
      call.ended(error)
      exchange.abort()
    } catch {
      giveUp(call)
    }
  }

  /// Whether the client took all that there was.
  private func pass(_ body: ClientExchange) throws(ExchangeError) -> Bool {
    var hasRoom = true
    try body.lend { (bytes) throws(ExchangeError) in
      var taken = 0
      while taken < bytes.count, hasRoom {
        let count = try exchange.offer(bytes.extracting(taken...))
        hasRoom = count > 0
        taken += count
      }
      watch?(bytes.extracting(first: taken))
      return taken
    }
    return hasRoom
  }

  private func finish(
    _ call: OpenCall,
    _ received: ClientExchange
  ) throws(ExchangeError) {
    try exchange.end(trailers: ForwardedTrailers.clean(received.trailers))
    stage = .over
    call.ended(nil)
    watch?(nil)
  }

  /// Ends the answer behind what has come of it.
  private func leave(_ call: OpenCall) throws(ExchangeError) {
    call.exchange.unwatch()
    try exchange.end()
    stage = .over
    call.cancel()
    watch?(nil)
  }

  /// The answer cannot be passed on.
  private func giveUp(_ call: OpenCall) {
    stage = .over
    call.exchange.unwatch()
    call.cancel()
    exchange.abort()
  }
}

extension ForwardedRequest: CallSink {
  func informed(_ interim: Response) { Forwarder.inform(exchange, interim) }

  func opened(_ call: OpenCall) {
    // The client may be gone.
    if case .asked = stage { answer(call) } else { call.cancel() }
  }

  func failed(_ fault: BackendFault) {
    guard case .asked = stage else { return }
    stage = .over
    edits.take()?.failed?(fault)
    exchange.answerOrAbort(.response(fault.response(name), body: fault.body))
  }
}

extension ForwardedRequest: ExchangeWatcher {
  func exchangeMoved() {
    if case .answering(let call) = stage { move(call, call.exchange) }
  }
}

extension ForwardedRequest: ExchangeObserver {
  func exchangeHasRoom() { exchangeMoved() }

  func exchangeClosed() {
    let stage = stage
    self.stage = .over
    switch stage {
    case .asked(let call): call?.cancel()
    case .answering(let call):
      call.exchange.unwatch()
      call.cancel()
    case .over: break
    }
  }
}

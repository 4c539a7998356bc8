// SPDX-License-Identifier: Apache-2.0

// The work of an intermediary on a message, RFC 9110 section 7.6: hop-by-hop fields are removed,
// Via names us, a message that was here before is refused, Max-Forwards counts down. Bodies stream
// in both directions at once.

package import Backends
package import HTTPClient
package import HTTPServer
package import HTTPValues
package import Services

/// Passes requests on to one service and its responses back.
package final class Forwarder {
  let backend: Backend
  /// Origin of requests that name no other.
  package let origin: Origin
  /// Additions to its requests.
  private let sent: SentValues?
  private let whenSent: () -> Void
  /// Our name in Via.
  let name: String
  /// Bytes of request bodies that wait for the rest.
  var heldBytes = 0

  /// - Parameters:
  ///   - sent: additions to requests, beside those of the backend.
  ///   - whenSent: is called for each request to the service.
  package init(
    to backend: Backend,
    _ origin: Origin,
    name: String = "portico",
    adding sent: SentValues = SentValues(),
    whenSent: @escaping () -> Void = {}
  ) {
    self.backend = backend
    self.origin = origin
    self.name = name
    self.sent = sent.isEmpty ? nil : sent
    self.whenSent = whenSent
  }

  /// Begins to answer `exchange` with what the upstream says to its request.
  ///
  /// - Parameters:
  ///   - sender: the client's peer, whom nobody trusts, unless given.
  ///   - upgrade: how both sides go on in another protocol, which the request asks for.
  package func begin(
    _ exchange: Exchange,
    of sender: RequestSender? = nil,
    options: CallOptions = CallOptions(),
    along route: (any ForwardedRoute)? = nil,
    upgrade: UpgradeRules? = nil
  ) -> ExchangeWork {
    let sender = sender ?? RequestSender(exchange.peer)
    switch RequestForwarding.decide(exchange.request, sender, origin, name) {
    case .answer(let response):
      exchange.answerOrAbort(.response(response, body: []))
      return .none
    case .forward(let request):
      var options = options
      options.upgrade = upgrade?.name
      let forwarded = ForwardedRequest(exchange, by: self, route, upgrade)
      forwarded.begin(request, options)
      return .events(forwarded)
    }
  }

  /// Passes an answer on whose head has come; returns what moves its body.
  ///
  /// - Parameters:
  ///   - response: the head for the client.
  ///   - observer: is shown what the client gets of the body.
  package static func pass(
    _ call: OpenCall,
    to exchange: Exchange,
    _ response: Response,
    length: Int?,
    shownTo observer: (any ContentObserver)?
  ) -> any ExchangeObserver {
    let forwarded = ForwardedRequest(exchange, by: nil, nil)
    forwarded.answer(call, response, length, shownTo: observer)
    return forwarded
  }

  /// Sends a request on, and tells `sink` when its answer can be read.
  package func send(
    _ request: consuming Request,
    _ options: CallOptions,
    body: CallBody = .none,
    for sink: any CallSink
  ) -> Call {
    whenSent()
    return backend.begin(
      BackendCall(streaming: request, body: body, options: options, adding: sent),
      for: sink
    )
  }

  /// Passes an interim response on to the client.
  package static func inform(_ exchange: Exchange, _ response: Response) {
    // 100 is between the origin and us; others are for the client.
    guard response.status != .continue else { return }
    var interim = response
    interim.fields.removeHopByHop()
    // A client that has gone is noticed when the answer is written.
    try? exchange.inform(interim)
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import HTTPCaching
import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor

/// A request along a pass whose answer is not stored, until its head has come.
struct PassedRequest {
  fileprivate let exchange: Exchange
  /// The request's target, with its path in normal form.
  fileprivate let target: String
  /// The target, along a pass with a cache.
  private let asked: PassTarget?
  private let responses: ResponseStore
  private let begun: Int64
  private let epoch: PurgeEpoch
  fileprivate var ticket: MirrorTicket?

  init(
    _ exchange: Exchange,
    _ target: String,
    _ asked: PassTarget?,
    in responses: ResponseStore
  ) {
    self.exchange = exchange
    self.target = target
    self.asked = asked
    self.responses = responses
    begun = responses.core.wallSeconds
    epoch = responses.store.purgeEpoch
  }

  /// Prepares the answer for the client. Stored answers that it invalidates are removed.
  fileprivate func finish(_ response: inout Response, _ route: PassRoute) {
    invalidate(for: response, route)
    let isOvertaken = isOvertaken(response, route)
    route.finish(&response, asked: exchange.request.fields)
    if response.status != .switchingProtocols { report(isOvertaken, in: &response) }
  }

  private func invalidate(for response: Response, _ route: PassRoute) {
    guard let asked else { return }
    let answered = AnsweredRequest(
      request: asked.request(of: exchange.request),
      response: response,
      requestTime: begun,
      responseTime: responses.core.wallSeconds
    )
    if let worthless = Invalidation(answered) { responses.invalidate(worthless, route) }
  }

  /// Whether a purge or a publication has overtaken the answer.
  private func isOvertaken(_ response: Response, _ route: PassRoute) -> Bool {
    // A request that changes something purges what its own answer belongs to.
    guard exchange.request.method == .get || exchange.request.method == .head else { return false }
    return responses.isOvertaken(
      response,
      asked ?? responses.target(of: exchange.request, target, route),
      route,
      since: epoch
    )
  }

  private func report(_ isOvertaken: Bool, in response: inout Response) {
    let status: String
    if isOvertaken {
      response.overtake(at: responses.core.wallSeconds)
      status = PassedRequest.cacheStatus(asked == nil ? .bypass : .method, timeLeft: -1)
    } else {
      status = asked == nil ? PassedRequest.bypassed : PassedRequest.uncachedMethod
    }
    response.fields.append(FieldName(.cacheStatus), status)
  }

  /// Cache-Status of a response that bypasses the cache (`fwd=bypass`).
  private static let bypassed = cacheStatus(.bypass)
  /// Cache-Status of a response to a method that is not cached (`fwd=method`).
  private static let uncachedMethod = cacheStatus(.method)

  private static func cacheStatus(
    _ reason: CacheStatus.Forwarded,
    timeLeft: Int? = nil
  ) -> String {
    CacheStatus(
      PassRoute.name,
      .forwarded(reason, status: nil, isStored: false, isCollapsed: nil),
      timeLeft: timeLeft
    ).member
  }
}

extension PassRecord: ForwardedRoute {
  func prepare(_ request: inout Request) {
    guard let passed else { return }
    route.prepare(&request, target: passed.target)
    send(&request)
    if passed.exchange.bodyLength == 0 {
      self.passed?.ticket = route.mirrored?.ticket(for: request)
    }
  }

  func prepare(
    _ response: inout Response,
    at endpoint: Destination?
  ) -> (any ContentObserver)? {
    answered(response, at: endpoint)
    // A stream of events would hold it for long.
    guard let passed = passed.take() else { return nil }
    passed.ticket?.status = response.status
    passed.finish(&response, route)
    return passed.ticket
  }
}

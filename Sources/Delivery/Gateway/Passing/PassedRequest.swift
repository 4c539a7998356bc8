// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import Backends
import HTTPCaching
import HTTPClient
import HTTPServer
import HTTPValues
import Passing
import Reactor

/// A request along a pass whose answer is not stored, as its route changes and records it.
///
/// Stored answers that the answer invalidates are removed.
final class PassedRequest: ForwardedRoute {
  private let exchange: Exchange
  /// The request's target, with its path in normal form.
  private let target: String
  private let record: PassRecord
  /// The target, along a pass with a cache.
  private let asked: PassTarget?
  private let responses: ResponseStore
  private let begun: Int64
  private let epoch: PurgeEpoch
  private var ticket: MirrorTicket?

  init(
    _ exchange: Exchange,
    _ target: String,
    _ record: PassRecord,
    _ asked: PassTarget?,
    in responses: ResponseStore
  ) {
    self.exchange = exchange
    self.target = target
    self.record = record
    self.asked = asked
    self.responses = responses
    begun = responses.core.wallSeconds
    epoch = responses.store.purgeEpoch
  }

  private var route: PassRoute { record.route }

  func prepare(_ request: inout Request) {
    route.prepare(&request, target: target)
    record.send(&request)
    if exchange.bodyLength == 0 { ticket = route.mirrored?.ticket(for: request) }
  }

  func answered(
    _ response: inout Response,
    at endpoint: Destination?
  ) -> (any ContentObserver)? {
    record.answered(response, at: endpoint)
    ticket?.status = response.status
    invalidate(for: response)
    let isOvertaken = isOvertaken(response)
    route.finish(&response, asked: exchange.request.fields)
    if response.status != .switchingProtocols { report(isOvertaken, in: &response) }
    return ticket
  }

  func failed(_ fault: BackendFault) { record.failed(fault) }

  private func invalidate(for response: Response) {
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
  private func isOvertaken(_ response: Response) -> Bool {
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

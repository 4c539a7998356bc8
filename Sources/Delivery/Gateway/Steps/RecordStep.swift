// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPServer
import HTTPValues
import Plans
import ResourceService

/// Answers a request for records of the site, which are in this process: with one record that is found at once, with
/// a kept answer or a read on another thread, or over the exchange.
struct RecordStep {
  let route: PassRoute
  let records: LoopRecords
  /// The path of the request in its normal form.
  let path: String
  /// Whether a kept answer was looked for, and there was none.
  let hasMissed: Bool
  let cache: PassCache

  func begin(_ exchange: Exchange, _ record: PassRecord) -> ExchangeWork {
    exchange.bodyLimit = route.declaration.bodyBytes
    record.isOfRecords = true
    guard let handler = records.handler else { return refuse(exchange, records.away) }
    let target = PassRoute.target(path, exchange.request.target)
    let sender = route.recordSender(of: exchange.request, from: exchange.peer)
    let (method, fields) = (exchange.request.method, exchange.request.fields)
    guard let request = handler.request(method, target, fields, from: sender) else {
      return refuse(exchange, handler.unreadable)
    }
    guard exchange.bodyLength == 0, !exchange.request.asksForEventStream, handler.isRead(request)
    else { return handler.begin(exchange, request) }
    record.cacheResult = .miss
    let read = RecordRead(request, handler, along: route)
    let epoch = cache.responses.store.purgeEpoch
    if hasMissed, let reply = handler.promptReply(to: read.request) {
      var asked = exchange.request
      asked.target = target
      let (answer, _) = cache.answer(with: reply, of: read, to: asked, of: exchange, since: epoch)
      exchange.answerOrAbort(answer)
      return .none
    }
    guard
      let asked = PassRequest(
        exchange,
        route,
        target: target,
        record,
        reading: read,
        in: cache.responses.store
      )
    else { return handler.begin(exchange, request) }
    return cache.begin(exchange, asked)
  }

  /// Answers where the records cannot.
  private func refuse(_ exchange: Exchange, _ reply: ResourceReply) -> ExchangeWork {
    exchange.refusal = reply.refusal
    let response = Response(reply.status, fields: reply.fields)
    exchange.answerOrAbort(.response(response, body: reply.body))
    return .none
  }
}

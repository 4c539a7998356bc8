// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import HTTPServer
import HTTPValues
import ResourceService
import Services

/// Answers a request for records of the site, which are in this process: with one record that is found at once, with
/// a kept answer or a read on another thread, or over the exchange.
struct RecordStep {
  let route: PassRoute
  let records: LoopRecords
  /// The path of the request in its normal form.
  let path: String
  /// The target of which no answer was found, if one was looked for.
  let missed: PassTarget?
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
    if let missed, let reply = handler.promptReply(to: read.request) {
      let (answer, _) = cache.answer(
        with: reply,
        of: read,
        to: exchange.request.fields,
        at: missed,
        of: exchange,
        since: epoch
      )
      exchange.answerOrAbort(answer)
      return .none
    }
    guard let asked = missed ?? cache.responses.target(of: exchange.request, target, route) else {
      return handler.begin(exchange, request)
    }
    return cache.begin(exchange, PassRequest(exchange, at: asked, record, reading: read))
  }

  /// Answers where the records cannot.
  private func refuse(_ exchange: Exchange, _ reply: ResourceReply) -> ExchangeWork {
    exchange.refusal = reply.refusal
    let response = Response(reply.status, fields: reply.fields)
    exchange.answerOrAbort(.response(response, body: reply.body))
    return .none
  }
}

// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import Edges
import HTTPCaching
import HTTPServer
import HTTPValues
import Reactor
import ResourceService

/// A read of records of the site for a client.
struct RecordRead {
  let route: PassRoute
  let handler: ResourceHandler
  /// The request as the records are asked: for the whole answer where others may have it.
  let request: ResourceRequest
  /// Whether nothing in the request says who sends it.
  let isAnonymous: Bool

  init(_ request: ResourceRequest, _ handler: ResourceHandler, along route: PassRoute) {
    self.route = route
    self.handler = handler
    isAnonymous = handler.isAnonymous(request)
    self.request = isAnonymous ? request.withoutConditions : request
  }

  /// Whether others may have an answer.
  fileprivate func isShared(_ reply: ResourceReply) -> Bool {
    guard reply.status == .ok, let lifetime = reply.lifetime, lifetime.isPublic else {
      return false
    }
    return (isAnonymous || !lifetime.hasRules) && !reply.fields.contains(FieldName(.setCookie))
  }
}

extension PassCache {
  /// Keeps an answer of the records if others may have it, and returns it as the client gets it.
  ///
  /// - Parameters:
  ///   - fields: the request's fields.
  ///   - client: the client, which may have left.
  ///   - epoch: the purge epoch when the records were asked.
  func answer(
    with reply: ResourceReply,
    of read: RecordRead,
    to fields: Fields,
    at target: PassTarget,
    of client: Exchange?,
    since epoch: PurgeEpoch,
    _ reason: ReuseReason = .nothingKept,
    isCollapsed: Bool? = nil
  ) -> (answer: ReadyAnswer, isKept: Bool) {
    let kept = keep(reply, of: read, fields, at: target, since: epoch)
    let shown = read.isAnonymous ? read.handler.conditioned(reply, by: fields) : reply
    client?.refusal = shown.refusal(of: target.uri.target, below: read.request.mount)
    var response = Response(shown.status, fields: shown.fields)
    if reply.lifetime?.isPublic != true,
      fields.contains(FieldName(.cookie)) || response.fields.contains(FieldName(.setCookie))
    {
      // An answer for one visitor must not be stored by any cache in between.
      response.fields.set(FieldName(.cacheControl), "no-store")
    }
    var status = CacheStatus.forwarded(
      PassRoute.name,
      reason,
      status: shown.status,
      stored: kept,
      isCollapsed: isCollapsed,
      now: core.wallSeconds
    )
    let isOvertaken = responses.isOvertaken(target, read.route, since: epoch) { _ in
      reply.lifetime?.tags.tags.compactMap { TagName($0.description) } ?? []
    }
    if isOvertaken, reply.lifetime != nil {
      response.overtake(at: core.wallSeconds)
      status.timeLeft = -1
    }
    status.append(to: &response.fields)
    return (.response(response, body: shown.body), kept != nil)
  }

  /// Keeps an answer that others may have; returns its head, or `nil` for another one.
  private func keep(
    _ reply: ResourceReply,
    of read: RecordRead,
    _ fields: Fields,
    at target: PassTarget,
    since epoch: PurgeEpoch
  ) -> StoredResponse? {
    guard read.isShared(reply), reply.body.count <= responses.bodyLimit,
      let expiry = reply.lifetime?.expiry, expiry.seconds > core.wallSeconds,
      let variant = VariantKey(
        vary: reply.fields.view,
        request: fields.view,
        rules: read.route.rules.variance
      )
    else { return nil }
    let head = StoredResponse(
      made: Response(reply.status, fields: reply.fields),
      length: reply.body.count,
      for: variant,
      tag: reply.entityTag,
      until: expiry.seconds,
      at: core.wallSeconds
    )
    responses.add(
      head,
      reply.body,
      of: target,
      since: epoch
    )
    return head
  }
}

extension PassFetch {
  /// Reads records on another thread, for all who want the same.
  func begin(_ read: RecordRead) {
    let epoch = store.purgeEpoch
    read.handler.read(read.request) { [self] in answered($0, read, since: epoch) }
  }

  private func answered(_ reply: ResourceReply, _ read: RecordRead, since epoch: PurgeEpoch) {
    letNextFetch()
    let (answer, isKept) = cache.answer(
      with: reply,
      of: read,
      to: asked.request.fields,
      at: asked.target,
      of: client,
      since: epoch,
      forwarding.reason,
      isCollapsed: lease == nil ? nil : false
    )
    if isKept { lease?.complete(at: now) } else { completeAlone() }
    client?.answerOrAbort(answer)
    over()
  }
}

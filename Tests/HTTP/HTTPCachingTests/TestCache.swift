// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// What an origin answers.
struct OriginReply {
  var response: Response
  var body: [UInt8]
  var isComplete = true

  init(_ code: Int = 200, _ lines: [String] = [], body: String = "0123456789", at now: Int64) {
    response = HTTPCachingTests.response(code, lines, at: now)
    self.body = response.status.forbidsContent ? [] : Array(body.utf8)
  }
}

/// What a client gets.
struct ClientReply {
  var response: Response
  var body: [UInt8]
  /// The request that the origin saw in the end, when it saw one before the client had its answer.
  var sent: Request?
  var text: String { String(decoding: body, as: UTF8.self) }
  var isFromStorage: Bool { sent == nil }
}

/// A whole cache in memory that does what the decisions say and nothing else: what a gateway does
/// with sockets and a storage, with a scripted origin and instants.
struct TestCache {
  struct Entry {
    var head: StoredResponse
    var body: [UInt8]
    /// Where the body stands in the representation.
    var base: Int

    init(head: StoredResponse, body: [UInt8]) {
      self.head = head
      self.body = body
      guard case .part(let range, _) = head.content else {
        base = 0
        return
      }
      base = range.lowerBound
    }

    /// The bytes of the representation at these positions.
    subscript(_ range: Range<Int>) -> [UInt8] {
      let start = max(range.lowerBound - base, 0)
      let end = min(range.upperBound - base, body.count)
      return start < end ? Array(body[start..<end]) : []
    }
  }

  var rules: CachingRules
  var entries: [TargetURI: [Entry]] = [:]
  /// Requests that the origin saw after the client had its answer.
  var background: [Request] = []
  /// What became of the last answer that came.
  var reason: CachingReason?

  init(rules: CachingRules = CachingRules()) { self.rules = rules }

  typealias Origin = (Request) -> OriginReply?

  mutating func send(_ request: Request, at now: Int64, origin: Origin) -> ClientReply {
    let kept = candidates(of: request)
    let decision = ReuseDecision(
      method: request.method,
      fields: request.fields.view,
      candidates: kept.map(\.head),
      now: now,
      rules: rules
    )
    switch decision {
    case .answer(let answer): return reply(kept[answer.candidate], answer, now)
    case .answerAndRevalidate(let answer, let forwarding):
      let reply = reply(kept[answer.candidate], answer, now)
      if let sent = forward(request, forwarding, now, origin).sent { background.append(sent) }
      return reply
    case .gatewayTimeout: return ClientReply(response: Response(.gatewayTimeout), body: [])
    case .forward(let forwarding): return forward(request, forwarding, now, origin)
    }
  }

  private func candidates(of request: Request) -> [Entry] {
    TargetURI(request).flatMap { entries[$0] } ?? []
  }

  private mutating func forward(
    _ request: Request,
    _ forwarding: Forwarding,
    _ now: Int64,
    _ origin: Origin
  ) -> ClientReply {
    var sent = request
    forwarding.apply(to: &sent.fields)
    guard let reply = origin(sent) else { return unreachable(request, sent, now) }
    let answered = AnsweredRequest(
      request: request,
      response: reply.response,
      requestTime: now,
      responseTime: now
    )
    if let invalidation = Invalidation(answered) { apply(invalidation) }
    let kept = candidates(of: request)
    let outcome = ForwardedOutcome(
      answered,
      forwarding,
      candidates: kept.map(\.head),
      rules: rules
    )
    switch outcome {
    case .pass(let decision, let changes, let isNotModified):
      reason = decision.reason
      var all = apply(changes, reply, to: kept)
      if var stored = decision.stored {
        let refusal = stored.received(reply.body.count, isComplete: reply.isComplete, rules: rules)
        if refusal == nil { all.append(Entry(head: stored, body: reply.body)) }
        reason = refusal ?? reason
      }
      keep(all, for: request)
      let response = isNotModified ? Response(.notModified) : reply.response
      let isEmpty = isNotModified || request.method == .head
      return ClientReply(response: response, body: isEmpty ? [] : reply.body, sent: sent)
    case .answer(let stored, let answer, let changes):
      let all = apply(changes, reply, to: kept)
      var entry = kept[answer.candidate]
      for case .extend(answer.candidate, let head, let range) in changes {
        entry = TestCache.extended(entry, head, range, reply.body)
      }
      keep(all, for: request)
      entry.head = stored
      var told = self.reply(entry, answer, now)
      told.sent = sent
      return told
    case .standIn(let answer):
      var told = self.reply(kept[answer.candidate], answer, now)
      told.sent = sent
      return told
    case .repeat(let again): return forward(request, again, now, origin)
    }
  }

  private func unreachable(_ request: Request, _ sent: Request, _ now: Int64) -> ClientReply {
    let kept = candidates(of: request)
    let answer = StoredAnswer.standIn(
      for: .unreachable,
      method: request.method,
      fields: request.fields.view,
      candidates: kept.map(\.head),
      now: now,
      rules: rules
    )
    guard let answer else {
      return ClientReply(response: Response(.badGateway), body: [], sent: sent)
    }
    var told = reply(kept[answer.candidate], answer, now)
    told.sent = sent
    return told
  }

  private func reply(_ entry: Entry, _ answer: StoredAnswer, _ now: Int64) -> ClientReply {
    let body: [UInt8] =
      switch answer.form {
      case .whole: entry.body
      case .headOnly, .notModified, .unsatisfiable: []
      case .part(let range): entry[range]
      case .parts(let ranges): ranges.flatMap { entry[$0] + [UInt8(ascii: "|")] }
      }
    return ClientReply(response: answer.head(of: entry.head, now: now), body: body)
  }

  private mutating func apply(_ invalidation: Invalidation) {
    for target in entries.keys {
      entries[target]?.removeAll { invalidation.covers($0.head, of: target) }
    }
  }

  private func apply(
    _ changes: [StorageChange],
    _ reply: OriginReply,
    to kept: [Entry]
  ) -> [Entry] {
    var all: [Entry?] = kept
    for change in changes {
      switch change {
      case .replace(let index, let head): all[index]?.head = head
      case .extend(let index, let head, let range):
        all[index] = TestCache.extended(kept[index], head, range, reply.body)
      case .add(let index, let head): all.append(Entry(head: head, body: kept[index].body))
      case .remove(let index): all[index] = nil
      }
    }
    return all.compactMap { $0 }
  }

  private static func extended(
    _ entry: Entry,
    _ head: StoredResponse,
    _ range: Range<Int>,
    _ body: [UInt8]
  ) -> Entry {
    let kept = entry.base..<(entry.base + entry.body.count)
    let before = entry[kept.lowerBound..<max(range.lowerBound, kept.lowerBound)]
    let after = entry[min(range.upperBound, kept.upperBound)..<kept.upperBound]
    return Entry(head: head, body: before + body + after)
  }

  private mutating func keep(_ all: [Entry], for request: Request) {
    if let target = TargetURI(request) { entries[target] = all }
  }
}

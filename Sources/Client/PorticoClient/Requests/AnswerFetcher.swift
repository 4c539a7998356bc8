// SPDX-License-Identifier: Apache-2.0

/// Fetches answers: shares equal requests, revalidates copies, and puts the objects of answers into a store.
final class AnswerFetcher: Sendable {
  /// The answer that coalesced tasks share.
  struct Received: Sendable {
    var answer: Answer
    var status: Int
    var bytes = 0
    var requests: Int
    var instants: RequestInstants
  }

  private typealias Shared = SharedRequest<Received>

  /// The most bytes of an answer that is no JSON.
  private static let largestBytes = 64 << 20
  /// The methods that change nothing (RFC 9110 section 9.2.1, RFC 10008).
  private static let safe: Set = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"]

  let sender: RequestSender
  private let store: ObjectStore
  private let answers: StoredAnswers
  /// Requests in flight that equal ones join.
  private let underWay = Locked<[String: Shared]>([:])

  init(_ sender: RequestSender, into store: ObjectStore, _ answers: StoredAnswers) {
    (self.sender, self.store, self.answers) = (sender, store, answers)
  }

  /// The name of an address in the store: its path and query where it is of the environment's own origin.
  func target(of address: WebAddress) -> String {
    sender.isOwn(address) ? address.target : address.description
  }

  /// Sends a request, or waits for an equal one in flight.
  func fetched(
    _ request: WireRequest,
    _ kept: StoredAnswer?,
    for handle: TaskHandle
  ) async throws -> Answer {
    let own = Shared()
    var shared = own
    let key = AnswerFetcher.key(request)
    if request.method == "GET" {
      shared = underWay.withLock { underWay in
        defer { underWay[key] = underWay[key] ?? own }
        return underWay[key] ?? own
      }
    }
    if shared === own {
      let task = handle.id
      own.start { [self] in
        try await get(request, kept, for: task) { [weak own] in await own?.hand($0, in: $1) }
      } ended: { [self] in
        underWay.withLock { if $0[key] === own { $0[key] = nil } }
      }
    } else {
      handle.note { $0.isJoined = true }
    }
    let received: Received
    do {
      received = try await shared.value(for: handle.feed)
    } catch is CancellationError where !Task.isCancelled {
      // The others left it just before this task came.
      return try await fetched(request, kept, for: handle)
    }
    handle.note { record in
      record.status = received.status
      record.requestID = received.answer.fields["x-request-id"]
      (record.bytes, record.source) = (received.bytes, received.answer.source)
      record.requests += received.requests
      record.phases = received.instants.phases(from: handle.launch)
    }
    return received.answer
  }

  private static func key(_ request: WireRequest) -> String {
    let fields = request.fields.all.filter { $0.name != "sec-purpose" }
    let texts = fields.map { "\($0.name):\($0.value)" }
    return "\(request.address) " + texts.joined(separator: "\n")
  }

  private typealias Hand = @Sendable ([String], ObjectStore) async -> Void

  /// Sends a request, and stores the answer.
  private func get(
    _ request: WireRequest,
    _ kept: StoredAnswer?,
    for task: String,
    _ hand: @escaping Hand
  ) async throws -> Received {
    let number = answers.number()
    var conditional = request
    if let tag = kept?.fields["etag"] {
      conditional.fields["If-None-Match"] = tag
    } else if let date = kept?.fields["last-modified"] {
      conditional.fields["If-Modified-Since"] = date
    }
    var exchange = try await sender.send(conditional, for: task)
    let response = exchange.response
    let target = target(of: exchange.request.address)
    if response.status == 304, let kept, exchange.requests == 1,
      let collection = await answers.collection(from: target)
    {
      // Another tag is that of another answer (RFC 9111 section 4.3.4).
      if let tag = response.fields["etag"], tag != kept.fields["etag"] {
        return try await get(request, nil, for: task, hand)
      }
      let answer = await current(kept, collection, response.fields, target, number)
      await hand(collection.items.map { $0 }, store)
      return received(answer, exchange)
    }
    guard (200..<300).contains(response.status) else {
      let error = await RequestError(response, to: exchange.request, of: task, now: sender.now)
      if error.kind == .gone { answers.forget(target) }
      throw error
    }
    if !AnswerFetcher.safe.contains(request.method) {
      await invalidate([request.address, exchange.request.address], response.fields)
    }
    guard request.method != "HEAD", response.status != 204 else {
      if request.method == "HEAD" { await freshen(target, request.fields, response.fields, number) }
      return received(Answer(of: task, in: store, response.fields), exchange)
    }
    let (answer, bytes) = try await taken(&exchange, request.fields, for: task, number, hand)
    var received = received(answer, exchange)
    received.bytes = bytes
    return received
  }

  private func received(_ answer: Answer, _ exchange: RequestSender.Exchange) -> Received {
    var instants = exchange.instants
    instants.stored = sender.elapsed()
    return Received(
      answer: answer,
      status: exchange.response.status,
      requests: exchange.requests,
      instants: instants
    )
  }

  /// The copy that a 304 calls current.
  private func current(
    _ kept: StoredAnswer,
    _ collection: ObjectCollection,
    _ fields: WireFields,
    _ target: String,
    _ number: UInt64
  ) async -> Answer {
    let updated = kept.updated(by: fields, now: sender.now, number)
    if updated.freshness.isKept {
      store.refresh(collection, until: updated.freshness.expires)
      answers.keep(updated, from: target)
    } else {
      answers.forget(target)
    }
    var answer = Answer(
      collection: collection,
      snapshot: await store.load(collection.items.map { $0 }),
      source: .copy,
      fields: updated.fields,
      bytes: nil,
      next: updated.next
    )
    answer.fields["x-request-id"] = fields["x-request-id"]
    return answer
  }

  /// Updates a copy by the head of its address (RFC 9111 section 4.3.5).
  private func freshen(
    _ target: String,
    _ request: WireFields,
    _ fields: WireFields,
    _ number: UInt64
  ) async {
    guard let kept = await answers.answer(from: target, to: request) else { return }
    if let tag = fields["etag"], tag == kept.fields["etag"] {
      answers.keep(kept.updated(by: fields, now: sender.now, number), from: target)
    } else {
      await answers.invalidate(target)
    }
  }

  /// Marks the copies from the addresses that a request has changed (RFC 9111 section 4.4).
  private func invalidate(_ addresses: [WebAddress], _ fields: WireFields) async {
    let named = ["location", "content-location"].compactMap { fields[$0] }
    let linked = named.compactMap { addresses.last?.resolving($0) }
    for address in Set(addresses + linked.filter { sender.isOwn($0) }) {
      await answers.invalidate(target(of: address))
    }
  }

  /// Takes the body of an answer in.
  private func taken(
    _ exchange: inout RequestSender.Exchange,
    _ fields: WireFields,
    for task: String,
    _ number: UInt64,
    _ hand: Hand
  ) async throws -> (Answer, bytes: Int) {
    let (request, response) = (exchange.request, exchange.response)
    let target = target(of: request.address)
    let address = request.address.description
    let head = CopyFreshness(response.fields, now: sender.now)
    let isJSON = response.fields["content-type"]?.isJSON ?? false
    // Parts and answers of other methods are none of the address as a whole.
    let isWhole = request.method == "GET" && response.status == 200 && fields["range"] == nil
    let mayBeKept =
      isWhole && head.isKept && !CacheDirectives(fields["cache-control"] ?? "").has("no-store")
    if isWhole, !mayBeKept || !isJSON { answers.forget(target) }
    let store = mayBeKept ? store : ObjectStore()
    var (count, handed) = (0, 0)
    var bytes = ContiguousArray<UInt8>()
    let expires = head.expires > 0 ? head.expires : nil
    var intake = Intake(of: target, task: task, expires: expires, into: store)
    do {
      var body = response.body.makeAsyncIterator()
      while let piece = try await body.next() {
        if count == 0 { exchange.instants.firstByte = sender.elapsed() }
        count += piece.count
        guard isJSON else {
          bytes.append(contentsOf: piece)
          guard count <= AnswerFetcher.largestBytes else {
            let reason = "expected at most \(AnswerFetcher.largestBytes) bytes"
            throw RequestError(.unreadable, of: task, at: address, reason)
          }
          continue
        }
        let ids = try intake.read(piece).map(\.id)
        handed += ids.count
        await hand(ids, store)
        await store.hasRoomOnDisk()
      }
      exchange.instants.parsed = sender.elapsed()
      guard isJSON else { return (Answer(of: task, in: store, response.fields, bytes), count) }
      let collection = try intake.finish()
      await hand(collection.items.dropFirst(handed).map { $0 }, store)
      if mayBeKept {
        let freshness = CopyFreshness(response.fields, expire: intake.expire, now: sender.now)
        var kept = StoredAnswer(response.fields, freshness, of: fields, number)
        kept.next = intake.next
        answers.keep(kept, from: target)
      }
      let answer = Answer(
        collection: collection,
        snapshot: store.snapshot,
        source: .network,
        fields: response.fields,
        bytes: nil,
        next: intake.next
      )
      return (answer, count)
    } catch let fault as JSONFault {
      throw RequestError(.unreadable, of: task, at: address, "\(fault)")
    }
  }
}

extension Answer {
  /// An answer without objects.
  init(
    of task: String,
    in store: ObjectStore,
    _ fields: WireFields,
    _ bytes: ContiguousArray<UInt8> = []
  ) {
    self.init(
      collection: ObjectCollection(.task(task)),
      snapshot: store.snapshot,
      source: .network,
      fields: fields,
      bytes: bytes
    )
  }
}

extension String {
  /// Whether a media type is one of JSON.
  fileprivate var isJSON: Bool {
    let type = prefix { $0 != ";" }.lowercased()
    return type.hasSuffix("/json") || type.hasSuffix("+json")
  }
}

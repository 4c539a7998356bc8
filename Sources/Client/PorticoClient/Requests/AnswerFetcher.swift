// SPDX-License-Identifier: Apache-2.0

/// Sends requests, coalesces equal ones, follows redirects, and puts the objects of answers into a store.
final class AnswerFetcher: Sendable {
  private struct State: Sendable {
    /// Requests in flight that equal ones join.
    var underWay: [String: SharedRequest<Received>] = [:]
    /// The seconds by which the server's clock is ahead of the device's.
    var clockDifference: Int64 = 0
  }

  /// The answer that coalesced tasks share.
  struct Received: Sendable {
    var answer: Answer
    var status: Int
    var requestID: String?
    var bytes: Int
    var requests: Int
  }

  /// The most redirects that a request follows.
  private static let mostRedirections = 5
  /// The most bytes of an answer that is no JSON, and of a document of a failure.
  private static let largestBytes = 64 << 20
  private static let largestProblem = 256 << 10

  private let configURL: WebAddress
  private let transport: any Transport
  private let store: ObjectStore
  private let answers: KeptAnswers
  private let deviceClock: @Sendable () -> Int64
  private let state = Locked(State())

  init(
    _ configURL: WebAddress,
    _ transport: any Transport,
    into store: ObjectStore,
    _ answers: KeptAnswers,
    clock: @escaping @Sendable () -> Int64
  ) {
    (self.configURL, self.transport, self.store, self.answers) = (
      configURL, transport, store, answers
    )
    deviceClock = clock
  }

  /// The time by the server's clock.
  var now: Int64 { deviceClock() + state.withLock { $0.clockDifference } }

  /// The name of an address in the store: its path and query where it is of the environment's own origin.
  func target(of address: WebAddress) -> String {
    address.isOfSameOrigin(as: configURL) ? address.target : address.description
  }

  /// Sends a request, or waits for an equal one in flight.
  func fetched(
    _ request: WireRequest,
    _ kept: KeptAnswer?,
    for handle: TaskHandle
  ) async throws -> Received {
    let received: Received
    if request.method == "GET" {
      let key =
        "\(request.address) "
        + request.fields.all.filter { $0.name != "sec-purpose" }
        .map { "\($0.name):\($0.value)" }.joined(separator: "\n")
      let (known, own) = (state.withLock { $0.underWay[key] }, SharedRequest<Received>())
      let shared =
        known
        ?? state.withLock { state in
          defer { state.underWay[key] = state.underWay[key] ?? own }
          return state.underWay[key] ?? own
        }
      if shared === own {
        let task = handle.id
        own.start { [self] in
          try await get(request, kept, for: task)
        } ended: { [self] in
          state.withLock { if $0.underWay[key] === own { $0.underWay[key] = nil } }
        }
      } else {
        handle.note { $0.isJoined = true }
      }
      do {
        received = try await shared.value
      } catch is CancellationError where !Task.isCancelled {
        // The others left it just before this task came.
        return try await fetched(request, kept, for: handle)
      }
    } else {
      received = try await get(request, nil, for: handle.id)
    }
    handle.note { record in
      (record.status, record.requestID) = (received.status, received.requestID)
      (record.bytes, record.requests) = (received.bytes, received.requests)
      record.source = received.answer.source
    }
    return received
  }

  /// Sends a request, follows redirects, and stores the answer.
  private func get(
    _ request: WireRequest,
    _ kept: KeptAnswer?,
    for task: String
  ) async throws -> Received {
    var request = request
    var kept = kept
    for sent in 1...AnswerFetcher.mostRedirections + 1 {
      if let tag = kept?.fields["etag"] { request.fields["If-None-Match"] = tag }
      let response = try await transport.send(request)
      if let date = response.fields["date"].flatMap({ HTTPDate.seconds($0) }) {
        let difference = date - deviceClock()
        state.withLock { $0.clockDifference = difference }
      }
      if [301, 302, 303, 307, 308].contains(response.status), let link = response.fields["location"]
      {
        guard let next = request.address.resolving(link) else {
          throw RequestError(
            .wrongAddress,
            of: task,
            at: link,
            "expected an address to continue at"
          )
        }
        // Nobody else gets what is meant for this service.
        if !next.isOfSameOrigin(as: request.address) { request.fields = [:] }
        if response.status == 303 { (request.method, request.body) = ("GET", []) }
        request.fields["If-None-Match"] = nil
        (request.address, kept) = (next, nil)
        continue
      }
      return try await taken(response, of: request, kept, requests: sent, for: task)
    }
    throw RequestError(
      .failed,
      of: task,
      at: request.address.description,
      "expected at most \(AnswerFetcher.mostRedirections) redirections"
    )
  }

  private func taken(
    _ response: WireResponse,
    of request: WireRequest,
    _ kept: KeptAnswer?,
    requests: Int,
    for task: String
  ) async throws -> Received {
    let target = target(of: request.address)
    let id = response.fields["x-request-id"]
    switch response.status {
    case 304:
      guard let kept, let collection = await answers.collection(from: target) else { break }
      var current = kept
      current.freshness = CopyFreshness(response.fields, now: now)
      for name in ["etag", "cache-control", "link"] {
        if let value = response.fields[name] { current.fields[name] = value }
      }
      store.refresh(collection, until: current.freshness.expires)
      answers.keep(current, from: target)
      let snapshot = await store.load(collection.items.map { $0 })
      let answer = Answer(
        collection: collection,
        snapshot: snapshot,
        source: .copy,
        fields: current.fields,
        bytes: nil
      )
      return Received(answer: answer, status: 304, requestID: id, bytes: 0, requests: requests)
    case 200..<300:
      let (answer, bytes) = try await taken(response, of: request, target, for: task)
      return Received(
        answer: answer,
        status: response.status,
        requestID: id,
        bytes: bytes,
        requests: requests
      )
    default: break
    }
    throw await problem(response, of: request, target, for: task)
  }

  /// Takes the body of an answer in.
  private func taken(
    _ response: WireResponse,
    of request: WireRequest,
    _ target: String,
    for task: String
  ) async throws -> (Answer, bytes: Int) {
    let mayBeKept = request.method == "GET"
    let head = CopyFreshness(response.fields, now: now)
    var count = 0
    guard response.fields["content-type"]?.isJSON ?? false else {
      var bytes = ContiguousArray<UInt8>()
      var body = response.body.makeAsyncIterator()
      while let piece = try await body.next() {
        bytes.append(contentsOf: piece)
        guard bytes.count <= AnswerFetcher.largestBytes else {
          let reason = "expected at most \(AnswerFetcher.largestBytes) bytes"
          throw RequestError(.unreadable, of: task, at: request.address.description, reason)
        }
      }
      let collection = ObjectCollection(.task(task))
      let answer = Answer(
        collection: collection,
        snapshot: store.snapshot,
        source: .network,
        fields: response.fields,
        bytes: bytes
      )
      return (answer, bytes.count)
    }
    // What must not be kept is read into a store of its own.
    let store = head.isKept && mayBeKept ? store : ObjectStore()
    var intake = Intake(
      of: target,
      task: task,
      expires: head.expires > 0 ? head.expires : nil,
      into: store
    )
    do {
      var body = response.body.makeAsyncIterator()
      while let piece = try await body.next() {
        count += piece.count
        _ = try intake.read(piece)
      }
      let collection = try intake.finish()
      let freshness = CopyFreshness(response.fields, expire: intake.expire, now: now)
      if head.isKept, mayBeKept {
        answers.keep(KeptAnswer(response.fields, freshness, of: request.fields), from: target)
      }
      let answer = Answer(
        collection: collection,
        snapshot: store.snapshot,
        source: .network,
        fields: response.fields,
        bytes: nil
      )
      return (answer, count)
    } catch let fault as JSONFault {
      throw RequestError(.unreadable, of: task, at: request.address.description, "\(fault)")
    }
  }

  /// Returns the failure that an answer means.
  private func problem(
    _ response: WireResponse,
    of request: WireRequest,
    _ target: String,
    for task: String
  ) async -> RequestError {
    let kind: RequestError.Kind =
      switch response.status {
      case 401, 403: .refused
      case 404, 410: .gone
      case 429, 503: .later
      case 500...: .failed
      default: .wrongRequest
      }
    if kind == .gone { answers.forget(target) }
    var body = ContiguousArray<UInt8>()
    do {
      var pieces = response.body.makeAsyncIterator()
      while body.count < AnswerFetcher.largestProblem, let piece = try await pieces.next() {
        body.append(contentsOf: piece)
      }
    } catch {
      body = []
    }
    let document = try? JSONValue(json: body)
    let told =
      document?["detail"]?.string ?? document?["title"]?.string ?? document?["message"]?.string
    var error = RequestError(
      kind,
      of: task,
      at: request.address.description,
      "status \(response.status)" + (told.map { ": \($0)" } ?? "") + "; expected 200 to 299"
    )
    error.status = response.status
    error.requestID = response.fields["x-request-id"]
    error.document = document
    error.retryAfter =
      response.fields["retry-after"].flatMap {
        Int64($0) ?? HTTPDate.seconds($0).map { max(0, $0 - now) }
      }
      ?? document?["_retryAfter"]?.string.flatMap { Int64($0) }
    return error
  }
}

extension String {
  /// Whether a media type is one of JSON.
  fileprivate var isJSON: Bool {
    let type = prefix { $0 != ";" }.lowercased()
    return type.hasSuffix("/json") || type.hasSuffix("+json")
  }
}

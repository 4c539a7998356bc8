// SPDX-License-Identifier: Apache-2.0

/// A service that an app talks to: development, quality assurance or production, each with a URL of its own.
public struct Environment: Sendable, Hashable {
  /// The name, which is also that of its folder.
  public let name: String
  /// The one URL that the app ships with.
  public let configURL: WebAddress

  /// Creates an environment.
  public init(name: String, configURL: WebAddress) {
    (self.name, self.configURL) = (name, configURL)
  }
}

/// The app's side of a service: a client with a cache of answers and of their objects on the device.
///
/// One client is for one environment and one account; several clients share nothing.
///
/// ```swift
/// let client = Client(production, transport: transport, persistence: FilePersistence(folder: folder))
/// let notes = try await client.launch("/v1/notes?order=-_created").answer
/// for note in notes.objects { print(note["text"]?.string ?? "") }
/// ```
public final class Client: Sendable {
  /// The environment.
  public let environment: Environment
  /// The objects of all answers.
  public let store: ObjectStore
  /// The requests in flight, and the last ones that ended.
  public let tasks: TaskRegistry
  private let answers: KeptAnswers
  private let fetcher: AnswerFetcher
  private let commonFields: WireFields

  /// Creates a client. It reads no file and sends no request until the first launch.
  ///
  /// - Parameters:
  ///   - environment: the service.
  ///   - fields: fields that each request has, such as `X-App` and `Accept-Language`.
  ///   - transport: the way of requests.
  ///   - persistence: where objects and answers outlive the process.
  ///   - clock: the device's clock, in seconds since 1970.
  public init(
    _ environment: Environment,
    fields: WireFields = [:],
    transport: any Transport,
    persistence: (any ObjectPersistence)? = nil,
    clock: (@Sendable () -> Int64)? = nil
  ) {
    self.environment = environment
    commonFields = fields
    tasks = TaskRegistry()
    store = ObjectStore(persistence: persistence)
    answers = KeptAnswers(in: store)
    fetcher = AnswerFetcher(
      environment.configURL,
      transport,
      into: store,
      answers,
      clock: clock ?? { SystemClock.now }
    )
  }

  /// The time by the server's clock, in seconds since 1970.
  public var now: Int64 { fetcher.now }

  /// Launches a request.
  ///
  /// - Parameters:
  ///   - link: an address, or a link of an answer.
  ///   - method: the method; only the answers of `GET` are kept.
  ///   - body: the body, of the type that `fields` name.
  ///   - fields: fields beside those of all requests.
  ///   - policy: the use of the cache.
  ///   - purpose: the reason of the request.
  @discardableResult
  public func launch(
    _ link: String,
    method: String = "GET",
    body: ContiguousArray<UInt8> = [],
    fields: WireFields = [:],
    policy: FetchPolicy = .freshCopy,
    purpose: TaskRecord.Purpose = .asked
  ) -> TaskHandle {
    let address = environment.configURL.resolving(link)
    let record = TaskRecord(
      id: TaskRegistry.newID(),
      method: method,
      address: address?.description ?? link,
      begin: now,
      purpose: purpose
    )
    let handle = TaskHandle(record) { [self] in
      launch(link, method: method, body: body, fields: fields, policy: policy, purpose: purpose)
    }
    tasks.add(handle)
    handle.start { [self] handle in
      var given: Answer?
      defer { tasks.end(handle, given, at: now) }
      do {
        guard let address else {
          throw RequestError(
            .wrongAddress,
            of: handle.id,
            at: link,
            "expected a link or an http address"
          )
        }
        var request = WireRequest(method, address, fields: commonFields, body: body)
        for field in fields.all { request.fields[field.name] = field.value }
        if purpose == .prefetch { request.fields["Sec-Purpose"] = "prefetch" }
        let answer = try await answer(to: request, policy, for: handle)
        given = answer
        return answer
      } catch {
        let failure = RequestError(error, of: handle)
        handle.note { $0.error = failure }
        throw failure
      }
    }
    return handle
  }

  private func answer(
    to request: WireRequest,
    _ policy: FetchPolicy,
    for handle: TaskHandle
  ) async throws -> Answer {
    let target = fetcher.target(of: request.address)
    guard request.method == "GET" else {
      return try await fetcher.fetched(request, nil, for: handle).answer
    }
    let kept = policy == .networkOnly ? nil : await answers.answer(from: target, to: request.fields)
    if let kept {
      let age = now - kept.freshness.expires
      switch policy {
      case .freshCopy where age < 0, .copyOnly: return await copy(kept, target, for: handle)
      case .copy(let most) where age < (kept.freshness.mustRevalidate ? 0 : most):
        return await copy(kept, target, for: handle)
      case .freshCopy where now < kept.freshness.staleWhileRevalidateUntil:
        // The copy is taken before the newer answer may come, for which nobody waits.
        let copy = await copy(kept, target, for: handle)
        launch(
          request.address.description,
          fields: request.fields,
          policy: .networkFirst,
          purpose: .background
        )
        return copy
      default: break
      }
    } else if policy == .copyOnly {
      throw RequestError(
        .notKept,
        of: handle.id,
        at: request.address.description,
        "there is no copy"
      )
    }
    do {
      return try await fetcher.fetched(request, kept, for: handle).answer
    } catch {
      let error = RequestError(error, of: handle)
      guard [.unreachable, .timedOut, .failed].contains(error.kind), policy != .networkOnly,
        let kept, now < kept.freshness.staleIfErrorUntil
      else { throw error }
      handle.note { $0.error = error }
      return await copy(kept, target, for: handle)
    }
  }

  private func copy(_ kept: KeptAnswer, _ target: String, for handle: TaskHandle) async -> Answer {
    let collection =
      await answers.collection(from: target) ?? ObjectCollection(.answer(from: target))
    let snapshot = await store.load(collection.items.map { $0 })
    let source: TaskRecord.Source = kept.freshness.isFresh(at: now) ? .copy : .oldCopy
    handle.note { $0.source = source }
    return Answer(
      collection: collection,
      snapshot: snapshot,
      source: source,
      fields: kept.fields,
      bytes: nil
    )
  }
}

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
  /// The token of the user's session.
  public let credential: Credential
  let answers: StoredAnswers
  let fetcher: AnswerFetcher
  let commonFields: WireFields
  let retries: RetryBudget
  let pause: @Sendable (Duration) async throws -> Void

  /// Creates a client. It reads no file and sends no request until the first launch.
  ///
  /// - Parameters:
  ///   - environment: the service.
  ///   - fields: fields that each request has, such as `X-App` and `Accept-Language`.
  ///   - transport: the way of requests.
  ///   - persistence: where objects and answers outlive the process.
  ///   - clock: the device's clock, in seconds since 1970.
  ///   - monotonicClock: the clock of durations and pauses, which is never set.
  ///   - retries: the retries that all requests together may make.
  public init(
    _ environment: Environment,
    fields: WireFields = [:],
    transport: any Transport,
    persistence: (any ObjectPersistence)? = nil,
    clock: (@Sendable () -> Int64)? = nil,
    monotonicClock: some Clock<Duration> = ContinuousClock(),
    retries: RetryBudget = RetryBudget()
  ) {
    self.environment = environment
    commonFields = fields
    self.retries = retries
    pause = { try await monotonicClock.sleep(for: $0) }
    tasks = TaskRegistry()
    store = ObjectStore(persistence: persistence)
    answers = StoredAnswers(in: store)
    credential = Credential()
    let begin = monotonicClock.now
    let sender = RequestSender(
      environment.configURL,
      transport,
      credential,
      CookieJar(in: store),
      clock: clock ?? { SystemClock.now },
      elapsed: { begin.duration(to: monotonicClock.now) }
    )
    fetcher = AnswerFetcher(sender, into: store, answers)
  }

  /// Creates the client of a draft, which has nothing of another one but its way of requests, and what says to the
  /// service for which visitor and app the draft is.
  init(ofDraftAt link: WebAddress, beside client: Client) {
    environment = Environment(name: "preview", configURL: link)
    var fields = WireFields()
    for name in ["Accept-Language", "X-App"] { fields[name] = client.commonFields[name] }
    commonFields = fields
    retries = RetryBudget()
    pause = client.pause
    tasks = TaskRegistry()
    store = ObjectStore(persistence: nil)
    answers = StoredAnswers(in: store)
    credential = Credential()
    let other = client.fetcher.sender
    let sender = RequestSender(
      link,
      other.transport,
      credential,
      CookieJar(in: store),
      clock: other.deviceClock,
      elapsed: other.elapsed
    )
    fetcher = AnswerFetcher(sender, into: store, answers)
  }

  /// The time by the server's clock, in seconds since 1970.
  public var now: Int64 { fetcher.sender.now }

  /// Launches a request.
  ///
  /// - Parameters:
  ///   - link: an address, or a link of an answer.
  ///   - method: the method; only the answers of `GET` are kept.
  ///   - body: the body, of the type that `fields` name.
  ///   - fields: fields beside those of all requests.
  ///   - policy: the use of the cache.
  ///   - purpose: the reason of the request.
  ///   - retry: the retries, which there are only if they are asked for.
  @discardableResult
  public func launch(
    _ link: String,
    method: String = "GET",
    body: ContiguousArray<UInt8> = [],
    fields: WireFields = [:],
    policy: FetchPolicy = .freshCopy,
    purpose: TaskRecord.Purpose = .asked,
    retry: RetryPolicy = .never
  ) -> TaskHandle {
    launch(link, method: method, body: body, fields: fields, purpose: purpose) {
      [self] request, handle in
      try await answer(to: request, policy, retry, for: handle)
    }
  }
}

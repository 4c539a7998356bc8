// SPDX-License-Identifier: Apache-2.0

/// Asks for the config, and knows the newest edition and the state of the app; all sessions since a start share it.
final class Bootstrap: Sendable {
  private struct State: Sendable {
    /// The newest config answer of the service, of the disk or of the bundle.
    var newest: PinnedAnswer?
    /// The instants, by the server's clock, at which the service last called editions current.
    var confirmed: [String: Int64] = [:]
    /// The names that the service gave the editions.
    var names: [String: String] = [:]
    /// The numbers of the last requests before the service was known to have editions: later ones brought nothing
    /// older.
    var known: [String: UInt64] = [:]
    var app = AppState.running
    var banner: String?
    /// The newest answers of the newest edition, by their targets.
    var answers: [String: PinnedAnswer] = [:]
    /// The number of requests, and that of the last one for the config whose answer counted.
    var asked: UInt64 = 0
    var taken: UInt64 = 0
    var isAsking = false
    /// The id of the edition that the disk has for the next start.
    var shown: String?
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var lastObserver: UInt64 = 0
    /// Asks a closed site again.
    var reopening: Task<Void, Never>?
    /// Follows the draft of a preview.
    var following: Task<Void, Never>?

    mutating func enter(_ config: PinnedAnswer) {
      if newest?.edition.id == config.edition.id {
        newest?.expires = config.expires
      } else {
        (newest, answers) = (config, [:])
      }
      if let instant = config.confirmed { confirmed[config.edition.id] = instant }
      if let name = config.name { names[config.edition.id] = name }
    }
  }

  /// The longest pause between two questions whether a site is open again, where the site names none.
  private static let longestPause: Int64 = 300
  /// The ids of the config answer with which a screen was shown, and of that with which a session began last.
  private static let slots = ["edition:shown:", "edition:begun:"]

  let client: Client
  let policy: StartPolicy
  let bundle: FirstEdition?
  let clock: any Clock<Duration>
  /// Whether the edition is the draft of a preview, which ends with 410.
  private let isPreview: Bool
  private let state = Locked(State())

  init(
    _ client: Client,
    _ policy: StartPolicy,
    _ bundle: FirstEdition?,
    _ clock: any Clock<Duration>,
    isPreview: Bool = false
  ) {
    (self.client, self.policy, self.bundle, self.clock) = (client, policy, bundle, clock)
    self.isPreview = isPreview
  }

  deinit {
    let tasks = state.withLock { [$0.reopening, $0.following] }
    for task in tasks { task?.cancel() }
  }

  /// Takes the task that follows the draft, which ends with this.
  func following(_ task: Task<Void, Never>) { state.withLock { $0.following = task } }

  /// Tells apps that the preview is over.
  func endPreview() { change { $0.app = .previewEnded } }

  var status: (app: AppState, banner: String?, newest: PinnedAnswer?) {
    state.withLock { ($0.app, $0.banner, $0.newest) }
  }

  var isAsking: Bool { state.withLock { $0.isAsking } }

  /// The instant, by the server's clock, at which the service last called an edition the current one.
  func confirmed(_ edition: Edition) -> Int64? { state.withLock { $0.confirmed[edition.id] } }

  /// The name that the service gave an edition; `nil` where its answers have none.
  func name(of edition: Edition) -> String? { state.withLock { $0.names[edition.id] } }

  /// The number of the last request that may have brought something older than an edition; `nil` for an edition that
  /// the service has not named since the start.
  func known(_ edition: Edition) -> UInt64? { state.withLock { $0.known[edition.id] } }

  /// The field that describes the app.
  private var app: String? { client.commonFields["x-app"] }
  /// The field with the languages of the reader.
  private var languages: String? { client.commonFields["accept-language"] }

  private func slot(_ place: Int) -> String {
    Bootstrap.slots[place] + client.environment.configURL.description
  }

  /// Returns the config answer that the first session begins with.
  func first() async throws -> PinnedAnswer {
    if policy == .bundled, let bundle {
      take(kept: bundle.config)
      // What comes is offered; a failure is in the records of tasks.
      Task { [self] in _ = try? await raced(bundled: nil, .background) }
      return bundle.config
    }
    return try await raced(bundled: bundle?.config, .asked)
  }

  private func raced(
    bundled: PinnedAnswer?,
    _ purpose: TaskRecord.Purpose
  ) async throws -> PinnedAnswer {
    let (bound, now) = (policy.bound, client.now)
    let race = StartRace(prefersNetwork: bound != nil, bundled: bundled, now: now)
    let first = try await race.result(bound: bound, clock: clock) { [self] in
      await kept()
    } network: { [self] isDiskPrompt in
      await ask(isDiskPrompt: isDiskPrompt, for: purpose)
    }
    if first.source != .network {
      take(kept: first)
      askIfStale()
    }
    return first
  }

  /// Brings the edition of the last start from the disk: the newest one of which a screen was shown, so that a start
  /// without a network has a screen too; for an app that shows none the newest.
  private func kept() async -> PinnedAnswer? {
    for place in Bootstrap.slots.indices {
      guard var found = await client.store.loadPinned(slot(place)) else { continue }
      // Who reads other languages now asks first.
      if found.languages != languages { found.expires = nil }
      let kept = found
      if place == 0 { state.withLock { $0.shown = kept.edition.id } }
      take(kept: kept)
      return kept
    }
    return nil
  }

  /// Keeps the config answer of a session for the next start.
  ///
  /// - Parameter isShown: whether a screen was shown with it.
  func keep(_ config: PinnedAnswer, isShown: Bool) {
    // The bundle stays where it is, and what has begun from the disk is there.
    guard config.source == .network || isShown && config.source == .disk, !config.isDegraded,
      AppState(closed: config.document) == nil
    else { return }
    let isNew = state.withLock { state in
      guard state.shown != config.edition.id else { return false }
      if isShown { state.shown = config.edition.id }
      return true
    }
    if isNew {
      client.store.apply(
        config.record(slot(isShown ? 0 : 1), app: app, languages: languages)
      )
    }
  }

  /// Asks for the config.
  ///
  /// - Parameters:
  ///   - link: the address; `nil` for that of the environment.
  ///   - isDiskPrompt: whether a cached answer may be looked for on the disk first.
  ///   - isProof: whether the request must be sent after the call, not shared with one in flight.
  ///   - purpose: whether anybody waits for the answer.
  @discardableResult
  func ask(
    _ link: String? = nil,
    isDiskPrompt: Bool = true,
    isProof: Bool = false,
    for purpose: TaskRecord.Purpose
  ) async -> StartRace.Event {
    let number = nextRequest
    let begin = client.now
    let handle = client.launch(
      link ?? client.environment.configURL.description,
      isDiskPrompt: isDiskPrompt,
      purpose: purpose
    )
    do {
      let answer = try await handle.answer
      let record = handle.record
      if isProof, record.isJoined {
        return await ask(link, isDiskPrompt: isDiskPrompt, isProof: true, for: purpose)
      }
      // A cached answer that stood in for the service says nothing new.
      guard record.status != nil else { throw record.error ?? CancellationError() }
      guard let document = answer.document, document["datatype"]?.string != nil else {
        let reason = "expected a config answer, which is a document of JSON with a datatype"
        throw RequestError(.unreadable, of: handle.id, at: record.address, reason)
      }
      // A 304 has no date; a request that was shared may have been sent long before this call.
      let date = answer.fields["date"].flatMap { HTTPDate.seconds($0) }
      var config = PinnedAnswer(
        document: document,
        snapshot: answer.snapshot,
        source: .network,
        edition: Edition(of: document, from: .network),
        expires: answer.collection.expires,
        confirmed: date ?? (record.isJoined ? nil : begin)
      )
      config.name = answer.fields["edition"]
      return take(config, request: number, of: handle)
    } catch {
      let failure = RequestError(error, of: handle)
      if isPreview, failure.status == 410 { endPreview() }
      return .networkFailed(failure, instead: note(failure))
    }
  }

  /// Returns the number of a request.
  var nextRequest: UInt64 {
    state.withLock { state in
      state.asked += 1
      return state.asked
    }
  }

  /// Asks for the config in the background, once the last answer of the service has expired; a failure is in the
  /// records of tasks.
  func askIfStale() {
    let now = client.now
    let isFirst = state.withLock { state in
      guard state.newest?.isStale(at: now) ?? true else { return false }
      defer { state.isAsking = true }
      return !state.isAsking
    }
    guard isFirst else { return }
    Task { [self] in
      await ask(for: .background)
      state.withLock { $0.isAsking = false }
    }
  }

  /// Takes an answer of the service.
  private func take(
    _ config: PinnedAnswer,
    request number: UInt64,
    of handle: TaskHandle
  ) -> StartRace.Event {
    let closed = AppState(closed: config.document)
    let isWhole = closed == nil && !config.isDegraded
    let last = client.answers.number()
    change { state in
      guard number > state.taken else { return }
      state.taken = number
      state.app = closed ?? AppState(config: config.document)
      state.banner = config["banner"]?.string
      // Where a part failed, a default may stand in its place, and in a closed site there is no config.
      if isWhole { state.enter(config) }
      if isWhole, state.known[config.edition.id] == nil { state.known = [config.edition.id: last] }
    }
    if isWhole { return .network(config) }
    waitForOpening()
    let (kind, reason): (RequestError.Kind, String) =
      closed == nil ? (.failed, "parts of the config failed") : (.later, "the site is closed")
    let failure = RequestError(kind, of: handle.id, at: handle.record.address, reason)
    return .networkFailed(failure, instead: config)
  }

  /// Takes the config answer of the disk or the bundle, where it is newer than the last one.
  private func take(kept config: PinnedAnswer) {
    let app = app
    change { state in
      if let newest = state.newest {
        guard newest.source != .network, newest.expires ?? 0 < config.expires ?? 0 else { return }
      }
      state.enter(config)
      guard state.taken == 0 else { return }
      state.banner = config["banner"]?.string
      // The next version of an app does not need the update that the last one needed.
      let isOfOtherApp = config.source == .disk && config.app != app
      state.app = isOfOtherApp ? .running : AppState(config: config.document)
    }
  }

  /// Takes what a failure says of the site, and returns the answer of a closed one.
  @discardableResult
  func note(_ failure: RequestError) -> PinnedAnswer? {
    guard failure.kind == .later, var members = failure.document?.object else { return nil }
    if members["_retryAfter"] == nil {
      members["_retryAfter"] = failure.retryAfter.map { .integer($0) }
    }
    guard let closed = AppState(closed: { [members] in members[$0] }) else { return nil }
    let number = nextRequest
    change { ($0.taken, $0.app, $0.banner) = (number, closed, nil) }
    waitForOpening()
    var batch = ObjectBatch()
    batch.append(
      document: ContiguousArray(JSONValue.object(members).json),
      id: failure.address
    )
    return batch.stored.first.map { document in
      PinnedAnswer(
        document: document,
        snapshot: client.store.snapshot,
        source: .network,
        edition: Edition(of: document, from: .network),
        expires: nil
      )
    }
  }

  /// Asks a closed site again after the pause that it names, until it is open.
  private func waitForOpening() {
    let clock = clock
    state.withLock { state in
      guard state.reopening == nil, case .maintenance = state.app else { return }
      state.reopening = Task { [weak self] in
        var failures: Int64 = 0
        while let pause = self?.pause(after: failures) {
          do { try await clock.sleep(for: .seconds(pause)) } catch { return }
          failures = await self?.isAnswered() ?? true ? 0 : failures + 1
        }
      }
    }
  }

  /// Returns the seconds until a closed site is asked again; `nil` once it is open.
  private func pause(after failures: Int64) -> Int64? {
    state.withLock { state in
      guard case .maintenance(let maintenance) = state.app else {
        state.reopening = nil
        return nil
      }
      // Exponential backoff.
      return max(
        maintenance.retryAfter,
        min(maintenance.retryAfter << min(failures, 16), Bootstrap.longestPause)
      )
    }
  }

  /// Asks a closed site, and returns whether it answered.
  private func isAnswered() async -> Bool {
    guard case .maintenance(let maintenance) = status.app else { return true }
    let answer = await ask(maintenance.continueURL, for: .background)
    if case .networkFailed(_, nil) = answer { return false }
    return true
  }

  /// Returns the newest answer of an edition to the request for a target, where a session has it.
  func answer(_ target: String, of edition: Edition) -> PinnedAnswer? {
    state.withLock { state in
      state.newest?.edition.id == edition.id ? state.answers[target] : nil
    }
  }

  /// Takes the newest answer of an edition for sessions that begin later.
  func put(_ answer: PinnedAnswer, _ target: String) {
    state.withLock { state in
      guard state.newest?.edition.id == answer.edition.id,
        state.answers[target]?.number ?? 0 <= answer.number
      else { return }
      state.answers[target] = answer
    }
  }

  /// Calls a function at each change, until it is called off.
  ///
  /// - Returns: what calls it off.
  func observe(_ body: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let number = state.withLock { state in
      state.lastObserver += 1
      state.observers[state.lastObserver] = body
      return state.lastObserver
    }
    return { [weak self] in _ = self?.state.withLock { $0.observers.removeValue(forKey: number) } }
  }

  /// Changes the state, and tells observers.
  func tell() { change { _ in } }

  private func change(_ body: @Sendable (inout State) -> Void) {
    let observers = state.withLock { state in
      body(&state)
      return Array(state.observers.values)
    }
    for observer in observers { observer() }
  }
}

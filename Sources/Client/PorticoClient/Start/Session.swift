// SPDX-License-Identifier: Apache-2.0
//
// No answer names its edition (see Edition.swift). A document from the network belongs to the session's edition
// where the service called that the current one after the document last changed: no publication lies between, since
// `Last-Modified` is never before the publication. Otherwise the config is asked for once more, after the document
// came. Where it is another one by then, the document is not shown, and the newer edition is offered. So an answer
// that was fetched ahead is used while it is fresh, if its request began after the service named the edition.

/// The answers that an app shows, all of one edition and each always the same, until the app changes to the next
/// session between two screens or flows.
///
/// ```swift
/// var session = try await client.start(.cached)
/// let home = try await session.screen(session.config["home"]?.string ?? "/")
/// // ...
/// session = session.next()  // between two screens, where no flow is open
/// let terms = try await session.screen(session.config["terms"]?.string ?? "/")
/// ```
public final class Session: Sendable {
  private struct State: Sendable {
    var pinned: [String: PinnedAnswer] = [:]
    var loading: [String: SharedRequest<PinnedAnswer>] = [:]
    var renewing: Set<String> = []
    /// The edition of answers that came while others were shown.
    var newer: Edition?
  }

  /// The config answer.
  public let config: PinnedAnswer
  private let bootstrap: Bootstrap
  private let state = Locked(State())

  init(_ config: PinnedAnswer, _ bootstrap: Bootstrap) {
    (self.config, self.bootstrap) = (config, bootstrap)
    bootstrap.keep(config, isShown: false)
  }

  var client: Client { bootstrap.client }

  /// The edition of all answers.
  public var edition: Edition { config.edition }

  /// The state of the app, the banner and the newer edition, as they are now.
  public var status: SessionStatus {
    let (app, banner, newest) = bootstrap.status
    let isOther = newest.map { $0.edition.id != edition.id } ?? false
    return SessionStatus(
      state: app,
      banner: banner,
      newer: isOther ? newest?.edition : state.withLock { $0.newer }
    )
  }

  /// The state as it is now, and then at each change; a slow reader gets the last one.
  public var changes: AsyncStream<SessionStatus> {
    let (stream, sender) = AsyncStream.makeStream(
      of: SessionStatus.self,
      bufferingPolicy: .bufferingNewest(1)
    )
    let last = Locked<SessionStatus?>(nil)
    let send: @Sendable () -> Void = { [self] in
      last.withLock { last in
        let now = status
        guard now != last else { return }
        last = now
        sender.yield(now)
      }
    }
    let end = bootstrap.observe(send)
    sender.onTermination = { _ in end() }
    send()
    return stream
  }

  /// Returns the session of the newest edition and answers; this one, where there are none.
  ///
  /// An app calls it between two screens where no flow is open.
  public func next() -> Session {
    guard status.newer != nil else { return self }
    let newest = bootstrap.status.newest ?? config
    return Session(newest.edition.id == edition.id ? config : newest, bootstrap)
  }

  /// Whether the config is being asked for because it has expired; for tests.
  package var isAsking: Bool { bootstrap.isAsking }

  /// Asks the service for the config: when the app comes to the foreground, or the network is back.
  ///
  /// - Throws: ``RequestError``.
  public func refresh() async throws {
    if case .networkFailed(let error, nil) = await bootstrap.ask(for: .asked) { throw error }
  }

  /// Returns the document behind a link: the one that the session has shown already, or that of its edition from
  /// the bundle, the disk or the network.
  ///
  /// - Throws: ``RequestError``. Of the kind `gone`: there is nothing, or nothing of this edition any more; the app goes
  ///   on in the ``next()`` session, whose config was asked for. Of the kinds `later` and `refused`: the ``status``
  ///   says what the app shows in place of all screens.
  public func screen(_ link: String) async throws -> PinnedAnswer {
    try checkIsOpen(at: link)
    guard let address = client.environment.configURL.resolving(link) else {
      throw RequestError(.wrongAddress, of: "", at: link, "expected a link or an http address")
    }
    let target = client.fetcher.target(of: address)
    defer { bootstrap.askIfStale() }
    if let known = state.withLock({ $0.pinned[target] }) ?? bootstrap.answer(target, of: edition) {
      return pin(known, target, address)
    }
    let own = SharedRequest<PinnedAnswer>()
    let shared = state.withLock { state in
      let shared = state.loading[target] ?? own
      state.loading[target] = shared
      return shared
    }
    if shared === own {
      own.start { [self] in
        try await load(address, target)
      } ended: { [self] in
        state.withLock { $0.loading[target] = nil }
      }
    }
    let answer: PinnedAnswer
    do { answer = try await shared.value() } catch {
      if let error = error as? RequestError { throw error }
      // The others left it just before this one came.
      if !Task.isCancelled { return try await screen(link) }
      throw RequestError(.cancelled, of: "", at: address.description, "\(error)")
    }
    try checkIsOpen(at: link)
    return pin(answer, target, address)
  }

  /// - Throws: where the app shows the state in place of all screens.
  private func checkIsOpen(at link: String) throws {
    switch bootstrap.status.app {
    case .running, .updateAvailable: return
    case .updateRequired:
      throw RequestError(.refused, of: "", at: link, "the app must be updated")
    case .previewEnded: throw RequestError(.refused, of: "", at: link, "the preview is over")
    case .unavailable:
      throw RequestError(.refused, of: "", at: link, "there is nothing for this visitor")
    case .maintenance(let maintenance):
      var error = RequestError(.later, of: "", at: link, "the site is closed")
      error.retryAfter = maintenance.retryAfter
      throw error
    }
  }

  /// Makes an answer that of the session, unless it has one already.
  private func pin(_ answer: PinnedAnswer, _ target: String, _ address: WebAddress) -> PinnedAnswer
  {
    let edition = edition
    let (pinned, isNew) = state.withLock { state in
      if let pinned = state.pinned[target] { return (pinned, false) }
      var answer = answer
      answer.edition = edition
      state.pinned[target] = answer
      return (answer, true)
    }
    if isNew {
      bootstrap.put(pinned, target)
      bootstrap.keep(config, isShown: true)
      if pinned.source == .network, !pinned.isDegraded {
        client.store.apply(pinned.record(Session.shown + target))
      }
    }
    if pinned.isStale(at: client.now) { renew(pinned, target, address) }
    return pinned
  }

  /// The beginning of the ids under which documents are kept.
  private static let shown = "shown:"

  private func load(_ address: WebAddress, _ target: String) async throws -> PinnedAnswer {
    var bundled: PinnedAnswer?
    if edition.source == .bundle, let bundle = bootstrap.bundle {
      do { bundled = try bundle.document(target) } catch {
        throw RequestError(.unreadable, of: "", at: target, "the bundle's document: \(error)")
      }
    }
    // The edition of the bundle is there as a whole.
    if let bundled { return bundled }
    let race = StartRace(
      prefersNetwork: bootstrap.policy.bound != nil,
      bundled: nil,
      now: client.now
    )
    return try await race.result(bound: bootstrap.policy.bound, clock: bootstrap.clock) { [self] in
      let kept = await client.store.loadPinned(Session.shown + target)
      return kept?.edition.id == edition.id ? kept : nil
    } network: { [self] isDiskPrompt in
      do { return .network(try await fetched(address, isDiskPrompt: isDiskPrompt, .asked)) } catch {
        return .networkFailed(error, instead: nil)
      }
    }
  }

  /// Asks the service for a document of the session's edition.
  private func fetched(
    _ address: WebAddress,
    isDiskPrompt: Bool,
    _ purpose: TaskRecord.Purpose
  ) async throws -> PinnedAnswer {
    let number = bootstrap.nextRequest
    let handle = client.launch(
      address.description,
      isDiskPrompt: isDiskPrompt,
      copyAfter: bootstrap.known(edition),
      purpose: purpose
    )
    do {
      let answer = try await handle.answer
      // A cached answer that stands in for the service may be that of another edition.
      if let error = handle.record.error { throw error }
      guard let document = answer.document, answer.collection.items.count == 1 else {
        let reason = "expected a document, which a list of objects is not"
        throw RequestError(.unreadable, of: handle.id, at: address.description, reason)
      }
      try await checkEdition(of: answer, handle, isDiskPrompt: isDiskPrompt)
      var pinned = PinnedAnswer(
        document: document,
        snapshot: answer.snapshot,
        source: .network,
        edition: edition,
        expires: answer.collection.expires
      )
      pinned.number = number
      return pinned
    } catch {
      let failure = RequestError(error, of: handle)
      bootstrap.note(failure)
      if failure.status == 404 || failure.status == 410 {
        await bootstrap.ask(isDiskPrompt: isDiskPrompt, isProof: true, for: purpose)
      }
      throw failure
    }
  }

  /// - Throws: where an answer may be that of another edition than the session's.
  private func checkEdition(
    of answer: Answer,
    _ handle: TaskHandle,
    isDiskPrompt: Bool
  ) async throws {
    if let name = answer.fields["edition"], name == bootstrap.name(of: edition) { return }
    if let modified = answer.fields["last-modified"].flatMap({ HTTPDate.seconds($0) }),
      let confirmed = bootstrap.confirmed(edition), modified < confirmed
    {
      return
    }
    let proof = await bootstrap.ask(
      isDiskPrompt: isDiskPrompt,
      isProof: true,
      for: handle.record.purpose
    )
    if case .networkFailed(let error, nil) = proof { throw error }
    guard bootstrap.status.newest?.edition.id == edition.id else {
      let reason = "the answer is of a newer edition than \(edition.id)"
      throw RequestError(.gone, of: handle.id, at: handle.record.address, reason)
    }
  }

  /// Asks for a stale answer again, and offers the newer one for the next session.
  private func renew(_ pinned: PinnedAnswer, _ target: String, _ address: WebAddress) {
    guard status.newer == nil, state.withLock({ $0.renewing.insert(target).inserted }) else {
      return
    }
    Task { [self] in
      defer { state.withLock { _ = $0.renewing.remove(target) } }
      // A failure is in the records of tasks, and the next visit asks again.
      guard let answer = try? await fetched(address, isDiskPrompt: true, .background)
      else { return }
      let isSame = Edition.contentID(of: answer.document) == Edition.contentID(of: pinned.document)
      // Where a part failed, a default may stand in its place.
      guard isSame || pinned.isDegraded || !answer.isDegraded else { return }
      let newer = Edition(id: edition.id, source: .network)
      state.withLock { state in
        if isSame { state.pinned[target]?.expires = answer.expires } else { state.newer = newer }
      }
      bootstrap.put(answer, target)
      if !isSame { bootstrap.tell() }
    }
  }
}

extension Client {
  /// Starts the app: gets the config by a policy, and begins a session with it.
  ///
  /// The disk and the network race: neither waits for the other where it hangs.
  ///
  /// - Parameters:
  ///   - policy: the choice of the first values.
  ///   - bundle: the edition that the app ships with.
  ///   - clock: measures the bound of the policy, and the pauses until a closed site is asked again.
  /// - Throws: ``RequestError`` where there is no config: the network's failure, the disk has none, and no bundle is
  ///   given.
  public func start(
    _ policy: StartPolicy = .cached,
    from bundle: FirstEdition? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) async throws -> Session {
    let bootstrap = Bootstrap(self, policy, bundle, clock)
    do {
      return Session(try await bootstrap.first(), bootstrap)
    } catch {
      var failure =
        error as? RequestError
        ?? RequestError(.cancelled, of: "", at: environment.configURL.description, "\(error)")
      failure.reason += "; there is no edition on the disk and none in the bundle"
      throw failure
    }
  }
}

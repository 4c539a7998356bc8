// SPDX-License-Identifier: Apache-2.0

/// The network of a device, as far as it matters to requests that nobody waits for.
public enum NetworkConditions: Sendable, Hashable {
  /// A network that costs nothing, such as a wireless one at home.
  case unconstrained
  /// A network that is expensive or is to be spared, such as a cellular one or one in Low Data Mode.
  case constrained
  /// No network.
  case offline
}

/// The use of answers that were fetched before they were asked for.
public struct PrefetchFigures: Sendable, Hashable {
  /// The requests that were sent.
  public internal(set) var requests = 0
  /// The bytes of bodies that came, with those of answers that were cut off.
  public internal(set) var bytes = 0
  /// The requests whose answers were asked for before they expired.
  public internal(set) var usefulRequests = 0
  /// The bytes of these answers.
  public internal(set) var usefulBytes = 0
  /// The answers that were cut off, since they were larger than the budget allowed.
  public internal(set) var cutOff = 0

  package init(
    requests: Int = 0,
    bytes: Int = 0,
    usefulRequests: Int = 0,
    usefulBytes: Int = 0,
    cutOff: Int = 0
  ) {
    (self.requests, self.bytes, self.cutOff) = (requests, bytes, cutOff)
    (self.usefulRequests, self.usefulBytes) = (usefulRequests, usefulBytes)
  }

  /// The share of requests whose answers were asked for, from 0 to 1; `nil` before the first request.
  public var usefulShare: Double? { requests > 0 ? Double(usefulRequests) / Double(requests) : nil }

  /// The share of bytes that were asked for, from 0 to 1; `nil` before the first byte.
  public var usefulByteShare: Double? { bytes > 0 ? Double(usefulBytes) / Double(bytes) : nil }
}

/// Fetches documents before they are asked for: those that answers name in `Link`, and those that this user asked for
/// next in the past.
///
/// It fetches while no request of the app is in flight, at most two documents at once, within a budget of bytes, and
/// nothing on a network that is constrained, or while the service is overloaded. What the app asks for meanwhile
/// joins the request in flight.
///
/// ```swift
/// let prefetcher = Prefetcher(client)
/// // From the handler of an `NWPathMonitor`:
/// prefetcher.conditions = path.isExpensive || path.isConstrained ? .constrained : .unconstrained
/// print(prefetcher.figures.usefulShare ?? 0)
/// ```
public final class Prefetcher: Sendable {
  fileprivate struct Candidate: Sendable {
    let target: String
    let share: Double
    let visit: Int
  }

  fileprivate struct State: Sendable {
    var counts = TransitionCounts()
    var isRestored = false
    var visits = 0
    var conditions: NetworkConditions
    var ledger: PrefetchLedger
    var figures = PrefetchFigures()
    var candidates: [Candidate] = []
    var running: [String: PrefetchMeter] = [:]
    /// The documents in flight that the app asked for meanwhile.
    var joined: Set<String> = []
    /// The sizes of answers that were not asked for yet.
    var unasked: [String: Int] = [:]
    /// The documents whose answers were too large, or not fresh once they had come.
    var unsuitable: Set<String> = []
    var pausedUntil: Int64 = 0

    static let mostKnown = 512
  }

  private static let mostAtOnce = 2
  /// The visits after which a document that follows one is no longer expected.
  private static let patience = 3
  /// The bytes that an answer of unknown size is expected to have.
  private static let usualBytes = 16 << 10
  /// The seconds without prefetching after a request that failed, unless the service names others.
  private static let pause: Int64 = 30
  private static let visitsBetweenSaves = 16

  private let client: Client
  private let leastShare: Double
  private let state: Locked<State>

  /// Creates a prefetcher, which works as long as it is kept.
  ///
  /// - Parameters:
  ///   - client: the client whose requests it learns from.
  ///   - budget: the bytes that it may fetch.
  ///   - conditions: the network of the device, until another one is set.
  ///   - leastShare: the least share of visits after which a document has to follow, from 0 to 1.
  public init(
    _ client: Client,
    budget: PrefetchBudget = PrefetchBudget(),
    conditions: NetworkConditions = .unconstrained,
    leastShare: Double = 0.5
  ) {
    (self.client, self.leastShare) = (client, leastShare)
    state = Locked(State(conditions: conditions, ledger: PrefetchLedger(budget)))
    client.tasks.observe { [weak self] record, answer in self?.ended(record, answer) }
  }

  /// The use of the answers so far.
  public var figures: PrefetchFigures { state.withLock { $0.figures } }

  /// The number of documents that are being fetched; for tests.
  package var runningCount: Int { state.withLock { $0.running.count } }

  /// The network of the device. Requests in flight are cancelled unless it is unconstrained.
  public var conditions: NetworkConditions {
    get { state.withLock { $0.conditions } }
    set {
      state.withLock { $0.conditions = newValue }
      if newValue == .unconstrained {
        fetch()
      } else {
        for handle in client.tasks.running where handle.record.purpose == .prefetch {
          handle.cancel()
        }
      }
    }
  }

  /// Begins another session, with its own budget.
  public func beginSession() { state.withLock { $0.ledger.beginSession() } }

  /// Reads what earlier runs of the app counted; done by itself at the first request too.
  public func restore() async {
    let isFirst = state.withLock { state in
      defer { state.isRestored = true }
      return !state.isRestored
    }
    guard isFirst else { return }
    let id = TransitionCounts.recordID
    guard let object = await client.store.load([id])[id],
      let record = try? JSONValue(json: object.json)
    else { return }
    state.withLock { $0.counts.add(record) }
  }

  /// Puts the counts into the client's store, for example when the app goes to the background.
  public func save() {
    let counts = state.withLock { $0.isRestored ? $0.counts : nil }
    guard let counts else { return }
    var batch = ObjectBatch()
    batch.append(
      document: ContiguousArray(counts.json.json),
      id: TransitionCounts.recordID
    )
    client.store.apply(batch)
  }

  /// The path and query of an address of the client's own service.
  private func target(_ link: String, from address: WebAddress) -> String? {
    guard let resolved = address.resolving(link),
      resolved.isOfSameOrigin(as: client.environment.configURL)
    else { return nil }
    return resolved.target
  }

  private func ended(_ record: TaskRecord, _ answer: Answer?) {
    if let address = WebAddress(record.address), let target = target("", from: address) {
      pause(after: record.error)
      if record.purpose == .prefetch {
        fetched(target, record, answer)
      } else if record.purpose == .asked, record.method == "GET", let answer, !isProof(target) {
        visited(target, at: address, record, answer)
      }
    }
    fetch()
  }

  /// Whether a session asks for the config after a screen, as a proof of its edition, which is no visit.
  private func isProof(_ target: String) -> Bool {
    target == client.environment.configURL.target && state.withLock { $0.visits > 0 }
  }

  private func pause(after error: RequestError?) {
    guard let error, [.later, .unreachable, .timedOut].contains(error.kind) else { return }
    let seconds = max(error.kind == .later ? error.retryAfter ?? 0 : 0, 0)
    let until = client.now.addingReportingOverflow(seconds > 0 ? seconds : Prefetcher.pause)
    state.withLock {
      $0.pausedUntil = max($0.pausedUntil, until.overflow ? .max : until.partialValue)
    }
  }

  private func visited(
    _ target: String,
    at address: WebAddress,
    _ record: TaskRecord,
    _ answer: Answer
  ) {
    var hints: [String: Double] = [:]
    for hint in PrefetchHint.all(in: answer.fields["link"] ?? "") {
      if let target = self.target(hint.link, from: address) { hints[target] = hint.share }
    }
    let (now, least, links) = (client.now, leastShare, hints)
    let (isRestored, visits) = state.withLock { state in
      state.noteUse(of: target, record)
      state.visits += 1
      state.counts.visit(target, bytes: record.bytes, at: now)
      let visit = state.visits
      state.candidates.removeAll { $0.target == target || $0.visit + Prefetcher.patience < visit }
      for (next, share) in state.counts.shares(after: target, hints: links)
      where share >= least && next != target {
        state.candidates.removeAll { $0.target == next }
        state.candidates.append(Candidate(target: next, share: share, visit: visit))
      }
      state.candidates.sort { ($1.share, $0.target) < ($0.share, $1.target) }
      return (state.isRestored, state.visits)
    }
    if !isRestored {
      Task { await restore() }
    } else if visits.isMultiple(of: Prefetcher.visitsBetweenSaves) {
      save()
    }
  }

  private func fetched(_ target: String, _ record: TaskRecord, _ answer: Answer?) {
    let isFresh = isFresh(target)
    let isWaitedFor = isWaitedFor(record.address)
    state.withLock { state in
      guard let meter = state.running.removeValue(forKey: target) else { return }
      let use = meter.close()
      state.ledger.release(use.unspent)
      if state.joined.remove(target) != nil || isWaitedFor {
        state.figures.requests += 1
        state.figures.usefulRequests += 1
        state.figures.usefulBytes += use.spent
      } else if use.isCutOff {
        state.figures.requests += 1
        state.figures.cutOff += 1
        state.setUnsuitable(target)
      } else if answer != nil, record.requests > 0, !record.isJoined {
        state.figures.requests += 1
        if isFresh { state.setUnasked(target, use.spent) } else { state.setUnsuitable(target) }
      }
    }
  }

  /// Whether the store has an answer that is fresh.
  private func isFresh(_ target: String) -> Bool {
    let collection = client.store.snapshot.collection(.answer(from: target))
    return collection?.expires.map { $0 > client.now } ?? false
  }

  /// Fetches the likeliest candidates, as far as everything allows it.
  private func fetch() {
    guard !client.tasks.running.contains(where: { $0.record.purpose == .asked }) else { return }
    let now = client.now
    while let (target, meter) = next(at: now) {
      PrefetchMeter.current.withValue(meter) {
        // An answer that is a little stale is fetched as well.
        _ = client.launch(target, policy: .copy(upTo: 0), purpose: .prefetch)
      }
    }
  }

  private func next(at now: Int64) -> (String, PrefetchMeter)? {
    state.withLock { state in
      guard state.conditions == .unconstrained, now >= state.pausedUntil else { return nil }
      while state.running.count < Prefetcher.mostAtOnce, let candidate = state.candidates.first {
        state.candidates.removeFirst()
        let target = candidate.target
        guard state.running[target] == nil, !state.unsuitable.contains(target), !isFresh(target)
        else { continue }
        let expected = state.counts.bytes(of: target) ?? Prefetcher.usualBytes
        guard let reserved = state.ledger.reserve(atLeast: expected, at: now) else { continue }
        let meter = PrefetchMeter(reserved) { [weak self] bytes, own in
          self?.spend(bytes, ofReserved: own)
        } abandon: { [weak self] in
          self?.abandon(target) ?? true
        }
        state.running[target] = meter
        return (target, meter)
      }
      return nil
    }
  }

  private func spend(_ bytes: Int, ofReserved own: Int) {
    let now = client.now
    state.withLock { state in
      state.ledger.spend(bytes, ofReserved: own, at: now)
      state.figures.bytes += bytes
    }
  }

  private func abandon(_ target: String) -> Bool {
    guard let address = client.environment.configURL.resolving(target)?.description else {
      return true
    }
    for handle in client.tasks.running {
      let record = handle.record
      if record.purpose == .prefetch, record.address == address { handle.cancel() }
    }
    return !isWaitedFor(address)
  }

  /// Whether a task of the app joined a request in flight.
  private func isWaitedFor(_ address: String) -> Bool {
    client.tasks.running.contains { handle in
      let record = handle.record
      return record.isJoined && record.address == address && record.purpose == .asked
    }
  }
}

extension Prefetcher.State {
  /// Counts an answer that was fetched ahead as useful, if the app got it, and as useless, if it had expired.
  fileprivate mutating func noteUse(of target: String, _ record: TaskRecord) {
    if record.isJoined, running[target] != nil {
      joined.insert(target)
    } else if let bytes = unasked.removeValue(forKey: target),
      record.isJoined || record.source == .copy && record.requests == 0
    {
      figures.usefulRequests += 1
      figures.usefulBytes += bytes
    }
  }

  fileprivate mutating func setUnasked(_ target: String, _ bytes: Int) {
    if unasked.count >= Prefetcher.State.mostKnown { unasked.removeAll() }
    unasked[target] = bytes
  }

  fileprivate mutating func setUnsuitable(_ target: String) {
    if unsuitable.count >= Prefetcher.State.mostKnown { unsuitable.removeAll() }
    unsuitable.insert(target)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import Message
import Reactor
import ResourceModel
import ResourceService
import Sites
import Synchronization

/// Sends the changes of records to one webhook, one after the other. A message that is not accepted at once is
/// deferred: later messages about other records overtake it, and those about its own wait behind it. It
/// belongs to a loop.
///
/// Messages that are still to be sent are in the records' store: a restart goes on where the last process has ended.
final class HookSender: DeadlineHandler {
  /// The declaration of a webhook, and its key.
  struct Settings: Sendable, Hashable {
    let hook: RecordHook
    let url: String
    /// The variable of the environment with the key.
    let variable: String
    let key: [UInt8]?
    /// Seconds after which a message is given up.
    let patience: Int64
    let hosts: LocalHosts

    init(_ declaration: HookDeclaration, near hosts: LocalHosts) {
      hook = RecordHook(
        declaration.name,
        types: Set(declaration.types),
        sendsRecord: declaration.sendsRecord
      )
      (self.hosts, url, variable) = (hosts, declaration.url, declaration.key)
      let word = ProcessEnvironment.all[variable] ?? ""
      key = word.isEmpty ? nil : Array(word.utf8)
      patience = Int64(declaration.giveUpAfter)
    }
  }

  /// The time after which it looks for changes that no commit of this process has announced.
  private static let lookPause = Duration.seconds(5)
  /// The time after which it asks again whether another process still sends.
  private static let leasePause = Duration.seconds(10)
  /// Seconds for which this process alone sends, and those of them that an attempt needs at least.
  private static let leaseSeconds: Int64 = 30
  private static let attemptSeconds: Int64 = 15

  /// The attempts at a message before others overtake it, 1 and 2 seconds apart.
  private static let attemptsInOrder = 3

  let settings: Settings
  private let service: ResourceService
  private let pool: WorkerPool
  private let holder: String
  private let core: LoopCore
  private let webhook: Webhook
  private let origin: String
  private let report: @Sendable (String) -> Void
  private let state: StateBox

  /// The messages that were read, the first of which is sent.
  private var messages: ArraySlice<HookMessage> = []
  /// The deferred messages, those of a record in their order.
  private var deferred: [HookMessage] = []
  /// The earliest instants of the next attempts at deferred messages; one that is missing is due.
  private var notBefore: [String: Int64] = [:]
  /// The attempts at the first message; `nil` before the first attempt.
  private var deliveries: MessageDeliveries?
  private var attempts = 0
  /// The instant until which no other process sends.
  private var leaseEnd: Int64 = 0
  private var subscription: Int?
  private var timer: TimerID?
  private var isRunning = false
  private var hasNews = false
  private var isStopped = false

  private final class StateBox: Sendable {
    let state = Mutex(HookState(.starting))
  }

  /// The next action of a sender.
  private enum Step {
    case again
    case pause(Duration)
  }

  init(
    _ settings: Settings,
    _ service: ResourceService,
    _ pool: WorkerPool,
    _ shared: SharedResources,
    for holder: String,
    after attempts: HookState.Attempts,
    on core: LoopCore,
    _ report: @escaping @Sendable (String) -> Void
  ) throws {
    guard let address = Webhook.Settings(settings.url, keyFile: nil) else {
      throw PlainError("\(settings.url) is no address of a webhook")
    }
    (self.settings, self.service, self.pool) = (settings, service, pool)
    (self.holder, self.core, self.report) = (holder, core, report)
    webhook = try Webhook(address, word: settings.key, near: settings.hosts, shared, on: core)
    origin = "\(address.origin)"
    state = StateBox()
    state.state.withLock { $0.attempts = attempts }
  }

  /// The attempts at messages, those of earlier senders of the hook included.
  var allAttempts: HookState.Attempts { state.state.withLock(\.attempts) }

  /// The hook with its state, for the service.
  var running: RunningHook {
    let (confined, loop) = (LoopConfined(self, to: core.loop.number), core.loop)
    return RunningHook(
      settings.hook,
      at: origin,
      state: { [state] in state.state.withLock(\.self) },
      wake: { loop.execute { confined.value.look() } }
    )
  }

  /// Begins to send, and continues until `stop`.
  func begin() {
    guard settings.key != nil else { return set(HookState(.unsigned)) }
    subscription = service.feed.subscribe(running.wake)
    start()
  }

  func stop() {
    isStopped = true
    if let subscription { service.feed.cancel(subscription) }
    if let timer { core.cancel(timer) }
    guard leaseEnd > core.wallSeconds else { return }
    // The next process need not wait for the end of the lease; where this cannot be stored, it waits.
    let (service, hook, holder, now) = (service, settings.hook, holder, now)
    _ = pool.submit {
      _ = try? service.deliveries.takeLease(of: hook, for: holder, seconds: 0, at: now)
    }
  }

  func deadlineReached() {
    timer = nil
    start()
  }

  private var now: Timestamp { Timestamp(milliseconds: core.wallSeconds * 1_000) }

  /// Shows a state, with the oldest deferred message where the state itself has no reason.
  private func set(_ new: HookState) {
    let count = deferred.count
    state.state.withLock { state in
      let (attempts, deadLetters, last) = (state.attempts, state.deadLetters, state.reason)
      state = new
      (state.attempts, state.deadLetters, state.deferred) = (attempts, deadLetters, count)
      guard new.reason == nil, case .deferred(let since, _)? = deferred.first?.source else {
        return
      }
      (state.reason, state.since) = (last, since)
    }
  }

  /// Looks for messages, unless it is sending, waits for the next attempt or another process sends.
  private func look() {
    hasNews = true
    if !isRunning, state.state.withLock(\.word) == .idle, settings.key != nil { start() }
  }

  private func start() {
    guard !isRunning, !isStopped else { return }
    if let timer { core.cancel(timer) }
    timer = nil
    isRunning = true
    // The task stays on this loop, to which the sender belongs.
    let confined = LoopConfined(self, to: core.loop.number)
    core.loop.start { await confined.value.run() }
  }

  private func run() async {
    while !isStopped {
      hasNews = false
      guard case .pause(let pause) = await step() else { continue }
      let isIdle = state.state.withLock(\.word) == .idle
      if hasNews, isIdle { continue }
      if !isStopped { timer = core.schedule(self, at: core.now + pause) }
      break
    }
    isRunning = false
  }

  private func step() async -> Step {
    do {
      guard let message = messages.first else { return try await load() }
      return try await attempt(message)
    } catch {
      // What is not recorded as accepted is sent again.
      if state.state.withLock(\.word) != .failing { tell("cannot go on: \(error)") }
      set(HookState(.failing, reason: "the storage cannot be reached"))
      forget()
      return .pause(HookSender.lookPause)
    }
  }

  private func forget() {
    messages = []
    deferred = []
    deliveries = nil
    leaseEnd = 0
  }

  /// Reads the next messages.
  private func load() async throws -> Step {
    let (service, hook, holder, now) = (service, settings.hook, holder, now)
    let seconds = HookSender.leaseSeconds
    let state = state
    let found = try await pool.run { () -> (next: [HookMessage], deferred: [HookMessage])? in
      let dead = try service.deliveries.deadLetters(of: hook)
      state.state.withLock { $0.deadLetters = dead }
      guard try service.deliveries.hasMessages(for: hook) else { return ([], []) }
      let isOwn = try service.deliveries.takeLease(of: hook, for: holder, seconds: seconds, at: now)
      guard isOwn else { return nil }
      return (
        try service.deliveries.nextMessages(for: hook),
        try service.deliveries.deferredMessages(for: hook)
      )
    }
    guard let found else { return elsewhere() }
    deferred = found.deferred
    messages = (due + found.next)[...]
    set(HookState(messages.isEmpty ? .idle : .delivering))
    guard !messages.isEmpty else { return .pause(HookSender.lookPause) }
    leaseEnd = now.seconds + seconds
    return .again
  }

  /// The deferred messages that may be sent now: the first one of each record, when its time has come.
  private var due: [HookMessage] {
    var seen: Set<ResourceID> = []
    let known = Set(deferred.map(\.id))
    notBefore = notBefore.filter { known.contains($0.key) }
    return deferred.filter { seen.insert($0.record).inserted && isDue($0) }
  }

  /// Whether the next attempt at a deferred message may begin. No attempt is further ahead than the longest wait,
  /// unless the clock was set back.
  private func isDue(_ message: HookMessage) -> Bool {
    let next = notBefore[message.id] ?? 0
    return next <= now.seconds || next > now.seconds + MessageDeliveries.longestWait
  }

  private func elsewhere() -> Step {
    forget()
    set(HookState(.elsewhere))
    return .pause(HookSender.leasePause)
  }

  /// Sends the first message, if its next attempt is due.
  private func attempt(_ message: HookMessage) async throws -> Step {
    if case .commit = message.source, deferred.contains(where: { $0.record == message.record }) {
      return try await queueBehind(message)
    }
    var deliveries = self.deliveries ?? begun(message)
    guard deliveries.begin(at: now.seconds) != nil else {
      let rest = (deliveries.next ?? now.seconds) - now.seconds
      self.deliveries = deliveries
      return .pause(.seconds(max(1, rest)))
    }
    guard let body = try await body(of: message) else { return elsewhere() }
    attempts += 1
    let outcome = await webhook.send(
      OutgoingMessage(id: message.id, body: body, created: now.seconds)
    )
    let report = deliveries.end(outcome, at: now.seconds)
    self.deliveries = deliveries
    count(outcome)
    switch (outcome, report) {
    case (.taken, _):
      let (service, hook) = (service, settings.hook)
      try await pool.run { try service.deliveries.accepted(message, by: hook) }
      next()
    case (.failed(let reason), .lost):
      if case .deferred(let since, _) = message.source,
        now.seconds - since.seconds < settings.patience
      {
        try await postpone(message, because: reason)
      } else {
        try await giveUp(message, because: reason)
      }
    case (.failed(let reason), _):
      if attempts == 1 { tell("does not accept \(message.id): \(reason); it is sent again") }
      let since = state.state.withLock(\.since) ?? now
      set(HookState(.retrying, reason: reason, since: since))
      if attempts >= HookSender.attemptsInOrder, deferred.count < HookDeliveries.mostDeferred {
        try await postpone(message, because: reason)
      }
    }
    return .again
  }

  private func count(_ outcome: MessageDeliveries.Outcome) {
    state.state.withLock { state in
      if outcome == .taken { state.attempts.accepted += 1 } else { state.attempts.failed += 1 }
    }
  }

  /// Defers a message behind another one about its record, without an attempt, or waits if too many
  /// messages are deferred.
  private func queueBehind(_ message: HookMessage) async throws -> Step {
    guard deferred.count < HookDeliveries.mostDeferred else {
      messages = []
      set(HookState(.retrying, reason: state.state.withLock(\.reason)))
      return .pause(HookSender.lookPause)
    }
    try await postpone(message, because: "an earlier message about the record is not accepted")
    return .again
  }

  /// Keeps a message to send it later, and goes on with the next one.
  private func postpone(_ message: HookMessage, because reason: String) async throws {
    let (service, hook, attempts, now) = (service, settings.hook, attempts, now)
    try await pool.run {
      try service.deliveries.postpone(message, for: hook, because: reason, after: attempts, at: now)
    }
    var (since, all) = (now, attempts)
    if case .deferred(let first, let earlier) = message.source {
      (since, all) = (first, earlier + attempts)
    } else {
      deferred.append(message.deferred(since: since, attempts: all))
      if attempts > 0 { tell("does not accept \(message.id); later messages overtake it") }
    }
    notBefore[message.id] = now.seconds + MessageDeliveries.wait(after: all)
    next()
    state.state.withLock { $0.reason = reason }
  }

  private func begun(_ message: HookMessage) -> MessageDeliveries {
    attempts = 0
    var deliveries = MessageDeliveries(attempts: message.isKept ? 1 : .max, age: settings.patience)
    _ = deliveries.add(OutgoingMessage(id: message.id, body: [], created: now.seconds))
    return deliveries
  }

  /// Returns the body of a message; `nil` if another process sends now.
  private func body(of message: HookMessage) async throws -> [UInt8]? {
    let (service, hook, holder, now) = (service, settings.hook, holder, now)
    let seconds = HookSender.leaseSeconds
    let left = leaseEnd - now.seconds
    let renews = left < HookSender.attemptSeconds || left > seconds
    let body = try await pool.run { () -> [UInt8]? in
      if renews {
        guard try service.deliveries.takeLease(of: hook, for: holder, seconds: seconds, at: now)
        else { return nil }
      }
      return try service.deliveries.body(of: message, for: hook)
    }
    if renews { leaseEnd = now.seconds + seconds }
    return body
  }

  private func giveUp(_ message: HookMessage, because reason: String) async throws {
    let (service, hook, attempts, now) = (service, settings.hook, attempts, now)
    try await pool.run {
      try service.deliveries.giveUp(message, for: hook, because: reason, after: attempts, at: now)
    }
    tell("does not accept \(message.id): \(reason); it is a dead letter now")
    next()
  }

  private func next() {
    if let done = messages.first, done.isKept, isDue(done) {
      deferred.removeAll { $0.id == done.id }
    }
    messages = messages.dropFirst()
    deliveries = nil
    attempts = 0
    set(HookState(messages.isEmpty ? .idle : .delivering))
  }

  private func tell(_ sentence: String) { report("the webhook \(settings.hook.name) \(sentence)") }
}

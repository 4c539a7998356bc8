// SPDX-License-Identifier: Apache-2.0

import Reactor

/// The editions that a node has loaded, and the changes of what it serves: those that were made, and those to come.
struct ServedChanges: Sendable {
  enum EditionState: Sendable, Equatable {
    case loading(FleetEdition)
    case ready
    /// It cannot be loaded, and is not tried again by itself.
    case refused(String)
    /// It is tried again at a moment.
    case later(FleetEdition, Instant)
  }

  /// The changes of one kind.
  struct Register: Sendable {
    /// The last one whose instant has come.
    var active: RecordedEntry?
    /// Those that hold over it with the local moments of their instants, the one that holds over all others at the end;
    /// `nil` where the clock is not known, so that they are made on receipt.
    var waiting: [(change: RecordedEntry, at: Instant?)] = []
  }

  /// The end of loading an edition, for those who wait for it.
  struct Verdict: Sendable, Equatable {
    let edition: String
    /// The reason for which it cannot be loaded; `nil` when it is ready.
    let failure: String?
  }

  private(set) var editions: [String: EditionState] = [:] { didSet { look() } }
  private var served = Register() { didSet { look() } }
  private var rollout = Register() { didSet { look() } }
  /// The rollouts whose editions nobody has any more, as far as steps of them may still come.
  private var withdrawn: [RolloutWithdrawal] = [] { didSet { look() } }
  /// The order to close the site or to open it that holds; `nil` where there was none.
  private(set) var closing: FleetEntry?
  /// The moment at which a change may be made, or an edition is tried again.
  private(set) var due = Instant.distantFuture
  /// True while an edition of a change was not tried yet, or a moment was not computed.
  private(set) var hasUnknown = false

  /// The name of the edition that is served.
  var edition: String? { served.active?.entry.change?.edition.name }

  /// The rollout in words; `nil` where no edition is given to a share of the installations.
  var rolloutText: String? {
    guard let active = rollout.active?.entry, withdrawal(of: active) == nil,
      case .rollout(let change, let step) = active.content, step.share > 0
    else { return nil }
    return "\(step.share / 100).\(step.share % 100 / 10) % \(change.edition.name)"
  }

  /// True while a step of a rollout is still to be made, and for which nothing but its edition or its instant is missing.
  var awaitsStep: Bool { rollout.waiting.contains { isPossible($0.change.entry) } }

  /// The state of the edition that a change needs; `nil` where it was not tried yet.
  private func state(for entry: FleetEntry) -> EditionState? {
    guard let needed = entry.neededEdition, withdrawal(of: entry) == nil else { return .ready }
    return editions[needed.name]
  }

  private func isPossible(_ entry: FleetEntry) -> Bool {
    switch state(for: entry) {
    case .loading, .ready, nil: true
    case .refused, .later: false
    }
  }

  /// Takes a change for one that is to be made, unless one that holds over it was made already.
  mutating func consider(_ recorded: RecordedEntry) {
    guard recorded.entry.change != nil else { return }
    let isStep = recorded.entry.isStep
    var register = isStep ? rollout : served
    if register.active.map({ recorded.holds(over: $0) }) ?? true {
      let place = register.waiting.firstIndex { $0.change.holds(over: recorded) }
      register.waiting.insert((recorded, nil), at: place ?? register.waiting.count)
    }
    if isStep { rollout = register } else { served = register }
  }

  /// Lets nobody have the edition of a rollout any more.
  ///
  /// - Returns: The step of it that is made again, if one was made.
  mutating func withdraw(_ withdrawal: RolloutWithdrawal) -> FleetAction? {
    withdrawn.append(withdrawal)
    guard let active = rollout.active?.entry, withdrawal.isOf(active) else { return nil }
    return .activate(active, withdrawal: withdrawal)
  }

  private func withdrawal(of entry: FleetEntry) -> RolloutWithdrawal? {
    withdrawn.first { $0.isOf(entry) }
  }

  /// Takes an order to close the site or to open it, unless a later one holds; false for one that has no effect.
  mutating func close(_ entry: FleetEntry) -> Bool {
    guard entry.isClosing, entry.isLater(than: closing) else { return false }
    closing = entry
    return true
  }

  /// Begins to load an edition; returns how that ended where it was done before.
  mutating func load(_ edition: FleetEdition, _ actions: inout [FleetAction]) -> Verdict? {
    switch editions[edition.name] {
    case nil:
      editions[edition.name] = .loading(edition)
      actions.append(.load(edition))
      return nil
    case .ready: return Verdict(edition: edition.name, failure: nil)
    case .refused(let reason): return Verdict(edition: edition.name, failure: reason)
    case .loading, .later: return nil
    }
  }

  /// Takes the end of loading an edition; what could not be fetched is tried again at a moment.
  mutating func loaded(
    _ edition: String,
    _ outcome: LoadOutcome,
    again moment: Instant
  ) -> Verdict? {
    guard case .loading(let wanted) = editions[edition] else { return nil }
    switch outcome {
    case .ready:
      editions[edition] = .ready
      return Verdict(edition: edition, failure: nil)
    case .refused(let reason):
      editions[edition] = .refused(reason)
      return Verdict(edition: edition, failure: reason)
    case .later:
      editions[edition] = .later(wanted, moment)
      return nil
    }
  }

  /// Forgets that an edition was refused; true if it was.
  mutating func forget(refused edition: String) -> Bool {
    guard case .refused = editions[edition] else { return false }
    editions[edition] = nil
    return true
  }

  /// The edition of the last change that is still to be made, and for which nothing but its content or its instant is
  /// missing.
  var next: String? {
    served.waiting.last { isPossible($0.change.entry) }?.change.entry.change?.edition.name
  }

  /// True for a change whose moment has passed without its edition.
  func isOverdue(_ now: Instant) -> Bool {
    (served.waiting + rollout.waiting).contains { $0.at.map { $0 < now } ?? false }
  }

  /// Computes what each event asks for, once behind a change.
  private mutating func look() {
    due = .distantFuture
    hasUnknown = false
    look(at: served)
    look(at: rollout)
  }

  private mutating func look(at register: Register) {
    for waiting in register.waiting {
      let state = state(for: waiting.change.entry)
      if waiting.at == nil || state == nil { hasUnknown = true }
      switch state {
      case .ready: due = min(due, waiting.at ?? Instant(nanoseconds: 0))
      case .later(_, let moment): due = min(due, moment)
      case .loading, .refused, nil: break
      }
    }
  }

  /// Makes the changes that are due.
  ///
  /// - Parameter local: returns the local moment of an instant; `nil` where the clock is not known well enough.
  mutating func activate(
    _ now: Instant,
    _ actions: inout [FleetAction],
    local: (FleetInstant) -> Instant?
  ) {
    if !served.waiting.isEmpty { served = activated(served, now, &actions, local) }
    if !rollout.waiting.isEmpty { rollout = activated(rollout, now, &actions, local) }
  }

  private mutating func activated(
    _ register: Register,
    _ now: Instant,
    _ actions: inout [FleetAction],
    _ local: (FleetInstant) -> Instant?
  ) -> Register {
    var register = register
    var latest: Int?
    for index in register.waiting.indices {
      let entry = register.waiting[index].change.entry
      guard let edition = entry.change?.edition else { continue }
      let moment = register.waiting[index].at ?? entry.activation.flatMap(local)
      register.waiting[index].at = moment
      switch state(for: entry) {
      case .ready: if moment ?? now <= now { latest = index }
      case .later(let wanted, let again) where again <= now:
        editions[edition.name] = .loading(wanted)
        actions.append(.load(wanted))
      case nil: _ = load(edition, &actions)
      case .loading, .later, .refused: break
      }
    }
    guard let latest else { return register }
    let change = register.waiting[latest].change
    register.waiting.removeFirst(latest + 1)
    register.active = change
    if let began = change.entry.step?.began { withdrawn.removeAll { $0.began < began } }
    actions.append(.activate(change.entry, withdrawal: withdrawal(of: change.entry)))
    return register
  }
}

// SPDX-License-Identifier: Apache-2.0

import Reactor

extension FleetMachine {
  /// Maximum number of entries that are read or appended at once.
  private static let batch = 200
  /// Number of beats from one to the next that asks for all nodes.
  private var beatsForNodes: Int { 2 + peers.nodes.count / 50 }

  mutating func tendStore(_ now: Instant, _ actions: inout [FleetAction]) {
    store.tendHearing(now, &actions)
    if !store.isBeating, store.nextBeat <= now { beat(now, &actions) }
    if !store.isReading, store.wantsRead || store.nextPoll <= now, !store.isAway,
      let position
    {
      store.isReading = true
      store.wantsRead = false
      store.nextPoll = store.isHearing ? .distantFuture : now.later(random.jittered(times.poll))
      actions.append(.read(from: position.number, limit: Self.batch))
    } else if store.nextPoll <= now {
      store.nextPoll = store.isHearing ? .distantFuture : now.later(random.jittered(times.poll))
    }
    if store.appending.isEmpty, unrecorded > 0, store.nextAppend <= now {
      store.appending = Array(outbox.entries.prefix(Self.batch))
      actions.append(.append(store.appending))
    }
  }

  private mutating func beat(_ now: Instant, _ actions: inout [FleetAction]) {
    store.isBeating = true
    report.position = position
    report.unrecorded = unrecorded
    report.clockError = clock.error(at: now)
    var beat = Beat(report)
    beat.position = position
    beat.last = lastEntry
    beat.wantsNodes = store.beats % beatsForNodes == 0
    // Each second beat is announced; all are while nothing is heard.
    beat.isAnnounced = store.beats % 2 == 0 || !store.isHearing
    store.isAnnounced = beat.isAnnounced
    beat.lease = wish(now)
    store.beats += 1
    store.nextBeat = now.later(times.beat)
    actions.append(.beat(beat))
  }

  /// The pause before the store is asked again.
  private mutating func pause() -> Int64 {
    let whole = times.poll << Int64(min(max(0, store.failures - 1), 8))
    return random.jittered(min(whole, times.longestPause))
  }

  private func wish(_ now: Instant) -> LeaseWish {
    if isLeaving || report.isDraining { return lease.fence == nil ? .none : .release }
    return wantsEdges ? lease.wish(of: report.id, now) : .none
  }

  mutating func beaten(
    _ result: Result<BeatAnswer, FleetStoreError>,
    sent: Instant,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    store.isBeating = false
    let answer: BeatAnswer
    switch result {
    case .failure(let error):
      store.failed(error, now, pause(), &actions)
      store.nextBeat = min(store.nextBeat, now.later(pause()))
      return
    case .success(let value): answer = value
    }
    guard !store.isOlder(answer.head.epoch, than: position, now, pause(), &actions) else { return }
    store.succeeded(now, behind: position, &actions)
    clock.learn(answer.time, sent: sent, received: now)
    store.judge(clock.error(at: now) ?? .max, limit: times.clockError / 1_000, &actions)
    // The own notification may come before the answer.
    if store.isAnnounced, store.hearBy == nil { store.hearBy = now.later(times.hearing) }
    if let nodes = answer.nodes,
      peers.learn(nodes, besides: report.id, at: answer.time, now, forgetting: times.expected)
    {
      actions.append(.keepPeers(peers.reports))
    }
    peers.greet(as: report, &actions)
    lease.learn(
      answer.lease,
      sent: sent,
      for: isLeaving || report.isDraining ? nil : report.id,
      margin: times.leaseMargin,
      &actions
    )
    follow(answer, now, &actions)
    currency.learn(head: store.head, sent: sent)
    outbox.takeOver(known, now)
    known.forget(now, times)
  }

  /// Goes on in the history of the store's log.
  private mutating func follow(
    _ answer: BeatAnswer,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    store.head = answer.head.number
    if position == nil {
      log.begin(in: answer.head.epoch)
    } else if let branch = answer.branch {
      if let number = log.branch(into: answer.head.epoch, at: branch, head: store.head) {
        tickets.unplace(after: number, &known)
        // What this node has of the earlier history is given back unless the present one has it, too.
        known.doubt(after: number)
      }
      store.missed = nil
    } else {
      readAgain(in: answer.head.epoch)
    }
    if let position, position.number < store.head { store.wantsRead = true }
    prove(now, &actions)
  }

  /// Offers entries of an earlier history, once the present one was read as far as it went.
  mutating func prove(_ now: Instant, _ actions: inout [FleetAction]) {
    guard let isNewHistory = log.prove(), let position else { return }
    let lost = known.takeLost()
    outbox.addAgain(lost)
    // A start behind a crash gives them back, too.
    if !lost.isEmpty { actions.append(.keep(lost.map { JournalEntry($0, at: nil, in: nil) })) }
    store.nextAppend = now
    if isNewHistory || !lost.isEmpty {
      actions.append(.tell(.epoch(position.epoch, offered: lost.count)))
    }
  }

  mutating func read(
    _ result: Result<ReadAnswer, FleetStoreError>,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    store.isReading = false
    switch result {
    case .failure(let error): store.failed(error, now, pause(), &actions)
    case .success(let answer):
      guard let position else { return }
      guard answer.epoch == position.epoch else {
        // The history has changed: the beat finds out where to go on.
        if answer.epoch > position.epoch { store.nextBeat = now }
        return
      }
      store.succeeded(now, behind: position, &actions)
      var isSameLog = position.number <= answer.floor
      for recorded in answer.entries {
        guard let present = self.position, recorded.position.number >= present.number else {
          continue
        }
        if recorded.position.number == present.number {
          guard log.isLast(recorded.entry.id) else {
            store.nextBeat = now
            return
          }
          log.found(recorded.entry.id)
          isSameLog = true
          continue
        }
        // Without the numbers between them, entries of a replica may come before others.
        let (next, isOver) = max(present.number, answer.floor).addingReportingOverflow(1)
        guard !isOver, isSameLog, recorded.position.number <= max(next, answer.floor) else { break }
        advance(recorded.entry, to: recorded.position, now, &actions)
      }
      // Nothing is left of what came before.
      if answer.entries.count < Self.batch { log.skip(to: answer.floor) }
      takeEarly(now, &actions)
      if let number = self.position?.number, number < store.head || !log.early.isEmpty {
        // What is missing is there already, or was not on the replica yet.
        store.wantsRead = !answer.entries.isEmpty && number > position.number
        if !store.wantsRead {
          store.nextPoll = min(store.nextPoll, now.later(random.jittered(times.poll)))
        }
      }
      prove(now, &actions)
    }
  }

  /// Takes entries that another node has pushed with their numbers.
  mutating func take(
    _ entries: [RecordedEntry],
    in epoch: FleetEpoch,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    guard let position, epoch == position.epoch else {
      if let position, epoch > position.epoch { store.nextBeat = min(store.nextBeat, now) }
      return
    }
    for recorded in entries where recorded.position.number >= position.number {
      if recorded.position.number == position.number {
        if !log.isLast(recorded.entry.id) { store.nextBeat = now }
        continue
      }
      store.head = max(store.head, recorded.position.number)
      log.early.add(recorded)
    }
    takeEarly(now, &actions)
    if !log.early.isEmpty { store.wantsRead = true }
  }

  private mutating func takeEarly(_ now: Instant, _ actions: inout [FleetAction]) {
    while !log.early.isEmpty, let position {
      switch log.early.next(behind: position.number, lastEntry) {
      case .entry(let next): advance(next.entry, to: next.position, now, &actions)
      case .ofAnotherLog: store.nextBeat = now
      case .missing: return
      }
    }
  }

  mutating func appended(
    _ result: Result<AppendAnswer, FleetStoreError>,
    _ now: Instant,
    _ actions: inout [FleetAction]
  ) {
    let sent = store.appending
    store.appending.removeAll()
    switch result {
    case .failure(let error):
      store.failed(error, now, pause(), &actions)
      store.nextAppend = now.later(pause())
    case .success(let answer):
      guard let position, answer.epoch >= position.epoch else {
        // A former primary has taken them; they are not in the history that this node follows.
        store.nextAppend = now.later(pause())
        return
      }
      store.succeeded(now, behind: position, &actions)
      outbox.remove(Set(sent.prefix(answer.outcomes.count).map(\.id)))
      var recorded: [RecordedEntry] = []
      for (entry, outcome) in zip(sent, answer.outcomes) {
        var entry = entry
        switch outcome {
        case .recorded(let place, let activation, let predecessor):
          entry.activation = activation ?? entry.activation
          known[entry.id]?.entry.activation = entry.activation
          recorded.append(RecordedEntry(entry, at: place, behind: predecessor))
          tickets[entry.id]?.record(at: place, until: now.later(times.bound))
          outbox.recorded(entry.id)
        case .late: refused(entry, "the store took it behind its deadline", &actions)
        case .fenced: actions.append(.tell(.fenced(entry.id)))
        }
      }
      guard !recorded.isEmpty else { return }
      guard answer.epoch == position.epoch else {
        store.nextBeat = now
        return
      }
      for peer in targets { actions.append(.send(.recorded(recorded, in: answer.epoch), to: peer)) }
      take(recorded, in: answer.epoch, now, &actions)
      miss(recorded, now)
    }
  }

  /// Notes own entries that the log has before the position, or seems to: this node passed their places and its journal
  /// has lost them, or the store has lost the entries that were there. The next beat finds out.
  private mutating func miss(_ recorded: [RecordedEntry], _ now: Instant) {
    let missed = recorded.filter { recorded in
      known[recorded.entry.id].map { $0.position == nil } ?? false
    }
    guard let position, let first = missed.map(\.position.number).min(),
      first > 0, first <= position.number
    else { return }
    store.missed = (min(first, store.missed?.number ?? first), store.beats)
    store.nextBeat = now
  }

  /// Reads the log again from an entry that was missed in the present history: the log alone says how it is ordered.
  private mutating func readAgain(in epoch: FleetEpoch) {
    guard let missed = store.missed, missed.beats < store.beats else { return }
    store.missed = nil
    if log.goBack(to: missed.number, of: epoch, head: store.head) {
      known.doubt(after: missed.number - 1)
    }
  }

  mutating func woken(_ wake: FleetWake, _ now: Instant, _ actions: inout [FleetAction]) {
    if wake.node == report.id { store.heard(&actions) }
    guard let position else { return }
    if wake.head.epoch > position.epoch {
      store.nextBeat = min(store.nextBeat, now)
    } else if wake.head.epoch == position.epoch, wake.head.number > position.number {
      store.head = max(store.head, wake.head.number)
      store.wantsRead = true
    }
  }
}

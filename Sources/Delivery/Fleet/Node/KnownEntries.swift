// SPDX-License-Identifier: Apache-2.0

import Reactor

/// An entry that a node remembers.
struct KnownEntry: Sendable {
  var entry: FleetEntry
  /// Its place in the log; `nil` while the store does not have it.
  var position: FleetPosition?
  var isApplied = false
  /// True once the journal has written the entry, or if the entry is not journalled.
  var isKept = false
  let arrived: Instant
}

/// The entries of the last day, and what is not in the store yet.
struct KnownEntries: Sendable {
  private var entries: [EntryID: KnownEntry] = [:]
  /// The names of entries in the order of their arrival.
  private var arrivals: [EntryID] = []
  /// Entries of an earlier history, of which the present one is not known to have them.
  private var unproven: Set<EntryID> = []
  /// The last version of each zone of records.
  private var versions: [String: Int64] = [:]

  /// The names of entries that have a place in the log.
  var placed: Set<EntryID> { Set(entries.lazy.filter { $0.value.position != nil }.map(\.key)) }

  subscript(id: EntryID) -> KnownEntry? {
    get { entries[id] }
    _modify { yield &entries[id] }
  }

  /// The state of a purge at the edges; `nil` for one that is not known.
  func edgeJob(_ id: EntryID) -> FleetEdgeJob? {
    guard case .edgePurge(let job) = entries[id]?.entry.content else { return nil }
    for entry in entries.values {
      guard case .edgeOutcome(let outcome) = entry.entry.content, outcome.job == id else {
        continue
      }
      return FleetEdgeJob(job: job, isOver: true, failure: outcome.failure)
    }
    return FleetEdgeJob(job: job, isOver: false, failure: nil)
  }

  /// True for a purge of this name that was made.
  func hasPurge(_ id: EntryID) -> Bool {
    if case .purge = entries[id]?.entry.content { true } else { false }
  }

  mutating func add(_ entry: KnownEntry) {
    let id = entry.entry.id
    if entries.updateValue(entry, forKey: id) == nil { arrivals.append(id) }
  }

  mutating func remove(_ id: EntryID) {
    entries[id] = nil
    arrivals.removeAll { $0 == id }
  }

  /// Marks what was behind a number of the log as lost, unless it is found there again.
  mutating func doubt(after number: Int64) {
    unproven.formUnion(
      entries.filter { $0.value.position.map { $0.number > number } ?? false }.map(\.key)
    )
  }

  /// Takes note of a commit of records; false for one that is older than another of its zone.
  mutating func learn(_ notice: CommitNotice) -> Bool {
    let zone = "\(notice.epoch) \(notice.zone)"
    guard versions[zone].map({ $0 < notice.version }) ?? true else { return false }
    versions[zone] = notice.version
    return true
  }

  mutating func found(_ id: EntryID) { unproven.remove(id) }

  /// Ends the doubts: what was not found has no place any more.
  ///
  /// - Returns: The entries that a store is given back, in their order.
  mutating func takeLost() -> [FleetEntry] {
    let lost = unproven.compactMap { entries[$0] }.filter(\.entry.isKept)
      .sorted { $0.position?.number ?? 0 < $1.position?.number ?? 0 }
    unproven.removeAll()
    return lost.map { lost in
      var entry = lost.entry
      entry.first = entry.first ?? lost.position
      entries[entry.id]?.entry = entry
      entries[entry.id]?.position = nil
      return entry
    }
  }

  /// Forgets entries that are in the store and older than a day, and others that matter for a moment only.
  mutating func forget(_ now: Instant, _ times: FleetTiming.Nanoseconds) {
    var count = 0
    while count < arrivals.count, let entry = entries[arrivals[count]] {
      let age = now.nanoseconds(since: entry.arrived)
      guard age > (entry.entry.isKept ? times.kept : times.expected) else { break }
      guard entry.position != nil else { break }
      entries[arrivals[count]] = nil
      count += 1
    }
    if count > 0 { arrivals.removeFirst(count) }
  }
}

/// Entries that other nodes have pushed with their numbers, before it is their turn.
struct EarlyEntries: Sendable {
  /// Maximum number of entries that wait.
  private static let most = 1_000

  private var entries: [Int64: RecordedEntry] = [:]

  var isEmpty: Bool { entries.isEmpty }

  mutating func add(_ recorded: RecordedEntry) {
    if entries.count < Self.most { entries[recorded.position.number] = recorded }
  }

  mutating func removeAll() { entries.removeAll() }

  enum Next {
    case entry(RecordedEntry)
    /// The entry names another one before it than the node has.
    case ofAnotherLog
    /// The next entry is missing, or does not name the one before it, and so is read from the store.
    case missing
  }

  /// Takes the entry that follows the last one of a node.
  mutating func next(behind number: Int64, _ last: EntryID?) -> Next {
    guard let next = entries[number &+ 1] else {
      entries = entries.filter { $0.key > number }
      return .missing
    }
    if number > 0 {
      guard let last, let predecessor = next.predecessor else { return .missing }
      guard predecessor == last else {
        entries.removeAll()
        return .ofAnotherLog
      }
    }
    entries[number &+ 1] = nil
    return .entry(next)
  }
}

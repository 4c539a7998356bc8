// SPDX-License-Identifier: Apache-2.0

import ResourceModel
import ResourceStore
import Synchronization

// A commit of this process is announced when it is done, those of other processes with the same store are
// read from its changes: of gateways that share a database, and of the process that this one replaces, or that
// replaces it. None is announced twice: an answer kept since would be purged without need.

/// Notifies caches and subscribers of commits.
struct CommitNotices: Sendable {
  let context: RecordContext
  private var store: ResourceStore { context.store }

  /// The most changes of other processes that are announced one by one; with more, all answers count as
  /// outdated.
  private static let mostForeign = 2_000

  /// Notifies caches and subscribers of what writes have changed.
  func announce(_ results: [WriteResult]) { announce(results.flatMap(\.changed)) }

  /// Notifies caches and subscribers of records that this process has changed.
  func announce(_ changed: [Resource]) {
    guard !changed.isEmpty else { return }
    let epoch = context.memory.known.withLock { known in
      known.addOwn(changed)
      return known.epoch
    }
    context.settings.changed(RecordTags.changed(changed.map { ($0.type, $0.id) }))
    if let epoch {
      let versions = Dictionary(changed.map { ($0.zone, $0.version) }, uniquingKeysWith: max)
      context.settings.committed(versions, epoch)
    }
    context.memory.feed.announce(Set(changed.map(\.zone)))
  }

  /// Takes the types of the store for those of this process, which has declared them and purges what it kept.
  func noteOwnTypes() {
    let types = store.types
    context.memory.known.withLock { $0.addOwn(types) }
  }

  /// Looks for commits of other processes; of an outage, only the first failure is reported.
  func look() {
    do {
      try announceForeignCommits()
      context.memory.known.withLock { $0.isOutdated = false }
    } catch {
      let isNew = context.memory.known.withLock { known in
        defer { known.isOutdated = true }
        return !known.isOutdated
      }
      if isNew { context.settings.failed(error) }
    }
  }

  /// Notifies caches and subscribers of what other processes have committed since the last call. At the
  /// first call, and after a change of types, all kept answers count as outdated.
  func announceForeignCommits() throws {
    let count = try store.history.commitCount()
    var epoch = try store.epoch()
    let types = store.types
    guard !context.memory.known.withLock({ $0.hasOwnOnly(count, types, of: epoch) }) else { return }
    let newest = try store.history.zones()
    let seen = context.memory.known.withLock(\.self)
    if seen.epoch == epoch, seen.hasLost(newest) {
      try store.endEpoch(epoch)
      epoch = try store.epoch()
    }
    let isGoingOn = seen.types == types && seen.epoch == epoch
    let changed = isGoingOn ? seen.changedZones(newest) : nil
    let foreign = try changed.flatMap { try foreignCommits(in: $0) }
    context.memory.known.withLock { $0.see(newest, types, of: epoch) }
    guard let foreign else {
      context.settings.changedElsewhere([RecordTags.all])
      return context.memory.feed.announce(Set(newest.keys))
    }
    guard !foreign.isEmpty else { return }
    let ids = foreign.values.joined()
    let tags = RecordTags.changed(ids.map { (types.type(of: $0)?.name, $0) })
    context.settings.changedElsewhere(tags)
    context.memory.feed.announce(Set(foreign.keys))
  }

  /// Returns the records that other processes have changed in zones between two versions; `nil` if there
  /// are too many.
  private func foreignCommits(
    in zones: [String: ClosedRange<Int64>]
  ) throws -> [String: Set<ResourceID>]? {
    var foreign: [String: Set<ResourceID>] = [:]
    var count = 0
    for (zone, versions) in zones {
      var position = versions.lowerBound - 1
      while position < versions.upperBound {
        let commits = try store.history.commits(
          since: position,
          in: zone,
          limit: ResourceQuery.mostLimit
        )
        position = commits.last?.version ?? versions.upperBound
        let others = context.memory.known.withLock { known in
          commits.filter { versions.contains($0.version) && !known.isOwn($0.version, in: zone) }
        }
        foreign[zone, default: []].formUnion(others.map(\.id))
        count += others.count
        guard count <= Self.mostForeign else { return nil }
      }
    }
    return foreign.filter { !$0.value.isEmpty }
  }
}

/// The commits of a store that this process has announced.
struct KnownCommits {
  /// Whether the last look failed.
  var isOutdated = false
  /// The types as of the last look; `nil` before the first.
  private(set) var types: TypeSet?
  /// The epoch as of the last look; `nil` before the first.
  private(set) var epoch: StoreEpoch?
  /// The version of each zone as of the last look, and their sum.
  private var newest: [String: Int64] = [:]
  private var count: Int64 = 0
  /// The later versions that this process has committed itself.
  private var own: [String: Set<Int64>] = [:]

  mutating func addOwn(_ changed: [Resource]) {
    for record in changed where record.version > newest[record.zone] ?? 0 {
      own[record.zone, default: []].insert(record.version)
    }
  }

  /// Notes the types that this process has declared, and after which it has purged what it kept.
  mutating func addOwn(_ types: TypeSet) {
    if self.types != nil { self.types = types }
  }

  /// Whether this process has made all commits since the last look.
  ///
  /// - Parameter count: the sum of the zones' newest versions.
  mutating func hasOwnOnly(_ count: Int64, _ types: TypeSet, of epoch: StoreEpoch) -> Bool {
    let made = Int64(own.values.reduce(0) { $0 + $1.count })
    guard self.types == types, self.epoch == epoch, count == self.count &+ made else {
      return false
    }
    for (zone, versions) in own { newest[zone, default: 0] += Int64(versions.count) }
    own = [:]
    self.count = count
    return true
  }

  func isOwn(_ version: Int64, in zone: String) -> Bool { own[zone]?.contains(version) ?? false }

  /// Whether versions are gone, as after a failover to a standby that lags behind.
  func hasLost(_ present: [String: Int64]) -> Bool {
    newest.contains { present[$0.key] ?? 0 < $0.value }
  }

  /// The versions of each zone since the last look, in zones where some are not this process's own; `nil`
  /// if versions are gone.
  func changedZones(_ present: [String: Int64]) -> [String: ClosedRange<Int64>]? {
    guard !hasLost(present) else { return nil }
    var changed: [String: ClosedRange<Int64>] = [:]
    for (zone, version) in present {
      let before = newest[zone] ?? 0
      guard version > before else { continue }
      let versions = (before + 1)...version
      let isOwn = own[zone]?.count { versions.contains($0) } == versions.count
      if !isOwn { changed[zone] = versions }
    }
    return changed
  }

  mutating func see(_ present: [String: Int64], _ types: TypeSet, of epoch: StoreEpoch) {
    self.types = types
    self.epoch = epoch
    newest = present
    count = present.values.reduce(0, &+)
    for (zone, versions) in own {
      let later = versions.filter { $0 > present[zone] ?? 0 }
      own[zone] = later.isEmpty ? nil : later
    }
  }
}

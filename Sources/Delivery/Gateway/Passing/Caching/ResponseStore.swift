// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import ContentModel
import HTTPCaching
import HTTPValues
import Reactor

// One entry of the store has all answers of a target, since Vary of the answers decides which of
// them a request may have. For the store they are fresh until they are purged: RFC 9111 decides how
// long each is fresh. A fetch records the purge epoch before it looks, so that an answer that was
// purged or invalidated meanwhile does not come back. Two loops that change one entry at the same
// time may lose one of the changes; a lost answer is fetched again.

/// The answers of services in the store.
struct ResponseStore {
  /// The stored responses of a target, as a lookup found them.
  struct Found {
    let responses: StoredResponses?
    /// Purge epoch of the lookup.
    let epoch: PurgeEpoch

    var heads: [StoredResponse] { responses?.heads ?? [] }
  }

  /// A change of the stored answers of a target.
  struct Change {
    var changes: [StorageChange] = []
    /// A complete new answer.
    var added: (head: StoredResponse, body: [UInt8])?
    /// The bytes by which a change extends an answer.
    var missing: [UInt8] = []
  }

  private static let decade: Int64 = 315_360_000_000

  let store: AnswerStore
  let core: LoopCore

  private var now: Int64 { core.wallMilliseconds }

  /// Maximum size of a stored body.
  var bodyLimit: Int { max(0, store.limits.entryBytes - 16_384) }

  /// Makes the target of a request; `nil` where that names no host.
  ///
  /// - Parameter target: the path in normal form, with the query.
  func target(of request: Request, _ target: String, _ route: PassRoute) -> PassTarget? {
    PassTarget(request.scheme, request.authority, target, route, in: store)
  }

  func find(_ key: CacheKey) -> Found {
    let epoch = store.purgeEpoch
    switch store.lookup(key.view, of: .passes, at: now) {
    case .fresh(let entry), .stale(let entry):
      return Found(responses: entry.payload as? StoredResponses, epoch: epoch)
    case .onlyOnError(let entry):
      // A soft purge: these answers are stale from its instant on.
      let purge = min(entry.purged / 1_000, core.wallSeconds)
      guard let responses = (entry.payload as? StoredResponses)?.expired(at: purge) else {
        return Found(responses: nil, epoch: epoch)
      }
      keep(responses, key, since: epoch)
      return Found(responses: responses, epoch: epoch)
    case .pass, .miss: return Found(responses: nil, epoch: epoch)
    }
  }

  /// Changes the stored answers, as far as they are still those that were found.
  func apply(_ change: Change, to found: Found, _ asked: PassRequest) {
    var current: StoredResponses?
    if case .fresh(let entry) = store.peek(asked.target.key, at: now) {
      current = entry.payload as? StoredResponses
    }
    var heads = current?.heads ?? []
    var bodies = current?.bodies ?? []
    if current === found.responses {
      ResponseStore.apply(change, &heads, &bodies)
    } else if let added = change.added {
      for index in heads.indices.reversed() where heads[index].variant == added.head.variant {
        heads.remove(at: index)
        bodies.remove(at: index)
      }
    } else {
      return
    }
    if let added = change.added {
      heads.append(added.head)
      bodies.append(added.body)
    }
    keep(heads, bodies, of: asked.target, since: found.epoch)
  }

  /// Adds an answer to those of a target, in place of one for the same requests.
  func add(
    _ head: StoredResponse,
    _ body: [UInt8],
    of target: PassTarget,
    since epoch: PurgeEpoch
  ) {
    var (heads, bodies): ([StoredResponse], [[UInt8]]) = ([], [])
    if case .fresh(let entry) = store.peek(target.key, at: now),
      let current = entry.payload as? StoredResponses
    {
      for (index, known) in current.heads.enumerated() where known.variant != head.variant {
        heads.append(known)
        bodies.append(current.bodies[index])
      }
    }
    heads.append(head)
    bodies.append(body)
    keep(heads, bodies, of: target, since: epoch)
  }

  private func keep(
    _ heads: [StoredResponse],
    _ bodies: [[UInt8]],
    of target: PassTarget,
    since epoch: PurgeEpoch
  ) {
    var (heads, bodies) = (heads, bodies)
    while heads.count > StoredResponses.maximumAnswers
      || heads.count > 1 && bodies.reduce(0, { $0 + $1.count }) > bodyLimit
    {
      heads.removeFirst()
      bodies.removeFirst()
    }
    keep(StoredResponses(target.origin, heads, bodies), target.key, since: epoch)
  }

  private static func apply(
    _ change: Change,
    _ heads: inout [StoredResponse],
    _ bodies: inout [[UInt8]]
  ) {
    var removed: Set<Int> = []
    for one in change.changes {
      switch one {
      case .replace(let index, let head):
        guard heads.indices.contains(index) else { continue }
        heads[index] = head
      case .extend(let index, let head, let range):
        guard heads.indices.contains(index), change.missing.count == range.count else { continue }
        bodies[index] = heads[index].content.joining(
          bodies[index],
          with: change.missing,
          at: range
        )
        heads[index] = head
      case .add(let index, let head):
        guard heads.indices.contains(index) else { continue }
        heads.append(head)
        bodies.append(bodies[index])
      case .remove(let index): removed.insert(index)
      }
    }
    for index in removed.sorted(by: >) where heads.indices.contains(index) {
      heads.remove(at: index)
      bodies.remove(at: index)
    }
  }

  /// Whether a purge or a publication has overtaken the service's answer to a request for a target.
  ///
  /// - Parameter epoch: the purge epoch when the request came.
  func isOvertaken(
    _ response: Response,
    _ target: @autoclosure () -> PassTarget?,
    _ route: PassRoute,
    since epoch: PurgeEpoch
  ) -> Bool {
    isOvertaken(target(), route, since: epoch) { target in
      let groups = CacheGroups(.cacheGroups, in: response.fields.view).names
      return StoredResponses.tags(response.fields, groups, of: target.origin)
    }
  }

  /// The same of an answer whose tags are known.
  func isOvertaken(
    _ target: @autoclosure () -> PassTarget?,
    _ route: PassRoute,
    since epoch: PurgeEpoch,
    tags: (PassTarget) -> [TagName]
  ) -> Bool {
    guard route.generation.isLatest else { return true }
    guard store.purgeEpoch != epoch, let target = target() else { return false }
    return store.hasPurged(target.key, tags: tags(target), since: epoch)
  }

  /// Removes the answers that the answer to an unsafe request invalidates.
  func invalidate(_ invalidation: Invalidation, _ route: PassRoute) {
    let targets = invalidation.targets.map { PassTarget($0, route, in: store) }
    for target in targets { store.purge(.key(target.key), .hard, at: now) }
    guard let own = targets.first else { return }
    for group in invalidation.groups {
      guard let tag = StoredResponses.tag(group, of: own.origin) else { continue }
      store.purge(.tag(tag), .hard, at: now)
    }
  }

  private func keep(_ responses: StoredResponses, _ key: CacheKey, since epoch: PurgeEpoch) {
    // An empty entry only replaces a full one, and is not stored itself.
    let lifetime =
      responses.heads.isEmpty
      ? EntryLifetime(storedAt: now, freshUntil: now)
      : EntryLifetime(
        storedAt: now,
        freshUntil: now + ResponseStore.decade,
        staleIfErrorUntil: now + 2 * ResponseStore.decade
      )
    store.store(
      NewEntry(key, responses, lifetime: lifetime, privacy: .shared, tags: responses.tags),
      begun: epoch,
      at: now
    )
  }
}

extension StoredContent {
  /// Joins the stored bytes with new ones.
  func joining(_ body: [UInt8], with new: [UInt8], at range: Range<Int>) -> [UInt8] {
    guard case .part(let kept, _) = self, new.count == range.count else { return body }
    var bytes: [UInt8] = []
    if range.lowerBound < kept.lowerBound {
      bytes += new.prefix(kept.lowerBound - range.lowerBound)
    }
    bytes += body
    if range.upperBound > kept.upperBound {
      bytes += new.suffix(range.upperBound - kept.upperBound)
    }
    return bytes
  }
}

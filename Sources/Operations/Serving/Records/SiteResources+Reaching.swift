// SPDX-License-Identifier: Apache-2.0

import Editions
import Files
import Message
import Reactor
import ResourceService
import ResourceStore
import Signals
import Sites
import Synchronization

extension SiteResources {
  /// Reaches the store: opens it, if it was not yet, or the one to which its records were moved.
  func reach() async throws {
    let settings = publisher.publication?.edition.site.resources
    let (known, needsRoom) = state.withLock { ($0.opened, $0.isFull) }
    guard let opened = known else {
      if let settings { try await open(settings) }
      return
    }
    let isFollowed = try await pool.run { [self] in
      guard let place = try opened.service.store.movedPlace() else {
        try opened.service.reachStore(needsRoom: needsRoom)
        return false
      }
      guard let settings, settings.store != opened.store else { throw StoreError.moved(to: place) }
      try follow(to: place, as: settings, opened.service)
      return true
    }
    state.withLock { $0.isFull = false }
    guard isFollowed, let settings else { return }
    state.withLock { $0.opened?.store = settings.store }
    report(
      "the records are served from \(RecordStores.name(of: settings)), to which they were moved"
    )
  }

  /// Opens the declared store, and serves the records from it if they are those that were moved.
  private func follow(
    to place: String,
    as settings: ResourceSettings,
    _ service: ResourceService
  ) throws {
    let store = try RecordStores.open(settings, in: folder)
    guard store.identity == service.store.identity else {
      throw StoreError(
        .unavailable,
        "\(RecordStores.name(of: settings)) has other records than those that have moved to \(place)"
      )
    }
    try service.goOn(with: store)
  }

  /// Looks whether another declared store is to be opened now, since the records were moved to it.
  func lookForStore(of opened: Opened) {
    let isTaken = pool.submit { [self] in
      do {
        guard try opened.service.store.movedPlace() == nil else { return lookAgain() }
        report(
          "the records stay in the store that is open until the next start; another is declared"
        )
      } catch {
        failed(error)
      }
    }
    // A pool that has too much to do is asked again by the next write that is refused.
    if !isTaken { report("another store of the records is declared, and is looked at later") }
  }

  private func lookAgain() {
    guard let watch = state.withLock(\.watch) else { return }
    loop.execute { watch.value.lookNow() }
  }

  /// Looks at once for commits of others that share the store, which one of them has told of.
  func lookForCommits() {
    let begins = state.withLock { state in
      guard state.opened != nil, !state.isLooking else {
        state.looksAgain = state.isLooking
        return false
      }
      state.isLooking = true
      return true
    }
    guard begins else { return }
    let isTaken = pool.submit { [self] in
      repeat {
        announceCommits()
      } while state.withLock { state in
        defer { state.looksAgain = false }
        state.isLooking = state.looksAgain
        return state.looksAgain
      }
    }
    // A pool that has too much to do is not needed: they are looked for each second in any case.
    if !isTaken { state.withLock { $0.isLooking = false } }
  }

  private func announceCommits() {
    do {
      try state.withLock(\.opened)?.service.announceForeignCommits()
    } catch {
      failed(error)
    }
  }

  /// Whether an error means that the disk has no room left.
  static func isFull(_ error: any Error) -> Bool {
    (error as? StoreError)?.kind == .full || (error as? FileError)?.isFull == true
  }

  /// Reports an error that no client caused, and looks whether the store is still reached and has room.
  func failed(_ error: any Error) {
    let kind = (error as? StoreError)?.kind
    let isFull = SiteResources.isFull(error)
    // The outage says once that the records were moved, or that the disk is full.
    if kind != .moved, !isFull { report("the records: \(error)") }
    if isFull { state.withLock { $0.isFull = true } }
    guard kind == .unavailable || kind == .outcomeUnknown || kind == .moved || isFull,
      let watch = state.withLock(\.watch)
    else { return }
    loop.execute { watch.value.look() }
  }

  /// Records and reports an outage of the store, or its end.
  func tell(_ outage: StoreOutage?, of site: String) {
    let before = mount.set(outage)
    guard before?.reason != outage?.reason else { return }
    let state = outage.map { $0.isFull ? "full" : "away" } ?? "reached"
    shared.log.record(
      .health,
      outage == nil ? .info : .error,
      [
        EventFact(.site, site), EventFact(.backends, ResourceSettings.backendName),
        EventFact(.state, state), EventFact(.errorMessage, outage?.reason),
      ]
    )
    if let outage {
      let trouble = outage.isFull ? "takes no writes" : "is not reached"
      report("\(outage.store), the store of the records, \(trouble): \(outage.reason)")
    } else {
      report(
        "the store of the records \(before?.isFull == true ? "takes writes again" : "is reached")"
      )
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Editions
import Reactor
package import ResourceService
import Sites
import Synchronization

/// The records of a site from the moment at which it first declares some, at the start or later.
package final class DeclaredResources: Sendable {
  private struct State {
    var opened: SiteResources?
    var isOpening = false
    var isStopped = false
  }

  private let state = Mutex(State())
  private let publisher: Publisher
  private let loop: EventLoop
  private let open: @Sendable () async throws -> SiteResources?
  private let report: @Sendable (String) -> Void

  /// Opens the records if the site declares some, or else as soon as it does.
  ///
  /// - Parameters:
  ///   - report: called with what an operator should know.
  ///   - open: opens the records; `nil` for a site that declares none.
  static func start(
    _ publisher: Publisher,
    on loop: EventLoop,
    report: @escaping @Sendable (String) -> Void,
    open: @escaping @Sendable () async throws -> SiteResources?
  ) async throws -> DeclaredResources {
    let resources = DeclaredResources(publisher, loop, open, report)
    let opened = try await open()
    resources.state.withLock { $0.opened = opened }
    publisher.observe { [weak resources] in resources?.look() }
    return resources
  }

  private init(
    _ publisher: Publisher,
    _ loop: EventLoop,
    _ open: @escaping @Sendable () async throws -> SiteResources?,
    _ report: @escaping @Sendable (String) -> Void
  ) {
    (self.publisher, self.loop, self.open, self.report) = (publisher, loop, open, report)
  }

  /// The records; `nil` while there are none.
  package var records: SiteResources? { state.withLock { $0.opened } }

  /// The records as requests find them; `nil` while the site declares none.
  package var mount: RecordMount? { records?.mount }

  /// Begins to open the records that an edition declares first.
  private func look() {
    guard publisher.publication?.edition.site.resources != nil else { return }
    let begins = state.withLock { state in
      guard state.opened == nil, !state.isOpening, !state.isStopped else { return false }
      state.isOpening = true
      return true
    }
    guard begins else { return }
    loop.execute { [self] in
      loop.start { [self] in await openLate() }
    }
  }

  private func openLate() async {
    do {
      let opened = try await open()
      let isStopped = state.withLock { state in
        state.opened = opened
        state.isOpening = false
        return state.isStopped
      }
      if isStopped { await opened?.stop() } else { publisher.renew() }
    } catch {
      state.withLock { $0.isOpening = false }
      report("the records cannot be opened: \(error); they are tried again with the next edition")
    }
  }

  /// Finishes the requests in progress.
  package func stop() async {
    let opened = state.withLock { state in
      state.isStopped = true
      return state.opened
    }
    await opened?.stop()
  }
}

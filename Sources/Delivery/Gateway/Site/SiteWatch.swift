// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import Editions
package import Files
import Reactor
package import Sites
import Synchronization

/// Publishes a site again whenever its files change, on a thread of its own.
package final class SiteWatch: Sendable {
  /// Pause that ends a change, so that saving many files is one change.
  private static let quietMilliseconds: Int32 = 40
  /// Maximum time until a stop is noticed, and until a change is noticed if the kernel reports
  /// none.
  private static let roundMilliseconds: Int32 = 1_000

  private let isStopped = Atomic<Bool>(false)
  /// Passed to the watching thread.
  private let watch: Mutex<FolderWatch?>

  /// Watches a site's folders, and the folder of its history that names the pinned edition; the
  /// editions below it are written by this process.
  ///
  /// - Parameters:
  ///   - history: `nil` for files that no edition is pinned for.
  ///   - report: called with the outcome of each change, on the watching thread. - reportFault:
  ///     called with a folder whose changes cannot be watched, once for each fault.
  package init(
    _ site: SiteFolder,
    history: String?,
    publisher: Publisher,
    clock: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (Publisher.Report) -> Void,
    reportFault: @escaping @Sendable (FileError) -> Void
  ) throws {
    let folders = [SiteFolder.contentFolder, SiteFolder.localesFolder].map { "\(site.path)/\($0)" }
    watch = Mutex(try FolderWatch(folders, flat: [history].compactMap(\.self)))
    let thread = try LoopThread(name: "site-watch") { [self] in
      guard var watch = watch.withLock({ $0.take() }) else { return }
      var known: FileError?
      // The first look notices changes that were made while the watch was set up.
      report(publisher.refresh(at: UnixTime(seconds: clock())))
      while !isStopped.load(ordering: .acquiring) {
        if let fault = watch.fault, fault != known { reportFault(fault) }
        known = watch.fault
        let isChanged = watch.wait(
          timeout: SiteWatch.roundMilliseconds,
          quiet: SiteWatch.quietMilliseconds
        )
        let now = UnixTime(seconds: clock())
        guard isChanged || publisher.isOverdue(at: now) else { continue }
        report(publisher.refresh(at: now))
      }
    }
    thread.detach()
  }

  package func stop() { isStopped.store(true, ordering: .releasing) }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel
import Editions
import Files
import Reactor
import Sites
import Synchronization

/// Publishes a site again whenever its files change, on a thread of its own.
final class SiteWatch: Sendable {
  /// Pause that ends a change, so that saving many files is one change.
  private static let quietMilliseconds: Int32 = 40
  /// Maximum time until a stop is noticed, and until a change is noticed if the kernel reports
  /// none.
  private static let roundMilliseconds: Int32 = 1_000
  /// Number of rounds after which the files are looked at while they cannot be watched.
  private static let unwatchedRounds = 10

  private let isStopped = Atomic<Bool>(false)
  /// Passed to the watching thread.
  private let watch: Mutex<FolderWatch?>

  /// Watches a site's folders, and the folder of its history that names the pinned edition; the
  /// editions below it are written by this process.
  ///
  /// - Parameters:
  ///   - history: `nil` for files that no edition is pinned for.
  ///   - report: called with the outcome of each change, on the watching thread.
  ///   - reportFault: called with a folder that cannot be watched, so that changes are seen late, once for each fault,
  ///     and with `nil` when all can be again.
  init(
    _ site: SiteFolder,
    history: String?,
    publisher: Publisher,
    clock: @escaping @Sendable () -> Int64,
    report: @escaping @Sendable (Publisher.Report) -> Void,
    reportFault: @escaping @Sendable (FileError?) -> Void
  ) throws {
    let folders = [SiteFolder.contentFolder, SiteFolder.localesFolder].map { "\(site.path)/\($0)" }
    watch = Mutex(FolderWatch(folders, flat: [history].compactMap(\.self)))
    let thread = try LoopThread(name: "site-watch") { [self] in
      guard var watch = watch.withLock({ $0.take() }) else { return }
      var known: FileError?
      var rounds = 0
      // The first look notices changes that were made while the watch was set up.
      report(publisher.refresh(at: UnixTime(seconds: clock())))
      while !isStopped.load(ordering: .acquiring) {
        if watch.fault != known { reportFault(watch.fault) }
        known = watch.fault
        rounds = known == nil ? 0 : rounds + 1
        let isChanged = watch.wait(
          timeout: SiteWatch.roundMilliseconds,
          quiet: SiteWatch.quietMilliseconds
        )
        let now = UnixTime(seconds: clock())
        guard isChanged || rounds >= Self.unwatchedRounds || publisher.isOverdue(at: now) else {
          continue
        }
        rounds = 0
        report(publisher.refresh(at: now))
      }
    }
    thread.detach()
  }

  /// A sentence for operators about a fault or, with `nil`, its end.
  static func text(_ fault: FileError?, _ changes: String) -> String {
    fault.map { "\(changes) are seen up to \(unwatchedRounds) seconds late: \($0)" }
      ?? "\(changes) are seen at once again"
  }

  func stop() { isStopped.store(true, ordering: .releasing) }
}

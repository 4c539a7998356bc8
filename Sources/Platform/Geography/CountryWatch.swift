// SPDX-License-Identifier: Apache-2.0

import Files
import Reactor
import Synchronization

/// Reloads a country database whenever its file changes, on a thread of its own.
package final class CountryWatch: Sendable {
  /// Pause that ends a change, so that a slowly written file is one change.
  private static let quietMilliseconds: Int32 = 200
  /// Maximum time until a stop is noticed, and until a change is noticed if the kernel reports
  /// none: the file may be a link to another folder.
  private static let roundMilliseconds: Int32 = 1_000

  private let isStopped = Atomic<Bool>(false)
  /// Passed to the watching thread.
  private let watch: Mutex<FolderWatch?>

  /// Watches the folder of the file.
  ///
  /// - Parameter report: called with the outcome of each change, on the watching thread.
  package init(
    _ file: CountryFile,
    report: @escaping @Sendable (CountryFile.Change) -> Void
  ) throws {
    let folder = file.path.lastIndex(of: "/").map { String(file.path[...$0]) } ?? "."
    watch = Mutex(FolderWatch([], flat: [folder]))
    let thread = try LoopThread(name: "country-watch") { [self] in
      guard var watch = watch.withLock({ $0.take() }) else { return }
      while !isStopped.load(ordering: .acquiring) {
        // The first look notices changes that were made while the watch was set up.
        let change = file.refresh()
        switch change {
        case .none: break
        case .replaced, .refused: report(change)
        }
        _ = watch.wait(
          timeout: CountryWatch.roundMilliseconds,
          quiet: CountryWatch.quietMilliseconds
        )
      }
    }
    thread.detach()
  }

  package func stop() { isStopped.store(true, ordering: .releasing) }
}

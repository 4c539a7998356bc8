// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import DataFiles
import Sites

/// Stores editions in their history on another thread, so that publishing does not wait for it.
package struct EditionKeeper: Sendable {
  package let history: EditionHistory
  private let perform: @Sendable (@escaping @Sendable () -> Void) -> Bool
  private let report: @Sendable (Finding) -> Void

  /// - Parameters:
  ///   - perform: Runs work, one piece after the other, on a thread that may wait for a disk; `false` if too
  ///     much waits already.
  ///   - report: is told why an edition is not kept.
  package init(
    _ history: EditionHistory,
    perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Bool,
    report: @escaping @Sendable (Finding) -> Void
  ) {
    self.history = history
    self.perform = perform
    self.report = report
  }

  /// Keeps an edition as it was compiled, unless it is kept already.
  func keep(_ edition: Edition, _ files: EditionFiles, at now: UnixTime) {
    let name = edition.name
    let isTaken = perform {
      guard !history.has(name) else { return }
      do throws(SourceFault) {
        try history.keep(name, files, at: now)
      } catch {
        tell(name, at: error.path, error.reason)
      }
    }
    if !isTaken { tell(name, at: history.folder, "too many editions wait to be kept") }
  }

  private func tell(_ name: String, at path: String, _ reason: String) {
    report(
      Finding(
        .warning,
        .unreadable,
        at: FilePlace(path),
        "edition \(name) is served and could not be kept for a rollback: \(reason)"
      )
    )
  }
}

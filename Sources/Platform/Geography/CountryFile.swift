// SPDX-License-Identifier: Apache-2.0

package import Bytes
import Files
package import Synchronization

/// A country database in a file that may be replaced at any time. An unusable replacement leaves
/// the old database in use.
package final class CountryFile: Sendable {
  /// The outcome of a check of the file.
  package enum Change: Sendable {
    /// The file has not changed.
    case none
    case replaced
    case refused(PlainError)
  }

  package let path: String
  /// Incremented with every new database, so that a reader notices one by a single load.
  package let generation = Atomic<UInt64>(0)
  private let state: Mutex<State>

  private struct State {
    var database: CountryDatabase
    /// The stamp of the last file seen, usable or not; `nil` where there was none.
    var stamp: FileEntry.Stamp?
  }

  /// Opens the database in a file.
  package init(_ path: String) throws(PlainError) {
    self.path = path
    // Before reading, so that a change meanwhile is seen by the next check.
    let stamp = FileEntry.Stamp(of: path)
    state = Mutex(State(database: try CountryDatabase(path), stamp: stamp))
  }

  /// The database in use.
  package var database: CountryDatabase { state.withLock { $0.database } }

  /// Opens the file if it has changed. To be called by one thread, which may block.
  package func refresh() -> Change {
    let stamp = FileEntry.Stamp(of: path)
    guard state.withLock({ $0.stamp != stamp }) else { return .none }
    do {
      let database = try CountryDatabase(path)
      state.withLock { $0 = State(database: database, stamp: stamp) }
      generation.add(1, ordering: .releasing)
      return .replaced
    } catch {
      state.withLock { $0.stamp = stamp }
      return .refused(error)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Files
package import Synchronization

/// A database of countries in a file that may be replaced at any time. What cannot be used leaves the
/// database that was there in use.
package final class CountryFile: Sendable {
  /// What came of looking at the file again.
  package enum Change: Sendable {
    /// The file is the one that was seen last.
    case none
    case replaced
    case refused(CountryDatabaseError)
  }

  package let path: String
  /// Rises with every new database, so that a reader sees by one load whether there is one.
  package let generation = Atomic<UInt64>(0)
  private let state: Mutex<State>

  private struct State {
    var database: CountryDatabase
    /// The file that was seen last, whether it could be used or not; `nil` where there was none.
    var stamp: FileEntry.Stamp?
  }

  /// Opens the database in a file.
  package init(_ path: String) throws(CountryDatabaseError) {
    self.path = path
    // Before it is read: what changes meanwhile is seen by the next look.
    let stamp = FileEntry.Stamp(of: path)
    state = Mutex(State(database: try CountryDatabase(path), stamp: stamp))
  }

  /// What is in use now.
  package var database: CountryDatabase { state.withLock { $0.database } }

  /// Looks at the file again, and opens it if it is another one than before. To be called by one
  /// thread, which may wait for a disk.
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

// SPDX-License-Identifier: Apache-2.0

import FolderTesting
import SQLite

/// A place for a database file, removed with the last reference.
final class DatabaseFile: Sendable {
  private let folder = TemporaryFolder()
  var path: String { "\(folder.path)/test.sqlite" }

  func open(_ change: (inout Database.Configuration) -> Void = { _ in }) throws -> Database {
    var configuration = Database.Configuration()
    change(&configuration)
    return try Database(path, configuration)
  }
}

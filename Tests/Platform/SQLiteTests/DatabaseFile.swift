// SPDX-License-Identifier: Apache-2.0

import Foundation
import SQLite

/// A place for a database file, removed with the last reference.
final class DatabaseFile: Sendable {
  let path: String
  private let folder: String

  init() throws {
    folder =
      FileManager.default.temporaryDirectory
      .appendingPathComponent("portico-sqlite-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    path = "\(folder)/test.sqlite"
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  func open(_ change: (inout Database.Configuration) -> Void = { _ in }) throws -> Database {
    var configuration = Database.Configuration()
    change(&configuration)
    return try Database(path, configuration)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Digests
import SQL

/// An unbroken history of a store's changes.
///
/// A new database begins one, and so does each copy: a backup, a restore, a move to another engine. Each goes
/// on counting from where it was copied, so that a version names another change in each of them, and what is
/// known up to a version of one epoch says nothing about another.
package struct StoreEpoch: Sendable, Hashable {
  package let bytes: [UInt8]

  private static let count = 8
  static let name = "epoch"

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Reads what `text` has written; `nil` for another text.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == 2 * StoreEpoch.count, let bytes = Hexadecimal.bytes(String(text))
    else {
      return nil
    }
    self.bytes = bytes
  }

  package var text: String { Hexadecimal.text(bytes) }

  /// Reads the present epoch of a store.
  init<Connection: SQLConnection & ~Copyable>(of database: inout Connection) throws {
    // A file that was moved before there were epochs has none, and takes no changes.
    bytes = try database.value("SELECT value FROM meta WHERE name = ?", [StoreEpoch.name]) ?? []
  }

  /// Begins another epoch.
  static func begin<Connection: SQLConnection & ~Copyable>(in database: inout Connection) throws {
    try database.run(
      "INSERT INTO meta VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
      [name, [UInt8].random(count: count)]
    )
  }
}

/// A place in the changes of a zone: what has happened there up to a version of an epoch.
package struct ChangePosition: Sendable, Hashable {
  package let epoch: StoreEpoch
  package let version: Int64

  package init(_ version: Int64, of epoch: StoreEpoch) {
    self.epoch = epoch
    self.version = version
  }

  /// Reads what `text` has written; `nil` for another text.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: "_", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let epoch = StoreEpoch(parts[0]), let version = Int64(parts[1]),
      version >= 0
    else { return nil }
    self.init(version, of: epoch)
  }

  package var text: String { "\(epoch.text)_\(version)" }
}

extension ResourceStore {
  /// Returns the present epoch, to which all versions belong.
  package func epoch() throws -> StoreEpoch { try read { try StoreEpoch(of: &$0) } }

  /// Begins another epoch, unless that was done already.
  package func endEpoch(_ epoch: StoreEpoch) throws {
    try write { database in
      if try StoreEpoch(of: &database) == epoch { try StoreEpoch.begin(in: &database) }
    }
  }
}

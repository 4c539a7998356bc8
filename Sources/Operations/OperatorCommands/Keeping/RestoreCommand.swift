// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Files
import Reactor
import Serving

/// `portico restore`: puts a backup into a new state folder, and its records into a database where one
/// is named.
struct RestoreCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "restore",
    summary: "Check a backup, and make a state folder of it.",
    options: [
      Option("state FOLDER", "The state folder, which must not be there yet"),
      Option(
        "store ADDRESS",
        "The PostgreSQL database for the records, without records so far",
        fallback: "the file of the backup"
      ),
      Option(
        "store-password VARIABLE",
        "The environment variable with the password of that database"
      ),
    ],
    operands: "FOLDER",
    examples: [
      "portico restore --state /var/lib/portico /backup/2026-11-24": "Go on from a backup.",
      "portico restore --state state --store postgresql://portico@db/shop /backup/2026-11-24":
        "Move the records of a backup into PostgreSQL.",
    ]
  )

  private let backup: String
  private let state: String
  private let store: String?
  private let passwordVariable: String?

  init(_ arguments: Arguments) throws(UsageError) {
    guard let backup = arguments.operands.first, arguments.operands.count == 1,
      let state = arguments.value("state")
    else { throw UsageError("expected a backup, and --state FOLDER") }
    (self.backup, self.state) = (backup, state)
    store = arguments.value("store")
    passwordVariable = arguments.value("store-password")
  }

  func run() async throws -> ExitCode {
    let records = "\(backup)/\(SiteResources.fileName)"
    let copy = try StateCopy(from: backup, to: state)
    if Files.exists(records) {
      if let store {
        let password = try passwordVariable.map(RecordStores.password(in:))
        let counts = try RecordStores.move(records, toDatabaseAt: store, password: password)
        for (type, count) in counts.sorted(by: { $0.key < $1.key }) {
          StandardStream.output.write("\(type): \(Counted.text(count, "record")), all as before\n")
        }
      } else {
        try RecordStores.back(up: .file(records), to: copy.records)
      }
    } else if store != nil {
      throw PlainError("there are no records in \(backup); expected \(records)")
    }
    let count = try copy.finish().count
    StandardStream.output.write("\(Counted.text(count, "file")) of \(backup) in \(state)\n")
    return .done
  }
}

// SPDX-License-Identifier: Apache-2.0

import Commands
import Editions
import Files
import Reactor
import ResourceModel
import Serving
import Sites

/// `portico backup`: copies the state of a site to a new folder, while it is served.
struct BackupCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "backup",
    summary: "Copy a site's state and records to a new folder, while it is served.",
    options: [SiteOptions.site, SiteOptions.state],
    operands: "FOLDER",
    examples: [
      "portico backup --site /srv/portico --state /var/lib/portico /backup/2026-11-24":
        "Keep the editions, journals and records as they are now."
    ]
  )

  private let options: SiteOptions
  private let target: String

  init(_ arguments: Arguments) throws(UsageError) {
    guard let target = arguments.operands.first, arguments.operands.count == 1 else {
      throw UsageError("expected one folder for the backup")
    }
    self.target = target
    options = SiteOptions(arguments)
  }

  func run() async throws -> ExitCode {
    let settings = try options.edition().site.resources
    let copy = try StateCopy(from: options.state, to: target)
    let records = "\(options.state)/\(SiteResources.fileName)"
    if let address = settings?.store {
      let password = try settings?.storePassword.map(RecordStores.password(in:))
      try RecordStores.back(up: .database(address, password: password), to: copy.records)
    } else if Files.exists(records) {
      try RecordStores.back(up: .file(records), to: copy.records)
    }
    let files = try copy.finish()
    StandardStream.output.write(
      "\(Counted.text(files.count, "file")) of \(options.state) in \(target)\n"
    )
    note(files)
    return .done
  }

  /// Leaves a note of the backup in the state folder, for operators; without one, it is a backup all the same.
  private func note(_ files: [FileEntry]) {
    let backup = StoredBackups.Backup(
      time: Timestamp(nanoseconds: LoopClock.system.wallNanoseconds),
      folder: Files.realPath(target) ?? target,
      files: files.count,
      bytes: files.reduce(0) { $0 + Int64($1.size) }
    )
    do {
      try StoredBackups.add(backup, in: options.state)
    } catch {
      StandardStream.errors.write("portico: the console will not show this backup: \(error)\n")
    }
  }
}

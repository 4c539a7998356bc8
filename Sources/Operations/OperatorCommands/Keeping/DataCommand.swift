// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import Editions
import Files
import Reactor
import ResourceStore
import Serving
import Sites

/// `portico data`: moves the records of a site to a PostgreSQL database, while they are served.
struct DataCommand: Subcommand {
  static let definition = CommandDefinition(
    name: "data",
    summary:
      "Move a site's records from their file to a PostgreSQL database, while they are served.",
    options: [
      SiteOptions.site, SiteOptions.state,
      Option(
        "to ADDRESS",
        "The PostgreSQL database, without records so far, and no password in it"
      ),
      Option(
        "store-password VARIABLE",
        "The environment variable with the password of that database",
        fallback: "the one that the site declares"
      ),
      Option(
        "pause SECONDS",
        "The longest time for which writes wait at the end, 1 to 4",
        fallback: "3"
      ),
    ],
    operands: "migrate",
    examples: [
      "portico data migrate --state /var/lib/portico --to postgresql://portico@db/shop":
        "Copy the records, compare every table, and let the file refuse writes; then declare the "
        + "address as `store` of `resources` in the site file."
    ]
  )

  private static let pauses = 1...4

  private let options: SiteOptions
  private let address: String
  private let passwordVariable: String?
  private let pause: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    guard arguments.operands == ["migrate"] else { throw UsageError("expected migrate") }
    guard let address = arguments.value("to") else { throw UsageError("expected --to ADDRESS") }
    // What was written instead is not shown, since it may have a password.
    guard DatabaseAddress.isAccepted(address) else {
      throw UsageError(
        "--to is no address of a PostgreSQL database; expected one such as "
          + "postgresql://user@host:5432/name, without a password, which stands in the variable that "
          + "--store-password names"
      )
    }
    self.address = address
    passwordVariable = arguments.value("store-password")
    pause = try arguments.value("pause", expected: "a number of seconds from 1 to 4") {
      Int($0, in: DataCommand.pauses)
    }
    options = SiteOptions(arguments)
  }

  func run() async throws -> ExitCode {
    guard let declared = try options.edition().site.resources else {
      throw PlainError("the site declares no `resources`; expected some to move")
    }
    guard declared.store == nil || declared.store == address else {
      throw PlainError(
        "the site declares \(RecordStores.name(of: declared)) as its store; expected "
          + "none, or the address of --to"
      )
    }
    let file = "\(options.state)/\(SiteResources.fileName)"
    guard Files.exists(file) else {
      throw PlainError("there are no records in \(options.state); expected \(file)")
    }
    let place = RecordStores.name(ofDatabaseAt: address)
    let password = try (passwordVariable ?? declared.storePassword).map(RecordStores.password(in:))
    StandardStream.output.write("copying the records of \(file) to \(place)\n")
    var settings = StoreMove.Settings()
    if let pause { settings.longestPause = .seconds(pause) }
    let progress = MoveProgress()
    let outcome = try StoreMove.run(
      fileAt: file,
      to: .store(at: address, password: password),
      named: place,
      settings
    ) { event in
      for line in progress.lines(of: event, at: .now) { StandardStream.output.write("\(line)\n") }
    }
    for (type, count) in outcome.records.sorted(by: { $0.key < $1.key }) {
      StandardStream.output.write("\(type): \(Counted.text(count, "record"))\n")
    }
    StandardStream.output.write(conclusion(outcome, place, isDeclared: declared.store != nil))
    return .done
  }

  private func conclusion(
    _ outcome: StoreMove.Outcome,
    _ place: String,
    isDeclared: Bool
  ) -> String {
    let pause = outcome.pause.map { "; writes waited for \(MoveProgress.seconds($0))" }
    let head = "the records have moved to \(place)\(pause ?? ", by an earlier run")\n"
    return head
      + (isDeclared
        ? "the gateway goes on there with the next write, or at its start\n"
        : "writes are answered 503 until the site declares in `resources`: store: \"\(address)\"\n")
  }
}

/// The lines that tell of a move.
final class MoveProgress {
  private var last: ContinuousClock.Instant?
  private var table: String?
  /// The lines that are told when writes go on, which must not wait for whoever reads the lines slowly;
  /// `nil` while writes do not wait.
  private var waiting: [String]?

  /// Returns the lines that a step gives reason to tell.
  func lines(of event: StoreMove.Event, at now: ContinuousClock.Instant) -> [String] {
    let line = line(of: event, at: now)
    if event == .writesWait { waiting = [] }
    guard var lines = waiting else { return line.map { [$0] } ?? [] }
    if let line { lines.append(line) }
    let isOver = event == .writesGoOn || event == .marked
    waiting = isOver ? nil : lines
    return isOver ? lines : []
  }

  /// Returns the line of a step; `nil` for one that follows too soon on another one to be told.
  private func line(of event: StoreMove.Event, at now: ContinuousClock.Instant) -> String? {
    switch event {
    case .leftoverRemoved: return "what a run that was killed has left is removed"
    case .copied(let table, let rows):
      // A line for each table, and one a second for long ones.
      guard table != self.table || last.map({ $0.duration(to: now) >= .seconds(1) }) ?? true
      else { return nil }
      (self.table, last) = (table, now)
      return "copied \(Counted.text(rows, "row")) of \(table) so far"
    case .compared(let rows): return "\(Counted.text(rows, "row")) compared: equal on both sides"
    case .caughtUp(let rows, let duration):
      return "copied \(Counted.text(rows, "row")) that had changed, in \(Self.seconds(duration))"
    case .logChecked: return "the file was read again: no change is missing"
    case .writesWait: return "writes wait"
    case .writesGoOn:
      return "writes go on, since more had changed than could be copied in the pause"
    case .committed: return "the database has all records"
    case .marked: return "the file takes no more writes"
    }
  }

  /// Returns a duration in seconds with three decimals.
  static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let thousandths = String(attoseconds / 1_000_000_000_000_000 + 1_000).dropFirst()
    return "\(seconds).\(thousandths) s"
  }
}

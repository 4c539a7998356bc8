// SPDX-License-Identifier: Apache-2.0

import Files
import Measure
import ResourceService
import ResourceStore
import SQL
import Serving
import Sites

/// The stores of sites' records, with their size, their work and their slow statements, and the backups of
/// sites' state folders.
enum StoreReport {
  static func tables(of services: SiteServices) async throws -> [FigureTable] {
    var (stores, statements, backups) = (storesTable, statementsTable, backupsTable)
    for site in services.sites {
      if let records = site.resources.records.map({ OperatorRecords(site.name, $0) }) {
        do {
          let (figures, use) = try await records.read { service in
            (try service.store.figures(), LimitUse(of: service))
          }
          add(figures, of: site, to: &stores)
          add(use, of: site.name, to: &stores)
          for entry in figures.slow { add(entry, of: site.name, to: &statements) }
        } catch {
          stores.add(
            [.text(site.name), .text("state"), .text("not reached"), .text("\(error)")],
            tone: .failure
          )
        }
      }
      for backup in try StoredBackups.read(in: site.state).reversed() {
        backups.add([
          .text(site.name), .text("\(backup.time)"), .text(backup.folder),
          .count(Int64(backup.files)), .bytes(backup.bytes),
        ])
      }
    }
    return [stores, statements, backups]
  }

  private static func add(
    _ figures: StoreFigures,
    of site: SiteService,
    to table: inout FigureTable
  ) {
    func add(_ name: String, _ value: Figure?, _ help: String, _ tone: FigureTable.Tone = .usual) {
      guard let value else { return }
      table.add([.text(site.name), .text(name), value, .text(help)], tone: tone)
    }
    func count(_ number: Int) -> Figure { .count(Int64(number)) }
    let (pool, log) = (figures.pool, "\(site.state)/\(SiteResources.fileName)-wal")
    add("engine", .text(figures.engine), "The engine of the records.")
    add("records", .count(figures.records), "Records that are not deleted.")
    add("size", .bytes(figures.bytes), "The database.")
    add("free", figures.freeBytes.map { .bytes($0) }, "What new records take first.")
    if !figures.hasServer, let bytes = try? Files.size(log) {
      add("log", .bytes(bytes), "The write-ahead log, which is written back into the file.")
    }
    add("connections", figures.connections.map { .count($0) }, "The database's, of all processes.")
    let locked = figures.waitingForLocks ?? 0
    add(
      "waiting for locks",
      figures.waitingForLocks.map { .count($0) },
      "Of these, the ones that wait for a lock.",
      locked > 0 ? .warning : .usual
    )
    add("readers", count(pool.readers), "Connections of this process that read.")
    add("waiting reads", count(pool.waitingReads), "Reads so far that waited for one of them.")
    add("waiting writes", count(pool.waitingWrites), "Writes that wait for the next commit.")
    add("commits", count(pool.commits), "Commits of this process.")
    add("writes", count(pool.writes), "Writes in them; those that come together share one.")
    add(
      "failed commits",
      count(pool.failures),
      "Commits that failed, with all of their writes.",
      pool.failures > 0 ? .warning : .usual
    )
    if pool.commits > 0 {
      let mean = pool.time / (pool.commits + pool.failures)
      add("mean commit", .seconds(of: mean), "The time of a commit, with its statements.")
      add("longest commit", .seconds(of: pool.longest), "The longest so far.")
    }
  }

  /// The files and streams of a site's records, with their limits.
  private struct LimitUse {
    let fileBytes: Int64
    let streams: Int
    let limits: RecordLimits

    init(of service: ResourceService) {
      fileBytes = service.fileBytes ?? 0
      streams = service.waitingReaders
      limits = service.limits
    }
  }

  private static func add(_ use: LimitUse, of site: String, to table: inout FigureTable) {
    func add(_ name: String, _ value: Figure, _ help: String, isFull: Bool = false) {
      table.add([.text(site), .text(name), value, .text(help)], tone: isFull ? .warning : .usual)
    }
    let (limits, most) = (use.limits, use.limits.totalFileBytes.map(Int64.init))
    add(
      "files",
      .bytes(use.fileBytes),
      "All files of records, and unfinished uploads.",
      isFull: most.map { use.fileBytes >= $0 / 10 * 9 } ?? false
    )
    if let most { add("most files", .bytes(most), "Uploads beyond it are refused.") }
    if let most = limits.userFileBytes {
      add("most files of a user", .bytes(Int64(most)), "Uploads beyond it are refused.")
    }
    add(
      "streams",
      .count(Int64(use.streams)),
      "Clients that wait for changes.",
      isFull: use.streams >= limits.streams / 10 * 9
    )
    add("most streams", .count(Int64(limits.streams)), "More of them are refused.")
    add(
      "most streams of a visitor",
      .count(Int64(limits.visitorStreams)),
      "More of one user, or of one address, are refused."
    )
    if let most = limits.appStreams {
      add("most streams of an app", .count(Int64(most)), "More of its clients are refused.")
    }
  }

  private static func add(
    _ entry: SlowStatements.Entry,
    of site: String,
    to table: inout FigureTable
  ) {
    let sql = entry.sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    table.add([
      .text(site), .text(sql), .count(Int64(entry.count)),
      .seconds(of: entry.total / max(1, entry.count)), .seconds(of: entry.longest),
      .seconds(of: .now - entry.last),
    ])
  }

  private static var storesTable: FigureTable {
    FigureTable("store").columns([
      .init(.site, "The site."), .init(.name, "The name of the figure."),
      .init(.value, "The value."), .init(.help, "meaning", "Its meaning."),
    ])
  }

  private static var statementsTable: FigureTable {
    FigureTable("statements").columns([
      .init(.site, "The site."),
      .init(.statement, "A statement of reads, with ? for each value."),
      .init(.count, "times", "How often it took at least \(SlowStatements.threshold)."),
      .init(.mean, "The mean of these times."), .init(.longest, "The longest of them."),
      .init(.last, "How long ago it was slow the last time."),
    ])
  }

  private static var backupsTable: FigureTable {
    FigureTable("backups").columns([
      .init(.site, "The site."), .init(.time, "When it was complete, in UTC."),
      .init(.folder, "The folder of the backup."),
      .init(.files, "Its files."), .init(.bytes, "size", "Their size."),
    ])
  }
}

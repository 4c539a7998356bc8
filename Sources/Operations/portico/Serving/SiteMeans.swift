// SPDX-License-Identifier: Apache-2.0

import Files
import Gateway
import Geography
import HTTPClient
import HTTPValues
import Reactor
import Signals

/// What all sites of a process share.
struct SiteMeans: Sendable {
  /// How many answers wait to be compressed well; those beyond stay as they are.
  private static let mostCompressions = 512

  let registry: SignalRegistry
  /// What the cache of one site may hold.
  let cacheBytes: Int
  /// Whether caches are kept over restarts.
  let keepsCache: Bool
  let timing: [IPNetwork]
  let countries: CountryFile?
  let events: EventSink?
  let resolver: Resolver
  /// Writes what outlives the process, one piece after the other.
  let archivist: WorkerPool
  let clients: ClientConfiguration
  let connections = ServiceConnections()
  /// Where kept answers are compressed well.
  let compression: WorkerPool

  /// How many editions may wait for the disk.
  private static let waitingEditions = 64

  init(_ configuration: Service.Configuration, _ registry: SignalRegistry) throws {
    self.registry = registry
    cacheBytes = configuration.cacheBytes / max(1, configuration.sites.count)
    keepsCache = configuration.keepsCache
    timing = configuration.timing
    countries = try configuration.countries.map { try CountryFile($0) }
    events = try configuration.events.map { path in
      try EventSink(
        path == "-" ? nil : try AppendedFile(path),
        queries: EventQueries(configuration.eventQueries),
        registry,
        report: { SiteMeans.tell($0, path == "-" ? "the standard output" : path) }
      )
    }
    resolver = Resolver(pool: try WorkerPool(threads: 2))
    archivist = try WorkerPool(threads: 1, capacity: SiteMeans.waitingEditions)
    clients = SystemTrust().securing(configuration.clients)
    compression = try WorkerPool(threads: 1, capacity: SiteMeans.mostCompressions)
  }

  /// Follows the file of countries, if there is one.
  func watchCountries() throws {
    guard let countries else { return }
    _ = try CountryWatch(countries) { SiteMeans.tell($0, countries.path) }
  }

  private static func tell(_ lost: LostEvents, _ place: String) {
    let reason =
      switch lost.reason {
      case .slow: "whoever reads \(place) is too slow"
      case .failed(let error): error
      }
    StandardStream.errors.write("portico: \(lost.count) events are lost: \(reason)\n")
  }

  private static func tell(_ change: CountryFile.Change, _ path: String) {
    switch change {
    case .none: break
    case .replaced:
      StandardStream.errors.write("portico: the countries of \(path) are in use\n")
    case .refused(let error):
      StandardStream.errors.write("portico: the old database of countries stays: \(error)\n")
    }
  }
}

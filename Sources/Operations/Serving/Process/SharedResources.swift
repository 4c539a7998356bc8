// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import Gateway
package import Geography
package import HTTPClient
package import HTTPServer
import HTTPValues
package import Message
package import Monitor
package import Reactor
package import Signals

/// The resources that all sites of a process share.
package struct SharedResources: Sendable {
  /// The maximum number of answers queued for better compression; others stay as they are.
  private static let mostCompressions = 512

  package let registry: SignalRegistry
  /// The number of event loops.
  let loops: Int
  /// The cache size of one site.
  let cacheBytes: Int
  /// Whether caches are persisted across restarts.
  let keepsCache: Bool
  let timing: [IPNetwork]
  /// The share of the traces starting here that are marked as sampled for services.
  let tracedShare: Double
  package let countries: CountryFile?
  /// The events of the process.
  package let log: EventLog
  /// The share of the log that is written elsewhere, by operators' orders.
  package let verbosity = EventVerbosity()
  /// Write the events to what options name, such as a file.
  package let eventSinks: [EventSink]
  /// Erases old events; `nil` if they are kept while there is room.
  package let ageLimit: EventAgeLimit?
  /// The latest refused clients, for the events of refusals.
  package let refused = RefusedClients()
  let eventQueries: EventQueries
  package let eventAddresses: EventAddresses
  let eventHeaders: EventHeaders
  /// Reads the log for operators.
  package let logReading: WorkerPool
  /// The folder of the history with its annotations; `nil` if none is kept.
  package let history: (folder: String, annotations: Annotations, limit: Int)?
  /// The file with the alerts and silences of the process before; `nil` without a listener for operators.
  let alertFile: AlertFile?
  package let resolver: Resolver
  /// The part of the process in a fleet; `nil` for a process that is in none.
  package let fleet: FleetProcess?
  /// Writes to the disk, one task at a time.
  package let diskWriter: WorkerPool
  package let clients: ClientConfiguration
  /// The connections and secrets with which all sites call their services.
  let access: ServiceAccess = {
    let connections = ServiceConnections()
    var access = ServiceAccess()
    access.connections = { connections.rules(for: $0) }
    return access
  }()
  /// Recompresses cached answers with better settings.
  let compression: WorkerPool

  /// The maximum number of operators waiting for the log.
  private static let mostLogReaders = 64

  /// The maximum number of editions waiting to be written.
  private static let waitingEditions = 64

  /// - Parameters:
  ///   - state: the state folder of the first site.
  ///   - loops: the number of event loops.
  ///   - fleet: the part of the process in a fleet, if it is in one.
  init(
    _ configuration: ServiceConfiguration,
    _ registry: SignalRegistry,
    state: String,
    loops: Int,
    _ fleet: FleetProcess?
  ) throws {
    (self.registry, self.fleet, self.loops) = (registry, fleet, loops)
    history = SharedResources.history(configuration, state)
    alertFile = configuration.admin.map { _ in AlertFile(in: configuration.state ?? state) }
    cacheBytes = configuration.cacheBytes / max(1, configuration.sites.count)
    keepsCache = configuration.keepsCache
    timing = configuration.timing
    tracedShare = configuration.tracedShare
    countries = try configuration.countries.map { try CountryFile($0) }
    eventQueries = EventQueries(configuration.eventQueries)
    eventAddresses = configuration.eventAddresses
    eventHeaders = configuration.eventHeaders
    logReading = WorkerPool("log", threads: 1, capacity: SharedResources.mostLogReaders)
    let log = try EventLog(
      state: configuration.state,
      loops: loops,
      at: LoopClock.system.wallNanoseconds
    )
    self.log = log
    ageLimit = try configuration.logAge.map { age in
      try EventAgeLimit(age, of: log) { StandardStream.errors.write("portico: \($0)\n") }
    }
    eventSinks = try configuration.events.map { [verbosity] output in
      try EventSink(
        try output.open(),
        of: output.kind,
        log,
        registry,
        verbosity: verbosity,
        report: { SharedResources.tell($0, output.name) }
      )
    }
    resolver = Resolver(pool: WorkerPool("names", threads: 2))
    diskWriter = WorkerPool("editions", threads: 1, capacity: SharedResources.waitingEditions)
    clients = SystemTrust().securing(configuration.clients)
    compression = WorkerPool(
      "compression",
      threads: 1,
      capacity: SharedResources.mostCompressions,
      on: .background
    )
  }

  /// Opens the history; without a listener for operators there is none, since nobody could read it.
  private static func history(
    _ configuration: ServiceConfiguration,
    _ state: String
  ) -> (folder: String, annotations: Annotations, limit: Int)? {
    guard configuration.admin != nil, configuration.historyBytes > 0 else { return nil }
    let folder = "\(configuration.state ?? state)/history"
    let now = UnixTime.now.seconds
    let annotations = Annotations(in: folder, at: now) { SharedResources.tell($0) }
    return (folder, annotations, configuration.historyBytes)
  }

  /// Adds an event that explains a change in the history.
  package func annotate(_ kind: String, _ text: String, site: String? = nil) {
    let shown = String(text.unicodeScalars.prefix(Annotation.textLimit))
    let annotation = Annotation(time: UnixTime.now.seconds, kind: kind, text: shown, site: site)
    if let annotation { history?.annotations.add(annotation) }
  }

  static func tell(_ line: String) { StandardStream.errors.write("portico: \(line)\n") }

  /// Watches the country database, if there is one.
  func watchCountries() throws {
    guard let countries else { return }
    _ = try CountryWatch(countries) { SharedResources.tell($0, countries.path) }
  }

  package static func tell(_ report: SinkReport, _ place: String) {
    switch report {
    case .lost(let events):
      let reason =
        switch events.reason {
        case .slow: "\(place) is read too slowly"
        case .failed(let error): error
        }
      tell("\(events.count) events are lost: \(reason)")
    case .reopened: tell("\(place) is opened again")
    case .reached: tell("\(place) is reached again")
    case .failed(let error): tell("\(place): \(error)")
    }
  }

  private static func tell(_ change: CountryFile.Change, _ path: String) {
    switch change {
    case .none: break
    case .replaced:
      StandardStream.errors.write("portico: the country database \(path) is reloaded\n")
    case .refused(let error):
      StandardStream.errors.write("portico: the old country database stays in use: \(error)\n")
    }
  }
}

extension SharedResources {
  /// A client of services on a loop.
  ///
  /// - Parameter signals: its metrics; without them, its calls are part of the metrics of no site.
  func client(on core: LoopCore, _ signals: ClientSignals? = nil) throws -> HTTPClient {
    let signals = try signals ?? ClientSignals(try SignalRegistry())
    return try HTTPClient(on: core, clients, resolver: resolver, signals: signals)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Passing
import Reactor
import ResourceService
import Services
import Signals

/// A service of a site on one loop.
final class Service {
  let declaration: BackendDeclaration
  /// Its endpoints; `nil` for the records of the site, which are in this process.
  let backend: Backend?
  /// Whether it sees the visitors' credentials.
  let seesCredentials: Bool
  let routeCalls: RouteCallMeter
  let answers: AnswerWatch

  fileprivate init(
    _ declaration: BackendDeclaration,
    _ backend: Backend?,
    _ routeCalls: RouteCallMeter,
    _ answers: AnswerWatch
  ) {
    self.declaration = declaration
    self.backend = backend
    self.routeCalls = routeCalls
    self.answers = answers
    seesCredentials = declaration.seesCredentials
  }

  /// Returns the service with another declaration, if all differences can change while calls are
  /// under way.
  fileprivate func moved(to next: BackendDeclaration, by rules: ConnectionRules?) -> Service? {
    var same = declaration
    same.addresses = next.addresses
    same.mirror = next.mirror
    guard same == next, declaration.path == next.path else { return nil }
    if declaration.addresses != next.addresses {
      guard case .fixed = declaration.source(), case .fixed(let endpoints) = next.source(by: rules)
      else { return nil }
      backend?.move(to: endpoints)
    }
    return Service(next, backend, routeCalls, answers)
  }
}

/// The answer of a service to a call, as JSON.
package struct ReadBody: Sendable {
  package let call: String
  package let target: String
  package let bytes: [UInt8]
}

/// The services of a site on one loop.
final class Services {
  private let client: HTTPClient
  private let connections: @Sendable (BackendDeclaration) -> ConnectionRules?
  private let secrets: ServiceSecrets
  private let nodes: NodeCount
  private let registry: SignalRegistry
  private let shard: SignalShard
  private let counters: GatewayCounters
  let tracer: Tracer
  /// The records of the site, as of the last edition; `nil` while there are none.
  private(set) var records: LoopRecords?
  private let findRecords: @Sendable (LoopCore) -> LoopRecords?
  private let callsServices: Bool
  /// Connection checks of idle services are made by this loop.
  let areWatched: Bool
  /// Called with the changes of services and their names.
  var whenChanged: (String, BackendChange) -> Void = { _, _ in }
  /// Called with the changes of services' answers and the services' names.
  var whenAnswersChanged: (String, AnswerWatch.Change) -> Void = { _, _ in }
  /// Is shown each answer that is read, where somebody looks on.
  var whenRead: ((ReadBody) -> Void)?
  private var services: [String: Service] = [:]
  /// The services as the candidate of a rollout calls them, with circuit breakers, limits and retry budgets of
  /// their own, so that what its calls do is held against it alone.
  private var candidates: [String: Service] = [:]
  /// The endpoints that operators have ejected, by service, whatever editions say.
  private var ejections: [String: ManualEjection] = [:]
  /// Mirrors by the names of the second services.
  private var mirrors: [String: Mirror] = [:]

  /// - Parameter nodes: the number of nodes that share the budgets of retries.
  init(_ dependencies: GatewayDependencies, among nodes: NodeCount) {
    self.nodes = nodes
    client = dependencies.client
    connections = dependencies.access.connections
    secrets = dependencies.access.secrets
    registry = dependencies.registry
    shard = dependencies.shard
    counters = dependencies.counters
    tracer = dependencies.tracer
    findRecords = dependencies.records
    callsServices = dependencies.access.callsServices
    areWatched = dependencies.access.watchesServices
  }

  deinit {
    for service in all { service.backend?.close() }
  }

  private var all: [Service] { Array(services.values) + candidates.values }

  /// Takes over the declarations of an edition; a service with the same declaration keeps its
  /// state.
  ///
  /// - Parameters:
  ///   - offered: the declarations of a rollout's candidate; empty without a rollout.
  ///   - documents: the site's number of documents.
  func renew(
    _ declarations: [BackendDeclaration],
    candidate offered: [BackendDeclaration],
    documents: Int
  ) {
    guard callsServices else { return }
    records = findRecords(client.core)
    let names = Set((declarations + offered).map(\.name)).sorted()
    guard !names.isEmpty || !services.isEmpty else { return }
    // The series of a name that was declared before are found again.
    let signals: BackendSignals
    do throws(SignalFault) {
      signals = try BackendSignals(registry, backends: names.isEmpty ? ["none"] : names)
    } catch {
      return counters.found(.metrics, at: "the services \(names.joined(separator: ", "))", error)
    }
    services = renewed(services, declarations, signals) { _ in true }
    // A service that only the candidate has has no other view.
    candidates = renewed(candidates, offered, signals) { [services] in services[$0] == nil }
    for service in all { service.routeCalls.renew(documents: documents) }
    mirrors = [:]
  }

  private func renewed(
    _ known: [String: Service],
    _ declarations: [BackendDeclaration],
    _ signals: BackendSignals,
    showsState: (String) -> Bool
  ) -> [String: Service] {
    var known = known
    var renewed: [String: Service] = [:]
    for var declaration in declarations {
      let problem = declaration.place(in: secrets.environment)
      if problem != nil { declaration.addresses = [] }
      let rules = connections(declaration)
      let shows = showsState(declaration.name)
      if let service = known.removeValue(forKey: declaration.name) {
        if service.backend?.settings.showsState ?? shows == shows,
          let service = service.moved(to: declaration, by: rules)
        {
          renewed[declaration.name] = service
          continue
        }
        service.backend?.close()
      }
      let backend =
        declaration.isLocal
        ? nil : backend(declaration, by: rules, signals, showsState: shows, problem)
      let routeCalls = counters.routeCalls(to: declaration.name)
      let answers = counters.answers(of: declaration.name) { [whenAnswersChanged] in
        whenAnswersChanged(declaration.name, $0)
      }
      renewed[declaration.name] = Service(declaration, backend, routeCalls, answers)
    }
    for gone in known.values { gone.backend?.close() }
    return renewed
  }

  private func backend(
    _ declaration: BackendDeclaration,
    by rules: ConnectionRules?,
    _ signals: BackendSignals,
    showsState shows: Bool,
    _ problem: String?
  ) -> Backend {
    var settings = BackendSettings(declaration, by: rules, isWatched: areWatched && shows)
    settings.showsState = shows
    settings.problem = problem
    let backend = Backend(
      settings,
      over: client,
      signals: signals,
      shard: shard,
      with: secrets,
      among: nodes
    )
    if shows { backend.whenChanged = { [whenChanged] in whenChanged(declaration.name, $0) } }
    if let ejection = ejections[declaration.name] { backend.take(ejection) }
    return backend
  }

  /// Returns the share of calls that is mirrored to a second service; `nil` for none.
  func mirror(_ declaration: MirrorDeclaration?) -> MirroredShare? {
    guard let declaration, declaration.share > 0 else { return nil }
    if let mirror = mirrors[declaration.backend] {
      return MirroredShare(mirror: mirror, share: declaration.share)
    }
    // The series of a name that was declared before are found again.
    guard let service = services[declaration.backend], let backend = service.backend else {
      return nil
    }
    let signals: MirrorSignals
    do throws(SignalFault) {
      signals = try MirrorSignals(registry, shard, backends: services.keys.sorted())
    } catch {
      counters.found(.metrics, at: "the mirror \(declaration.backend)", error)
      return nil
    }
    let mirror = Mirror(
      declaration.backend,
      backend,
      sees: service.declaration.credentials,
      signals,
      on: client.core
    )
    mirrors[declaration.backend] = mirror
    return MirroredShare(mirror: mirror, share: declaration.share)
  }

  /// Ejects an endpoint of a service, or all, for a while or until it is readmitted.
  func eject(_ endpoint: String?, of name: String, for duration: Duration?) {
    let until = duration.map { client.core.now + $0 } ?? .distantFuture
    ejections[name, default: ManualEjection()].eject(endpoint, until: until)
    takeEjection(of: name)
  }

  /// Readmits an endpoint of a service, or all; returns whether any was ejected.
  func readmit(_ endpoint: String?, of name: String) -> Bool {
    guard var ejection = ejections[name] else { return false }
    _ = ejection.expire(at: client.core.now)
    let isChanged = ejection.readmit(endpoint)
    ejections[name] = ejection
    takeEjection(of: name)
    return isChanged
  }

  private func takeEjection(of name: String) {
    guard let ejection = ejections[name] else { return }
    for service in [services[name], candidates[name]] { service?.backend?.take(ejection) }
    if ejection == ManualEjection() { ejections[name] = nil }
  }

  /// Statuses of the services on this loop, by name.
  var statuses: [BackendStatus] {
    all.compactMap(\.backend).filter(\.settings.showsState).map(\.status)
      .sorted { $0.name < $1.name }
  }

  /// Returns what passes requests on to a service; `nil` for the records of the site.
  func forwarder(to service: Service, along pass: PassDeclaration) -> Forwarder? {
    guard let backend = service.backend else { return nil }
    return Forwarder(
      to: backend,
      (service.declaration.addresses.first ?? .unknown).origin,
      adding: pass.sent,
      whenSent: service.routeCalls.calls(ofPass: pass.shownPrefix)
    )
  }

  /// Returns a service as one of the editions calls it; `nil` for one that the site does not declare.
  func service(named name: String, ofCandidate isOfCandidate: Bool = false) -> Service? {
    // A request may be under way when its rollout ends.
    isOfCandidate ? candidates[name] ?? services[name] : services[name]
  }
}

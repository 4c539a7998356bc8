// SPDX-License-Identifier: Apache-2.0

import Backends
import Composition
import HTTPClient
import HTTPValues
import Plans
import Reactor
import Signals

/// The services behind a site, as one loop calls them.
final class Services {
  private struct Service {
    let declaration: BackendDeclaration
    let backend: Backend
  }

  private let client: HTTPClient
  private let registry: SignalRegistry
  private let shard: SignalShard
  private var services: [String: Service] = [:]

  init(_ means: PlanMeans) {
    client = means.client
    registry = means.registry
    shard = means.shard
  }

  deinit {
    for service in services.values { service.backend.close() }
  }

  /// Takes over what an edition says of services; one whose declaration is the same keeps what was
  /// learnt of it.
  func renew(_ declarations: [BackendDeclaration]) {
    let names = declarations.map(\.name).sorted()
    guard !names.isEmpty || !services.isEmpty else { return }
    // Declared before, the series of a name are found again.
    guard let signals = try? BackendSignals(registry, backends: names.isEmpty ? ["none"] : names)
    else { return }
    var renewed: [String: Service] = [:]
    for declaration in declarations {
      if let known = services.removeValue(forKey: declaration.name) {
        if known.declaration == declaration {
          renewed[declaration.name] = known
          continue
        }
        known.backend.close()
      }
      let settings = BackendSettings(declaration)
      let backend = Backend(settings, over: client, signals: signals, shard: shard)
      renewed[declaration.name] = Service(declaration: declaration, backend: backend)
    }
    for gone in services.values { gone.backend.close() }
    services = renewed
  }

  /// What a service says: JSON that nobody has read yet.
  func answer(
    to request: CallRequest,
    until deadline: Instant
  ) async throws(ServiceFault) -> (fields: Fields, body: [UInt8]) {
    guard let service = services[request.call.backend] else { throw .noBackend }
    var call = BackendCall(
      request.target,
      method: request.call.method,
      fields: ["accept": "application/json"]
    )
    // Whatever the method promises, a plan's calls only read.
    call.isIdempotent = true
    if let body = request.body {
      call.fields.append("content-type", "application/json")
      call.body = body
    }
    let timeout = request.call.timeout ?? service.declaration.timeout
    call.deadline = min(deadline, client.core.now + timeout)
    call.priority = request.call.isRequired ? .required : .optional
    do throws(BackendFault) {
      let answer = try await service.backend.call(call)
      return (answer.head.fields, answer.body)
    } catch {
      throw ServiceFault(error)
    }
  }
}

extension BackendSettings {
  /// What a site says of a service, and for the rest what is usual.
  fileprivate init(_ declaration: BackendDeclaration) {
    let origins = declaration.addresses.map { address in
      Origin(
        address.isSecure ? .https : .http,
        host: address.host,
        port: UInt16(clamping: address.port)
      )
    }
    self.init(declaration.name, .fixed(origins.map { Endpoint($0) }))
    timeout = declaration.timeout
    answers.bodyLimit = declaration.maximumBytes
    health.target = declaration.health
  }
}

// SPDX-License-Identifier: Apache-2.0

import Files
import HTTPClient
import HTTPValues
import Reactor
import Services
import Synchronization
import TransportSecurity

/// The connections to backends, with the authorities, certificate and version of HTTP that each declares.
/// All loops share one context for each declaration; new connections use renewed certificates.
final class ServiceConnections: Sendable {
  /// The facts that determine a connection.
  private struct Declared: Hashable {
    let security: BackendDeclaration.Security?
    let speech: BackendDeclaration.Speech

    var rules: ConnectionRules {
      let cleartext: CleartextHTTP2 =
        switch speech {
        case .auto: .learned
        case .http2: .always
        case .http1: .never
        }
      // What is usual has the security of the client.
      guard security != nil || speech != .auto else {
        return ConnectionRules(security: nil, cleartextHTTP2: cleartext)
      }
      let trust = ServiceTrust(security ?? .init(), speech)
      return ConnectionRules(security: { try trust.security(to: $0) }, cleartextHTTP2: cleartext)
    }
  }

  private let known = Mutex<[Declared: ConnectionRules]>([:])

  /// Returns the rules for a backend.
  func rules(for backend: BackendDeclaration) -> ConnectionRules {
    let declared = Declared(security: backend.security, speech: backend.speech)
    return known.withLock { known in
      if let rules = known[declared] { return rules }
      let rules = declared.rules
      known[declared] = rules
      return rules
    }
  }
}

/// The TLS context of one declaration, made again when one of its files changes.
private final class ServiceTrust: Sendable {
  private let declared: BackendDeclaration.Security
  private let speech: BackendDeclaration.Speech
  private let made = Mutex<(context: TLSClientContext, stamps: [FileEntry.Stamp?])?>(nil)

  init(_ declared: BackendDeclaration.Security, _ speech: BackendDeclaration.Speech) {
    (self.declared, self.speech) = (declared, speech)
  }

  func security(to origin: Origin) throws -> any StreamSecurity {
    let name = try TLSServerName(declared.serverName ?? origin.host)
    return TLSClientSecurity(try context(), to: name)
  }

  private func context() throws -> TLSClientContext {
    let files = [declared.authorities, declared.certificate, declared.key].compactMap(\.self)
    let stamps = files.map { FileEntry.Stamp(of: $0) }
    return try made.withLock { made in
      if let made, made.stamps == stamps { return made.context }
      let context = try TLSClientContext(configuration)
      made = (context, stamps)
      return context
    }
  }

  private var configuration: TLSClientConfiguration {
    var configuration = TLSClientConfiguration()
    if let authorities = declared.authorities {
      configuration.trust = .authorities([.file(authorities)])
    }
    if let certificate = declared.certificate, let key = declared.key {
      configuration.identity = TLSIdentity(chainFile: certificate, keyFile: key)
    }
    switch speech {
    case .auto: break
    case .http2: configuration.protocols = ["h2"]
    case .http1: configuration.protocols = ["http/1.1"]
    }
    return configuration
  }
}

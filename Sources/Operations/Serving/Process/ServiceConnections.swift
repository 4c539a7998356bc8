// SPDX-License-Identifier: Apache-2.0

import Files
import HTTPClient
import HTTPValues
import Plans
import Reactor
import Synchronization
import TransportSecurity

/// The connections to backends with authorities, a certificate or a version of HTTP of their own.
/// All loops share one context for each declaration; new connections use renewed certificates.
final class ServiceConnections: Sendable {
  /// The facts that determine a connection.
  private struct Declared: Hashable {
    let security: BackendDeclaration.Security?
    let speech: BackendDeclaration.Speech
  }

  private let known = Mutex<[Declared: ConnectionRules]>([:])

  /// Returns the rules for a backend; `nil` if it declares none.
  func rules(for backend: BackendDeclaration) -> ConnectionRules? {
    let declared = Declared(security: backend.security, speech: backend.speech)
    guard declared != Declared(security: nil, speech: .auto) else { return nil }
    return known.withLock { known in
      if let rules = known[declared] { return rules }
      let trust = ServiceTrust(declared.security ?? .init(), declared.speech)
      let rules = ConnectionRules(
        security: { try trust.security(to: $0) },
        usesHTTP2WithoutAsking: declared.speech == .http2
      )
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
    self.declared = declared
    self.speech = speech
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

// SPDX-License-Identifier: Apache-2.0

package import HTTPClient
import HTTPValues
import Reactor
package import Services

extension BackendSettings {
  /// Makes settings from a site's declaration, with defaults for the rest.
  ///
  /// - Parameters:
  ///   - rules: special rules of its connections, if any.
  ///   - isWatched: whether connections are tried where no check is declared.
  package init(
    _ declaration: BackendDeclaration,
    by rules: ConnectionRules? = nil,
    isWatched: Bool = false
  ) {
    self.init(declaration.name, declaration.source(by: rules))
    timeout = declaration.timeout
    answers.contentTypes += AnswerRules.xmlTypes
    path = declaration.path
    sent = declaration.sent
    token = declaration.token
    // The authorities of a service are those of the server of its tokens as well.
    if declaration.security != nil, declaration.security?.serverName == nil {
      tokenConnections = rules
    }
    answers.bodyLimit = declaration.maximumBytes
    health = HealthSettings(declaration.health, isWatched: isWatched)
    retry.most = declaration.retries
    hedge.share = Double(declaration.hedge) / 100
    limit.most = declaration.concurrency
    limit.least = min(limit.least, limit.most)
    limit.start = min(limit.start, limit.most)
  }
}

extension HealthSettings {
  fileprivate init(_ declaration: HealthDeclaration, isWatched: Bool) {
    self.init()
    switch declaration {
    case .unchecked: break
    case .watched: if isWatched { self = .watch }
    case .checked(let declared):
      check = declared.path.map { .request($0) } ?? .connection
      interval = declared.interval
      timeout = declared.timeout
      badToLeave = declared.failures
      goodToReturn = declared.successes
    }
  }
}

extension BackendDeclaration {
  /// Returns the source of endpoints. A single name has all its addresses, as they are from time to
  /// time; names beside others are one endpoint each, and an address with weight 0 is left out.
  package func source(by rules: ConnectionRules? = nil) -> EndpointSource {
    if addresses.count == 1, let only = addresses.first, only.origin.isName {
      return .name(only.origin, by: rules)
    }
    return .fixed(
      addresses.filter { $0.weight > 0 }.map { address in
        Endpoint(Destination(address.origin, by: rules), weight: address.weight)
      }
    )
  }
}

extension Origin {
  /// Whether its host has to be resolved. The local machine is one endpoint, whichever of its
  /// addresses answers.
  fileprivate var isName: Bool {
    socketPath == nil && SocketAddress(ip: host, port: port) == nil && host != "localhost"
      && !host.hasSuffix(".localhost")
  }
}

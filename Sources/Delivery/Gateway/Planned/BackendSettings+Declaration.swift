// SPDX-License-Identifier: Apache-2.0

import Backends
import HTTPClient
import HTTPValues
import Plans
import Reactor

extension BackendSettings {
  /// What a site says of a service, and for the rest what is usual.
  init(_ declaration: BackendDeclaration) {
    self.init(declaration.name, declaration.source)
    timeout = declaration.timeout
    answers.bodyLimit = declaration.maximumBytes
    health.target = declaration.health
    retry.most = declaration.retries
    hedge.share = Double(declaration.hedge) / 100
    limit.most = declaration.concurrency
    limit.least = min(limit.least, limit.most)
    limit.start = min(limit.start, limit.most)
  }
}

extension BackendDeclaration {
  /// Where calls go. A name that stands alone has all its addresses, as they are from time to time;
  /// names beside others are one endpoint each, and an address without weight is none.
  var source: EndpointSource {
    if addresses.count == 1, let only = addresses.first, only.isName {
      let origin = Origin(only)
      return .name(origin.scheme, host: origin.host, port: origin.port)
    }
    return .fixed(
      addresses.filter { $0.weight > 0 }.map { Endpoint(Origin($0), weight: $0.weight) }
    )
  }
}

extension BackendDeclaration.Address {
  /// Whether somebody has to be asked where it is. This machine is in one place, whichever of its
  /// addresses answers.
  fileprivate var isName: Bool {
    let origin = Origin(self)
    return SocketAddress(ip: origin.host, port: origin.port) == nil && origin.host != "localhost"
      && !origin.host.hasSuffix(".localhost")
  }
}

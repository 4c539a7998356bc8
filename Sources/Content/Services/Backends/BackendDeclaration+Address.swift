// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import HTTPValues

extension BackendDeclaration {
  /// One place where a service answers.
  package struct Address: Sendable, Hashable {
    package var origin: Origin
    /// Stands before the target of every request; empty, or a path without a slash at its end.
    package var path = ""
    /// The variable of the environment that has the address, where one does.
    package var variable: String?
    /// Whether the address is known without its variable.
    package var isKnown = true
    /// Its share of the calls beside the weights of the other addresses; 0 gets none.
    package var weight = Address.usualWeight

    package static let usualWeight = 100
    package static let weights = 0...10_000
    /// An address that is not known yet.
    package static let unknown = {
      var address = Address(Origin(.http, host: "localhost", port: 80))
      address.isKnown = false
      return address
    }()

    package init(_ origin: Origin) { self.origin = origin }

    /// `http://host:port/path`, `https://host`, or `unix:/path` of a socket.
    package init?(_ text: String) {
      if text.hasPrefix("unix:") {
        guard let origin = Address.socket(text) else { return nil }
        self.init(origin)
        return
      }
      guard let scheme = ["http://", "https://"].first(where: { text.hasPrefix($0) }) else {
        return nil
      }
      let rest = text.dropFirst(scheme.count)
      let host = rest.prefix { $0 != "/" }
      let path = rest.dropFirst(host.count)
      guard let origin = Origin(url: scheme + host),
        let plain = path.isEmpty ? "" : PassDeclaration.prefix(of: String(path))
      else { return nil }
      self.init(origin)
      self.path = plain
    }

    /// The address as the beginning of a URL that always says the port.
    package var text: String { origin.withPort + path }

    /// Takes the address that a variable of the environment has, if one does.
    ///
    /// - Returns: what is wrong with the variable; `nil` if nothing is.
    fileprivate mutating func place(in environment: [String: String]) -> String? {
      guard let variable else { return nil }
      guard let text = environment[variable], !text.isEmpty else {
        return isKnown ? nil : "the environment has no \(variable)"
      }
      guard let address = Address(text) else {
        return "\(variable) of the environment is no address of a service"
      }
      (origin, path, isKnown) = (address.origin, address.path, true)
      return nil
    }

    private static func socket(_ text: String) -> Origin? {
      guard let origin = Origin(text), let path = origin.socketPath, path.hasPrefix("/"),
        !path.hasSuffix("/"), path.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
        !path.split(separator: "/").contains("..")
      else { return nil }
      return origin
    }
  }

  /// Takes the addresses that variables of the environment have.
  ///
  /// - Returns: what is wrong with them; `nil` if nothing is.
  package mutating func place(in environment: [String: String]) -> String? {
    for index in addresses.indices {
      if let problem = addresses[index].place(in: environment) { return problem }
    }
    if let problem = token?.address.place(in: environment) { return problem }
    return hasOnePath ? nil : "the addresses of the environment have several paths"
  }

  /// Whether all known addresses have the same path before their targets.
  package var hasOnePath: Bool { Set(addresses.filter(\.isKnown).map(\.path)).count < 2 }

  /// Stands before the target of every request.
  package var path: String { addresses.first?.path ?? "" }
}

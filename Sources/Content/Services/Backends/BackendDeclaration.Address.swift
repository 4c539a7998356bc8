// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
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

extension BackendDeclaration.Address {
  /// An address alone, or with its weight, or the variable of the environment that has it.
  static let shape = weighted.orText(.text(.service))

  /// The same without a weight.
  static let alone = Shape.object(unknown, needsOneOf: ["$env"]) { inEnvironment }
    .with("required", ["$env"])
    .orText(.text(.service))

  private static let weighted = Shape.object(unknown, needsOneOf: ["address", "$env"]) {
    Member(
      "address",
      \.declared,
      .text(.service),
      "The address.",
      examples: ["http://10.0.0.9:9000"]
    )
    inEnvironment
    Member(
      "weight",
      \.weight,
      .integer(weights),
      "Share of the calls beside the weights of the other addresses; 0 gets none."
    )
  }

  .with("anyOf", [["required": ["address"]], ["required": ["$env"]]])

  @MemberBuilder<BackendDeclaration.Address>
  private static var inEnvironment: [Member<BackendDeclaration.Address>] {
    Member(
      "$env",
      \.variable,
      .text(.variable),
      "Name of the environment variable with the address.",
      examples: ["PRICES_URL"]
    )
    Member(
      "otherwise",
      \.fallback,
      .text(.service),
      "The address where the environment has no such variable.",
      examples: ["http://localhost:9000"]
    )
  }

  /// The address that stands in the file by itself.
  private var declared: BackendDeclaration.Address? {
    get { isKnown && variable == nil ? self : nil }
    set { take(newValue) }
  }

  /// The address in place of a variable that is not there.
  private var fallback: BackendDeclaration.Address? {
    get { isKnown && variable != nil ? self : nil }
    set { take(newValue) }
  }

  private mutating func take(_ address: BackendDeclaration.Address?) {
    guard let address else { return }
    (origin, path, isKnown) = (address.origin, address.path, true)
  }
}

extension TextForm where Value == BackendDeclaration.Address {
  static let service = TextForm(
    "address of a service",
    expected: "one such as http://127.0.0.1:9000, https://prices.example.com/v2 or "
      + "unix:/run/prices.sock",
    pattern: ServicePatterns.service,
    parse: { BackendDeclaration.Address($0) },
    print: { $0.text }
  )
  .hinting { text in
    text.hasPrefix("unix:")
      ? "unix: and an absolute path of at most 107 visible ASCII characters, without .." : nil
  }
}

// SPDX-License-Identifier: Apache-2.0

/// The digests of the parts of a gateway's configuration, by which two gateways are compared.
package struct ConfigurationFingerprint: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    package let name: String
    package let digest: String

    package init(_ name: String, _ digest: String) { (self.name, self.digest) = (name, digest) }
  }

  /// The outcome of a comparison of one part.
  package enum Result: String, Sendable {
    case same
    case different
    case onlyHere = "only here"
    case onlyThere = "only there"
  }

  /// A part at two gateways.
  package struct Compared: Sendable, Equatable {
    package let name: String
    package let result: Result
    package let here: String?
    package let there: String?
  }

  package let parts: [Part]

  package init(_ parts: [Part]) { self.parts = parts }

  /// Reads a line of digests by the names of parts; a name may contain an equals sign, a digest none.
  package init(reading line: String) {
    parts = line.split(whereSeparator: \.isWhitespace).compactMap { word in
      guard let sign = word.utf8.lastIndex(of: UInt8(ascii: "=")) else { return nil }
      return Part(String(word[..<sign]), String(word[sign...].dropFirst()))
    }
  }

  /// All digests in one line.
  package var line: String { parts.map { "\($0.name)=\($0.digest)" }.joined(separator: " ") }

  /// Compares the parts with those of another gateway; those that differ come first.
  package func compared(with other: ConfigurationFingerprint) -> [Compared] {
    let there = Dictionary(other.parts.map { ($0.name, $0.digest) }) { first, _ in first }
    let here = Dictionary(parts.map { ($0.name, $0.digest) }) { first, _ in first }
    let names = parts.map(\.name) + there.keys.filter { here[$0] == nil }.sorted()
    let all = names.map { name in
      let (one, two) = (here[name], there[name])
      let result: Result =
        one == nil ? .onlyThere : two == nil ? .onlyHere : one == two ? .same : .different
      return Compared(name: name, result: result, here: one, there: two)
    }
    return all.filter { $0.result != .same } + all.filter { $0.result == .same }
  }

  /// Options that say where something is on a machine. Gateways that serve the same may differ in them.
  private static let placeOptions: Set<String> = [
    "listen", "listen-proxy", "listen-tls", "admin", "admin-token", "certificate", "key", "site",
    "state", "countries", "takeover", "events", "alert-key", "gateway", "gateway-token",
    "fleet", "fleet-key", "fleet-wakes", "fleet-follow", "node", "node-listen", "node-address",
  ]

  /// The parts without options that say where something is on the machine.
  package var served: ConfigurationFingerprint {
    ConfigurationFingerprint(
      parts.filter { part in
        !part.name.hasPrefix("--")
          || !ConfigurationFingerprint.placeOptions.contains(String(part.name.dropFirst(2)))
      }
    )
  }
}

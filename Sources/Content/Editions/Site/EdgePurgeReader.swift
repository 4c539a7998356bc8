// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import HTTPValues
import Plans

/// Reads how an edge is purged.
struct EdgePurgeReader {
  static let maximumNameBytes = 128

  private let kind: EdgeKind
  private var members: MemberReader
  private var purge = EdgePurge()

  /// - Parameter hasBase: whether the site says what stands before public paths.
  static func purge(
    _ edge: EdgeSettings,
    hasBase: Bool,
    _ members: MemberReader,
    _ findings: inout Findings
  ) -> EdgePurge {
    var reader = EdgePurgeReader(kind: edge.kind, members: members)
    reader.readAddresses(&findings)
    reader.readSubject(&findings)
    reader.readSecrets(&findings)
    reader.readProbe(hasBase, &findings)
    reader.purge.isOnPublish =
      reader.members.boolean("onPublish", &findings) ?? reader.purge.isOnPublish
    if edge.kind == .plain { reader.readRequests(&findings) }
    reader.refuseForeign(&findings)
    reader.members.refuseOthers(&findings)
    return reader.purge
  }

  private mutating func readAddresses(_ findings: inout Findings) {
    let names = members.strings("address", &findings) ?? []
    purge.addresses = names.compactMap { AddressReader.edge.address($0, &findings) }
    if !names.isEmpty { return }
    if let standard = kind.purgeAddress.flatMap({ BackendDeclaration.Address($0) }) {
      purge.addresses = [standard]
    } else {
      missing("address", &findings)
    }
  }

  private mutating func readSubject(_ findings: inout Findings) {
    guard let (key, standard) = kind.purgeSubject else { return }
    guard let name = members.name(key, &findings) else {
      purge.subject = standard ?? ""
      if standard == nil { missing(key, &findings) }
      return
    }
    purge.subject = name.name
    if kind == .akamai, !EdgeKind.akamaiNetworks.contains(name.name) {
      findings.error(
        .badValue,
        at: name.place,
        "\"\(name.name)\" is no network; expected "
          + EdgeKind.akamaiNetworks.joined(separator: " or "),
        suggestion: Suggestion.nearest(to: name.name, among: EdgeKind.akamaiNetworks)
      )
    } else if !EdgePurgeReader.isIdentifier(name.name) {
      findings.error(
        .badValue,
        at: name.place,
        "\"\(name.name)\" is no name of a \(key); expected letters, digits, dots, dashes and "
          + "underscores"
      )
    }
  }

  private mutating func readSecrets(_ findings: inout Findings) {
    if kind.secretParts?.needed.isEmpty == true { return }
    let value = members.value("secret")
    var named: [(part: String, variable: PlacedName)] = []
    switch value?.content {
    case nil: break
    case .string:
      named = (members.name("secret", &findings)).map { [("", $0)] } ?? []
    default:
      guard var parts = members.reader("secret", of: "a secret", &findings) else { return }
      for part in parts.members {
        if let variable = parts.name(part.key, &findings) { named.append((part.key, variable)) }
      }
    }
    for (part, variable) in named {
      if EdgePurgeReader.isVariable(variable.name) {
        purge.secrets[part] = variable.name
      } else {
        findings.error(
          .badValue,
          at: variable.place,
          "this is no name of a variable of the environment; expected one such as CDN_TOKEN, and "
            + "never the secret itself"
        )
      }
    }
    checkParts(named.map(\.part), &findings)
  }

  private func checkParts(_ parts: [String], _ findings: inout Findings) {
    guard let (needed, possible) = kind.secretParts else { return }
    let isWhole =
      needed.allSatisfy(parts.contains) && parts.allSatisfy { (needed + possible).contains($0) }
    guard !isWhole else { return }
    let expected =
      needed == [""]
      ? "the name of one variable of the environment"
      : "an object with \(needed.joined(separator: ", "))"
        + (possible.isEmpty ? "" : " and perhaps \(possible.joined(separator: ", "))")
    findings.error(
      .missingKey,
      at: members.place,
      "\(members.subject) needs as its \"secret\" \(expected)"
    )
  }

  private mutating func readProbe(_ hasBase: Bool, _ findings: inout Findings) {
    if let name = members.name("probe", &findings) {
      purge.probe = AddressReader.edge.address(name, &findings)
    } else if kind.namesWholeURLs, !hasBase {
      findings.error(
        .missingKey,
        at: members.place,
        "\(members.subject) needs \"probe\", or the site an absolute \"baseURL\": it is told whole "
          + "URLs"
      )
    }
  }

  private mutating func readRequests(_ findings: inout Findings) {
    guard var requests = members.reader("request", of: "a request that purges", &findings) else {
      if members.value("request") == nil { missing("request", &findings) }
      return
    }
    for scope in EdgePurge.Scope.allCases {
      guard
        let request = requests.reader(
          scope.rawValue,
          of: "the request that purges by \(scope.rawValue)",
          &findings
        )
      else { continue }
      purge.requests[scope] = EdgePurgeRequestReader.request(request, &findings)
    }
    if requests.members.isEmpty {
      findings.error(
        .missingKey,
        at: requests.place,
        "a request that purges has none of "
          + EdgePurge.Scope.allCases.map(\.rawValue).joined(separator: ", ")
      )
    }
    requests.refuseOthers(&findings)
  }

  /// Notes what is for edges of other kinds.
  private mutating func refuseForeign(_ findings: inout Findings) {
    var foreign = EdgeKind.allCases.compactMap { $0.purgeSubject?.key }
      .filter { $0 != kind.purgeSubject?.key }
    if kind != .plain { foreign.append("request") }
    if kind.secretParts?.needed.isEmpty == true { foreign.append("secret") }
    for key in foreign {
      guard let value = members.value(key) else { continue }
      findings.error(
        .unknownKey,
        at: members.place(of: value),
        "\(members.subject) has no use for \"\(key)\""
      )
    }
  }

  private func missing(_ key: String, _ findings: inout Findings) {
    findings.error(
      .missingKey,
      at: members.place,
      "\(members.subject) has no \"\(key)\", which it needs"
    )
  }

  private static func isIdentifier(_ text: String) -> Bool {
    (1...maximumNameBytes).contains(text.utf8.count)
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || "._-".utf8.contains($0) }
  }

  private static func isVariable(_ text: String) -> Bool {
    guard let first = text.utf8.first, text.utf8.count <= maximumNameBytes else { return false }
    return !ASCII.isDigit(first)
      && text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
  }

  private init(kind: EdgeKind, members: MemberReader) {
    self.kind = kind
    self.members = members
  }
}

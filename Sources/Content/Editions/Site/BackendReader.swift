// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Plans

/// Reads what a site says of a service behind it.
enum BackendReader {
  static let answerBytes = 1...1_073_741_824

  static func backend(
    _ member: DataDictionary.Member,
    in file: String,
    _ findings: inout Findings
  ) -> BackendDeclaration? {
    let subject = "the backend \"\(member.key)\""
    guard var members = MemberReader(member.value, of: subject, in: file, &findings) else {
      return nil
    }
    var backend = BackendDeclaration(name: member.key)
    _ = members.required("addresses", &findings)
    for name in members.strings("addresses", &findings) ?? [] {
      if let address = BackendDeclaration.Address(name.name) {
        backend.addresses.append(address)
      } else {
        findings.error(
          .badValue,
          at: name.place,
          "\"\(name.name)\" is no address of a service; expected one such as "
            + "http://127.0.0.1:9000 or https://prices.example.com"
        )
      }
    }
    if let text = members.string("timeout", &findings) {
      if let timeout = PlanReader.duration(text) {
        backend.timeout = timeout
      } else {
        findings.error(
          .badValue,
          at: members.place,
          "\"timeout\" is \"\(text)\"; expected 1ms to 60s, such as 800ms or 2s"
        )
      }
    }
    backend.maximumBytes =
      members.integer("maximumBytes", in: answerBytes, &findings) ?? backend.maximumBytes
    backend.health = members.string("health", &findings)
    backend.seesCredentials = members.boolean("credentials", &findings) ?? false
    members.refuseOthers(&findings)
    return backend
  }
}

extension BackendDeclaration.Address {
  /// Reads `http://host:port`, with the port of the scheme where none is written.
  package init?(_ text: String) {
    let isSecure = text.hasPrefix("https://")
    guard isSecure || text.hasPrefix("http://") else { return nil }
    let rest = text.dropFirst(isSecure ? 8 : 7)
    var host = rest
    var port = isSecure ? 443 : 80
    if let colon = rest.lastIndex(of: ":"), rest.last != "]" {
      guard let number = Int(rest[rest.index(after: colon)...]), (1...65_535).contains(number)
      else {
        return nil
      }
      port = number
      host = rest[..<colon]
    }
    let isPlain = host.utf8.allSatisfy {
      ASCII.isAlphanumeric($0) || "-._:[]".utf8.contains($0)
    }
    guard !host.isEmpty, isPlain, host.utf8.count <= 255 else { return nil }
    self.init(isSecure: isSecure, host: String(host), port: port)
  }
}

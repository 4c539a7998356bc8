// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Plans

/// Reads where something answers.
struct AddressReader {
  static let service = AddressReader(
    expectation: "address of a service; expected one such as http://127.0.0.1:9000 or "
      + "https://prices.example.com"
  )
  static let edge = AddressReader(
    expectation: "address; expected one such as http://10.0.0.1:6081 or https://www.example.com"
  )

  /// What it is to be, behind "no".
  private let expectation: String

  func address(
    _ name: PlacedName,
    _ findings: inout Findings
  ) -> BackendDeclaration.Address? {
    if let address = BackendDeclaration.Address(name.name) { return address }
    findings.error(.badValue, at: name.place, "\"\(name.name)\" is no \(expectation)")
    return nil
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

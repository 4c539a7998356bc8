// SPDX-License-Identifier: Apache-2.0

import ContentModel

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

  /// The address as a file says it.
  package var text: String { "\(isSecure ? "https" : "http")://\(host):\(port)" }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel

/// The rules of addresses of PostgreSQL databases in a site file: those that libpq reads, but without a
/// password, which a file that is shared must not have.
package enum DatabaseAddress {
  private static let scheme = "postgresql://"
  private static let secrets: Set<Substring> = ["password", "sslpassword"]

  /// Whether an address of PostgreSQL is valid as `store` of a site.
  package static func isAccepted(_ text: String) -> Bool {
    guard text.hasPrefix(scheme) else { return false }
    let parts = text.dropFirst(scheme.count)
      .split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    guard let place = parts.first, isPlace(place) else { return false }
    return parts.count == 1
      || parts[1].split(separator: "&", omittingEmptySubsequences: false).allSatisfy(isParameter)
  }

  /// Whether it is `user@host:port,host/name`; user, hosts and ports may be missing.
  private static func isPlace(_ text: Substring) -> Bool {
    let halves = text.split(separator: "/", omittingEmptySubsequences: false)
    guard halves.count == 2, !halves[1].isEmpty, isMade(halves[1], of: "._~%-") else {
      return false
    }
    let authority = halves[0].split(separator: "@", omittingEmptySubsequences: false)
    guard let hosts = authority.last, isMade(hosts, of: "._~%:,[]-") else { return false }
    return authority.count == 1
      || authority.count == 2 && !authority[0].isEmpty && isMade(authority[0], of: "._~%-")
  }

  private static func isParameter(_ text: Substring) -> Bool {
    guard let end = text.firstIndex(of: "=") else { return false }
    let name = text[..<end]
    return !name.isEmpty && name.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "_") }
      && !secrets.contains(name) && isMade(text[text.index(after: end)...], of: "._~%/:,+-")
  }

  /// Whether a text has only letters and digits of ASCII and some marks.
  private static func isMade(_ text: Substring, of marks: String) -> Bool {
    text.utf8.allSatisfy { ASCII.isAlphanumeric($0) || marks.utf8.contains($0) }
  }
}

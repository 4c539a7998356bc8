// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentResolution
package import HTTPValues
import Plans
import Sites

/// Finds the redirect of an old path.
package struct RedirectTable: Sendable {
  private let redirects: [RedirectDeclaration]
  private let plain: [String: Int]
  private let patterns: RouteTable
  private let names: [[String]]

  init(_ redirects: [RedirectDeclaration]) {
    self.redirects = redirects
    let isPattern = redirects.map { RoutePattern($0.path) != nil }
    plain = Dictionary(
      redirects.indices.filter { !isPattern[$0] }.map { (redirects[$0].path, $0) }
    ) { first, _ in first }
    patterns = RouteTable(redirects.map(\.path))
    names = redirects.map { RoutePattern($0.path)?.names ?? [] }
  }

  package var isEmpty: Bool { redirects.isEmpty }

  /// Where an old path leads, with the names of the path filled in; `nil` for a path without a redirect.
  package func redirect(of path: Span<UInt8>) -> (target: String, status: Status, leavesSite: Bool)?
  {
    if let index = plain[path.text] {
      let redirect = redirects[index]
      return (redirect.target, redirect.status, redirect.leavesSite)
    }
    guard let found = patterns.match(path) else { return nil }
    let index = Int(found.number.rawValue)
    let redirect = redirects[index]
    var target = redirect.target
    for (name, value) in zip(names[index], found.values) {
      target = target.replacing(
        "{\(name)}",
        with: PercentCoding.encode(value, keeping: .unreserved)
      )
    }
    return (target, redirect.status, redirect.leavesSite)
  }
}

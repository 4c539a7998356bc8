// SPDX-License-Identifier: Apache-2.0

import Editions
import Synchronization

/// The operators whose orders have led to the publications of a site.
package final class PublicationAuthors: Sendable {
  private let latest = Mutex<(number: UInt64, name: String)?>(nil)

  /// Does what an operator has ordered, and notes the operator if that has led to another publication.
  package func noting<Value>(
    _ name: String?,
    of site: SiteService,
    _ body: () throws -> Value
  ) rethrows -> Value {
    let before = site.publisher.publication?.number
    let value = try body()
    if let after = site.publisher.publication?.number, after != before {
      latest.withLock { $0 = (after, name ?? "an operator") }
    }
    return value
  }

  /// The author of a publication: an operator, or what made the gateway publish it.
  package func author(of number: UInt64) -> String {
    if let latest = latest.withLock({ $0 }), latest.number == number { return latest.name }
    return number == 1 ? "the start" : "changed files, or the end of a rollout"
  }
}

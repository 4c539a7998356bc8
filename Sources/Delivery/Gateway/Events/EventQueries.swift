// SPDX-License-Identifier: Apache-2.0

// A query may hold what nobody wants in a log: an address, a search, a sealed link. So events show the
// parameters that are allowed, and of the others how many there are.

/// Which parameters of a query events show.
package struct EventQueries: Sendable {
  /// What says how an answer is made, and nothing of who asks.
  package static let usual = ["view", "fields", "sort", "limit", "offset"]
  /// Stands for all names.
  package static let all = "*"

  private let names: Set<String>
  private let showsAll: Bool

  /// - Parameter further: names beside the usual ones.
  package init(_ further: [String] = []) {
    names = Set(EventQueries.usual + further)
    showsAll = further.contains(EventQueries.all)
  }

  /// A target with the parameters that may be shown, and how many are withheld.
  func shown(_ target: String) -> (target: String, withheld: Int) {
    guard !showsAll, let mark = target.firstIndex(of: "?") else { return (target, 0) }
    let pairs = target[target.index(after: mark)...].split(separator: "&")
    let kept = pairs.filter { pair in names.contains(String(pair.prefix { $0 != "=" })) }
    let path = target[..<mark]
    let text = kept.isEmpty ? String(path) : "\(path)?\(kept.joined(separator: "&"))"
    return (text, pairs.count - kept.count)
  }
}

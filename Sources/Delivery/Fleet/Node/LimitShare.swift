// SPDX-License-Identifier: Apache-2.0

/// The share that a node takes of a limit that is meant for the whole site, such as a rate or a budget of retries.
///
/// Each node takes an equal part first, and then what the others leave: a node that used less than its part lends the
/// rest for the next second. Nothing is asked on the way of a request. While nodes come and go, the sum may be above
/// the limit for as long as the others have not noticed.
package struct LimitShare: Sendable, Equatable {
  /// The limit of the whole site in a second.
  package let limit: Double
  /// The part that every node may use in any case, however little it used.
  private static let leastPart = 0.25

  package init(_ limit: Double) { self.limit = max(0, limit) }

  /// Returns the part of one node.
  ///
  /// - Parameters:
  ///   - own: the demand of this node in the last second, what was refused with it.
  ///   - others: the demands of the other living nodes; `nil` for one that did not tell.
  package func part(own: Double, others: [Double?]) -> Double {
    let count = Double(others.count + 1)
    let equal = limit / count
    let demands = others.map { max(0, $0 ?? equal) }
    let own = max(0, own)
    // What nodes leave of their equal parts goes to those that want more, in proportion to that.
    let all = demands + [own]
    let least = equal * Self.leastPart
    let left = all.reduce(0) { $0 + max(0, equal - max($1, least)) }
    let wanted = all.reduce(0) { $0 + max(0, $1 - equal) }
    guard own > equal else {
      // A node that needs less keeps room for its next second where nobody wants it.
      return wanted > 0 ? equal - max(0, equal - max(own, least)) * min(1, wanted / left) : equal
    }
    return equal + (wanted > 0 ? min(left, wanted) * (own - equal) / wanted : 0)
  }
}

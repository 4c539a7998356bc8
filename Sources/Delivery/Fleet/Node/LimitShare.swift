// SPDX-License-Identifier: Apache-2.0

/// The division of a limit that is meant for the whole site, such as the requests of one client in a minute.
///
/// A node may use what the others leave. Where all together want more than the limit, each takes at most the same, and
/// who wants less has that. Nothing is asked on the way of a request. While a demand begins, or nodes come and go, the
/// sum may be above the limit for as long as the others have not noticed.
package enum LimitShare {
  /// Returns the part of one node, from 0 to 1.
  ///
  /// - Parameters:
  ///   - own: the demand of this node as a share of the limit, what was refused with it.
  ///   - others: the demands of the other living nodes.
  package static func part(own: Double, others: [Double]) -> Double {
    let demands = ([own] + others).map { max(0, $0) }
    let most = mostOfEach(demands)
    return max(0, 1 - demands.dropFirst().reduce(0) { $0 + min($1, most) })
  }

  /// The most that each may use, so that all together use the limit.
  private static func mostOfEach(_ demands: [Double]) -> Double {
    var rest = 1.0
    for (index, demand) in demands.sorted().enumerated() {
      let equal = rest / Double(demands.count - index)
      guard demand <= equal else { return equal }
      rest -= demand
    }
    return .infinity
  }
}

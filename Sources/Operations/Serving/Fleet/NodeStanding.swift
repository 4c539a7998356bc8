// SPDX-License-Identifier: Apache-2.0

package import Fleet

/// The state of a node of a fleet, as another one knows it.
package struct NodeStanding: Sendable, Equatable {
  /// The silence behind which a node counts as lost, in milliseconds.
  private static let lostAfter: Int64 = 15_000

  package let text: String
  /// True for a node without a heartbeat for 15 seconds.
  package let isLost: Bool
  /// Whether somebody should look.
  package let isTrouble: Bool

  /// - Parameter failure: why this node does not reach it, if so.
  package init(_ node: FleetState.Node, isOwn: Bool, _ failure: String?) {
    let report = node.report
    isLost = !isOwn && node.silence > Self.lostAfter
    isTrouble = isLost || failure != nil || !report.refused.isEmpty
    text =
      if isLost {
        "silent" + (failure.map { ": \($0)" } ?? "")
      } else if let failure {
        "not reached: \(failure)"
      } else if let refused = report.refused.min(by: { $0.key < $1.key }) {
        "cannot load edition \(refused.key): \(refused.value)"
      } else if report.isDraining {
        "drains"
      } else {
        isOwn ? "this node" : "alive"
      }
  }
}

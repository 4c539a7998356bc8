// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension CacheStatus {
  /// A kept answer that was used without asking the origin. What is used in spite of being stale
  /// says why.
  package static func hit(
    _ name: String,
    _ answer: StoredAnswer,
    of stored: StoredResponse,
    now: Int64
  ) -> CacheStatus {
    CacheStatus(
      name,
      .hit,
      timeLeft: stored.freshness.timeLeft(at: now),
      detail: answer.reason == .fresh ? nil : answer.reason.rawValue
    )
  }

  /// A request that was forwarded.
  ///
  /// - Parameters:
  ///   - status: the status of the origin's answer; `nil` for no answer.
  ///   - stored: The answer as it is kept now; `nil` when it is not.
  ///   - isCollapsed: Whether the request waited for another one's answer.
  package static func forwarded(
    _ name: String,
    _ reason: ReuseReason,
    status: Status?,
    stored: StoredResponse?,
    isCollapsed: Bool? = nil,
    now: Int64
  ) -> CacheStatus {
    CacheStatus(
      name,
      .forwarded(
        reason.forwarded,
        status: status,
        isStored: stored != nil,
        isCollapsed: isCollapsed
      ),
      timeLeft: stored?.freshness.timeLeft(at: now),
      detail: reason.rawValue
    )
  }
}

// SPDX-License-Identifier: Apache-2.0

/// What the calls of one plan's run came to, in the order in which they ended. It belongs to a loop.
final class CallLog {
  /// One request of one call.
  struct Entry {
    let call: String
    let backend: String
    let outcome: GatewayCounters.CallOutcome
    /// Why it failed.
    let reason: String?
    let nanoseconds: Int64
  }

  private static let usualCount = 8

  private(set) var entries: [Entry] = []

  func add(_ entry: Entry) {
    if entries.isEmpty { entries.reserveCapacity(CallLog.usualCount) }
    entries.append(entry)
  }
}

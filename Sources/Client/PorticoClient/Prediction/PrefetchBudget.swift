// SPDX-License-Identifier: Apache-2.0

/// The bytes that a client may fetch before they are asked for.
public struct PrefetchBudget: Sendable, Hashable {
  /// The most bytes within any 60 seconds.
  public var bytesPerMinute: Int
  /// The most bytes of a session.
  public var bytesPerSession: Int
  /// The most bytes of one answer; a larger one is cut off, unless the app asks for it meanwhile.
  public var bytesPerAnswer: Int

  /// Creates a budget.
  public init(
    bytesPerMinute: Int = 1 << 20,
    bytesPerSession: Int = 8 << 20,
    bytesPerAnswer: Int = 256 << 10
  ) {
    (self.bytesPerMinute, self.bytesPerSession, self.bytesPerAnswer) = (
      bytesPerMinute, bytesPerSession, bytesPerAnswer
    )
  }
}

/// The bytes that were spent of a budget, and those that requests in flight may still spend.
struct PrefetchLedger: Sendable {
  var budget: PrefetchBudget
  private(set) var spentInSession = 0
  private var lastMinute: [(instant: Int64, bytes: Int)] = []
  private var reserved = 0

  init(_ budget: PrefetchBudget) { self.budget = budget }

  /// Reserves bytes for an answer, and returns their number; `nil` where there are fewer than the answer is expected
  /// to need.
  mutating func reserve(atLeast expected: Int, at now: Int64) -> Int? {
    lastMinute.removeAll { $0.instant + 60 <= now }
    let left = min(
      budget.bytesPerMinute - lastMinute.reduce(0) { $0 + $1.bytes } - reserved,
      budget.bytesPerSession - spentInSession - reserved,
      budget.bytesPerAnswer
    )
    guard left >= max(expected, 1) else { return nil }
    reserved += left
    return left
  }

  /// Spends bytes, of which some were reserved.
  mutating func spend(_ bytes: Int, ofReserved own: Int, at now: Int64) {
    reserved -= own
    spentInSession += bytes
    lastMinute.append((now, bytes))
  }

  /// Gives back what an answer did not need.
  mutating func release(_ bytes: Int) { reserved -= bytes }

  mutating func beginSession() { spentInSession = 0 }
}

/// Counts the bytes of a request that nobody asked for yet, and ends it before they are more than was reserved.
final class PrefetchMeter: Sendable {
  /// The meter of the request that a task sends.
  static let current = TaskLocal<PrefetchMeter?>(wrappedValue: nil)
  /// The most bytes of a piece as transports give them.
  private static let largestPiece = 64 << 10

  private struct State: Sendable {
    var left: Int
    var spent = 0
    var isCutOff = false
    /// Whether the app asked for the same meanwhile, which no budget limits.
    var isAskedFor = false
  }

  private let state: Locked<State>
  private let spend: @Sendable (_ bytes: Int, _ ofReserved: Int) -> Void
  private let abandon: @Sendable () -> Bool

  /// - Parameters:
  ///   - reserved: the most bytes.
  ///   - spend: is told of the bytes that came.
  ///   - abandon: cancels the task, and returns `false` if the app's own tasks joined its request, which goes on then.
  init(
    _ reserved: Int,
    spend: @escaping @Sendable (_ bytes: Int, _ ofReserved: Int) -> Void,
    abandon: @escaping @Sendable () -> Bool
  ) {
    (state, self.spend, self.abandon) = (Locked(State(left: reserved)), spend, abandon)
  }

  /// Ends the reservation, and returns the bytes that came, those that did not, and whether the rest was cut off.
  func close() -> (spent: Int, unspent: Int, isCutOff: Bool) {
    state.withLock { state in
      defer { state.left = 0 }
      return (state.spent, state.left, state.isCutOff)
    }
  }

  /// Returns the answer with a body that is counted.
  func metered(_ response: WireResponse) throws -> WireResponse {
    let length = response.fields["content-length"].flatMap { Int($0) }
    try admit(length ?? PrefetchMeter.largestPiece)
    var response = response
    response.body = response.body.seen { [self] piece in
      guard let count = piece?.count else { return }
      let own = state.withLock { state -> Int? in
        guard !state.isAskedFor else { return nil }
        let own = min(count, state.left)
        state.left -= own
        state.spent += count
        return own
      }
      guard let own else { return }
      spend(count, own)
      try admit(own < count ? .max : length == nil ? PrefetchMeter.largestPiece : 0)
    }
    return response
  }

  /// Ends the request unless there is room for so many more bytes, or the app asked for it meanwhile.
  private func admit(_ bytes: Int) throws {
    let isOver = state.withLock { state in
      if !state.isAskedFor { state.isCutOff = state.left < bytes }
      return state.isCutOff && !state.isAskedFor
    }
    guard isOver else { return }
    // Whoever joins it at this very time sends the request again.
    if abandon() { throw CancellationError() }
    state.withLock { $0.isAskedFor = true }
  }
}

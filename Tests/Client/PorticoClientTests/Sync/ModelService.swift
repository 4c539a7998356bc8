// SPDX-License-Identifier: Apache-2.0

import PorticoClient

/// A service with the modelled records, whose answers a test may replace or lose.
final class ModelService: Transport {
  /// The fate of a request.
  enum Fate: Sendable {
    case answered
    /// The service performs the request, and the answer does not arrive.
    case answerLost
    /// The request does not arrive.
    case lost
    /// The service answers this, and performs nothing.
    case refused(Int, String, retryAfter: Int64?)
  }

  struct Down: Error {}

  private struct State: Sendable {
    var records = ModelRecords()
    var requests: [WireRequest] = []
    var fates: [Fate] = []
    var decide: (@Sendable (WireRequest) -> Fate?)?
    var streams: [AsyncStream<ArraySlice<UInt8>>.Continuation] = []
    var now: Int64 = 1_800_000_000
  }

  private let state = Locked(State())

  /// The requests other than those for streams and changes.
  var writes: [WireRequest] {
    state.withLock { $0.requests.filter { $0.method != "GET" } }
  }
  var requests: [WireRequest] { state.withLock { $0.requests } }
  var streams: [AsyncStream<ArraySlice<UInt8>>.Continuation] { state.withLock { $0.streams } }
  var now: Int64 {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  func change(_ body: @Sendable (inout ModelRecords) -> Void) {
    state.withLock { body(&$0.records) }
  }

  var attributes: [String: [String: JSONValue]] { state.withLock { $0.records.attributes } }

  /// Decides the fates of the next requests, one after the other.
  func next(_ fates: Fate...) { state.withLock { $0.fates += fates } }

  /// Decides the fate of each request, as long as there are no next ones.
  func decide(_ body: (@Sendable (WireRequest) -> Fate?)?) { state.withLock { $0.decide = body } }

  /// Writes a record as another device does.
  func write(_ method: String, _ target: String, _ body: JSONValue? = nil) {
    guard let address = WebAddress("https://shop.example" + target) else { return }
    let bytes = body.map { ContiguousArray($0.json) } ?? []
    state.withLock { state in
      _ = state.records.reply(to: WireRequest(method, address, body: bytes))
    }
  }

  func send(_ request: WireRequest) async throws -> WireResponse {
    try Task.checkCancellation()
    let response: WireResponse? = state.withLock { state in
      state.requests.append(request)
      let fate =
        state.fates.isEmpty ? state.decide?(request) ?? .answered : state.fates.removeFirst()
      switch fate {
      case .lost: return nil
      case .refused(let status, let code, let retryAfter):
        var reply = ModelRecords.problem(status, code)
        reply.fields["Retry-After"] = retryAfter.map { "\($0)" }
        return reply.response
      case .answered, .answerLost: break
      }
      if request.fields["accept"] == "text/event-stream" {
        let (pieces, continuation) = AsyncStream.makeStream(of: ArraySlice<UInt8>.self)
        state.streams.append(continuation)
        return WireResponse(status: 200, body: WireBody { await pieces.first { _ in true } })
      }
      let reply = state.records.reply(to: request)
      if case .answerLost = fate { return nil }
      return reply.response
    }
    guard let response else { throw Down() }
    return response
  }
}

/// A clock that stands still until a test moves it.
final class StillClock: Sendable {
  private struct State: Sendable {
    var sleepers: [Int: (duration: Duration, continuation: CheckedContinuation<Void, any Error>)] =
      [:]
    var last = 0
    var cancelled: Set<Int> = []
  }

  private let state = Locked(State())

  /// The durations for which somebody sleeps, the shortest first.
  var sleeping: [Duration] { state.withLock { $0.sleepers.values.map(\.duration).sorted() } }

  var clock: BackoffClock { BackoffClock(sleep: { try await self.sleep($0) }, random: { 1 }) }

  private func sleep(_ duration: Duration) async throws {
    let number = state.withLock { state in
      state.last += 1
      return state.last
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let isCancelled = state.withLock { state in
          guard !state.cancelled.contains(number) else { return true }
          state.sleepers[number] = (duration, continuation)
          return false
        }
        if isCancelled { continuation.resume(throwing: CancellationError()) }
      }
    } onCancel: {
      let sleeper = state.withLock { state in
        state.cancelled.insert(number)
        return state.sleepers.removeValue(forKey: number)
      }
      sleeper?.continuation.resume(throwing: CancellationError())
    }
  }

  /// Wakes all who sleep for a duration.
  func wake(_ duration: Duration) {
    let woken = state.withLock { state in
      let numbers = state.sleepers.filter { $0.value.duration == duration }.map(\.key)
      return numbers.compactMap { state.sleepers.removeValue(forKey: $0)?.continuation }
    }
    for continuation in woken { continuation.resume() }
  }
}

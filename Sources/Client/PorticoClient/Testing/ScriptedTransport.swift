// SPDX-License-Identifier: Apache-2.0

/// A service that a test or a preview writes: answers by path and query, and a clock that only the test moves.
///
/// ```swift
/// let service = ScriptedTransport()
/// service.answer("/notes", ["Cache-Control": "max-age=60"], #"[{"uuid":"note-1","text":"More roses"}]"#)
/// let client = Client(environment, transport: service, clock: { service.now })
/// ```
public final class ScriptedTransport: Transport {
  /// Returns the answer to a request, or throws the fault of a network.
  public typealias Answer = @Sendable (WireRequest) async throws -> WireResponse

  private struct State: Sendable {
    var answers: [String: Answer] = [:]
    var requests: [WireRequest] = []
    var isHeld = false
    var held: [CheckedContinuation<Void, Never>] = []
    var now: Int64 = 1_800_000_000
  }

  private let state = Locked(State())

  /// Creates a service without answers; all requests fail.
  public init() {}

  /// The instant that a client under test takes for now, in seconds since 1970.
  public var now: Int64 {
    get { state.withLock { $0.now } }
    set { state.withLock { $0.now = newValue } }
  }

  /// The requests that came, in their order.
  public var requests: [WireRequest] { state.withLock { $0.requests } }

  /// The number of requests that wait for ``letGo()``.
  public var heldCount: Int { state.withLock { $0.held.count } }

  /// Sets the function that answers requests of a path and query.
  public func answer(_ target: String, _ answer: @escaping Answer) {
    state.withLock { $0.answers[target] = answer }
  }

  /// Sets the answer of a path and query: JSON, unless the fields name another type.
  public func answer(_ target: String, status: Int = 200, _ fields: WireFields, _ body: String) {
    answer(target) { _ in
      var all = fields
      if all["content-type"] == nil { all["Content-Type"] = "application/json" }
      return WireResponse(status: status, fields: all, body: WireBody([Array(body.utf8)[...]]))
    }
  }

  /// Lets requests wait until ``letGo()``.
  public func hold() { state.withLock { $0.isHeld = true } }

  /// Answers the requests that wait, and those that come later.
  public func letGo() {
    let held = state.withLock { state in
      defer { (state.held, state.isHeld) = ([], false) }
      return state.held
    }
    for one in held { one.resume() }
  }

  /// Answers a request; one of another address fails as if nobody were there.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    let (answer, isHeld) = state.withLock { state in
      state.requests.append(request)
      return (state.answers[request.address.target], state.isHeld)
    }
    if isHeld {
      await withCheckedContinuation { continuation in
        let passes = state.withLock { state in
          if state.isHeld { state.held.append(continuation) }
          return !state.isHeld
        }
        if passes { continuation.resume() }
      }
      try Task.checkCancellation()
    }
    guard let answer else {
      throw RequestError(.unreachable, at: request.address, "there is no answer in the script")
    }
    return try await answer(request)
  }
}

/// A network that is off: all requests fail at once.
public struct OfflineTransport: Transport {
  /// Creates the transport.
  public init() {}

  /// Fails as a device without a network does.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    throw RequestError(.unreachable, at: request.address, "the network is off")
  }
}

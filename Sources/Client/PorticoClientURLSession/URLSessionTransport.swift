// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationNetworking) || canImport(Darwin)
public import PorticoClient

#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Sends an app's requests through `URLSession`, the usual transport on Apple systems.
///
/// The system's trust, proxies and protocols hold, and compressed content comes decoded. The session has no cache,
/// since the client has one of its own, and no cookies; it follows no redirect, since the client does.
///
/// A body that is read slowly slows the server down on Apple systems. Elsewhere FoundationNetworking reads on, and
/// what nobody has read waits in memory: servers and command-line programs on Linux use `HTTPTransport`.
///
/// ```swift
/// let client = Client(production, transport: URLSessionTransport())
/// let config = try await client.launch("/config").answer
/// ```
public final class URLSessionTransport: Transport {
  private let session: URLSession
  private let calls = SessionCalls()

  /// Creates a transport with a session of its own.
  ///
  /// - Parameter configuration: the configuration of the session, of which cache and cookies are removed; `nil` for
  ///   an ephemeral one, which stores nothing on the device.
  public init(configuration: URLSessionConfiguration? = nil) {
    let configuration = configuration ?? .ephemeral
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    session = URLSession(configuration: configuration, delegate: calls, delegateQueue: nil)
  }

  deinit { session.invalidateAndCancel() }

  /// Sends a request, and returns the head of its answer; the body comes piece by piece.
  ///
  /// - Throws: `URLError`, or `RequestError` of the kind `timedOut`; `CancellationError` when the task is cancelled.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    guard let url = URL(string: request.address.description) else { throw URLError(.badURL) }
    var call = URLRequest(url: url)
    call.httpMethod = request.method
    call.httpShouldHandleCookies = false
    if !request.body.isEmpty { call.httpBody = Data(request.body) }
    for field in request.fields.all { call.addValue(field.value, forHTTPHeaderField: field.name) }
    let body = IncomingBody(
      calls.start(session.dataTask(with: call), for: request.address),
      of: self
    )
    let head = try await body.call.head()
    return WireResponse(
      status: head.status,
      fields: head.fields,
      body: WireBody { try await body.call.next() }
    )
  }
}

/// The body of an answer; its last reference ends the call.
private final class IncomingBody: Sendable {
  let call: SessionCall
  /// The session lives until its last body is read.
  private let transport: URLSessionTransport

  init(_ call: SessionCall, of transport: URLSessionTransport) {
    (self.call, self.transport) = (call, transport)
  }

  deinit { call.cancel() }
}

/// The calls of a session, each found by the number of its task.
private final class SessionCalls: NSObject, URLSessionDataDelegate {
  private let calls = Locked<[Int: SessionCall]>([:])

  func start(_ task: URLSessionDataTask, for address: WebAddress) -> SessionCall {
    let call = SessionCall(task, for: address)
    let number = task.taskIdentifier
    calls.withLock { $0[number] = call }
    task.resume()
    return call
  }

  private func call(_ task: URLSessionTask) -> SessionCall? {
    let number = task.taskIdentifier
    return calls.withLock { $0[number] }
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession,
    dataTask: URLSessionDataTask,
    didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    call(dataTask)?.began(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    call(dataTask)?.received(data)
  }

  func urlSession(
    _ session: URLSession,
    task: URLSessionTask,
    didCompleteWithError error: (any Error)?
  ) {
    let number = task.taskIdentifier
    let call = calls.withLock { $0.removeValue(forKey: number) }
    if error == nil { task.response.map { call?.began($0) } }
    call?.ended(error)
  }
}

/// A call on its way: its head, and the pieces of its body that nobody has read yet.
private final class SessionCall: Sendable {
  struct Head: Sendable {
    let status: Int
    var fields: WireFields = [:]
  }

  private struct State: Sendable {
    var head: Head?
    var pieces: [Data] = []
    var waitingBytes = 0
    var isSuspended = false
    var end: Result<Void, any Error>?
    /// Lets the reader look again.
    var wake: (@Sendable () -> Void)?
  }

  /// The bytes of a body that may wait for their reader before the task is suspended.
  #if canImport(Darwin)
  private static let mostWaiting = 256 << 10
  #else
  // FoundationNetworking reads on when a task is suspended, and ends the process when one is resumed right behind that.
  private static let mostWaiting = Int.max
  #endif

  private let task: URLSessionDataTask
  private let address: WebAddress
  private let state = Locked(State())

  init(_ task: URLSessionDataTask, for address: WebAddress) {
    (self.task, self.address) = (task, address)
  }

  func cancel() { task.cancel() }

  func began(_ response: URLResponse) {
    guard let response = response as? HTTPURLResponse else { return }
    var head = Head(status: response.statusCode)
    for (name, value) in response.allHeaderFields { head.fields.add("\(name)", "\(value)") }
    // The session has decoded the content.
    if head.fields["content-encoding"] != nil {
      (head.fields["content-encoding"], head.fields["content-length"]) = (nil, nil)
    }
    let seen = head
    change { $0.head = $0.head ?? seen }
  }

  func received(_ data: Data) {
    change { [task] state in
      state.pieces.append(data)
      state.waitingBytes += data.count
      guard !state.isSuspended, state.waitingBytes > SessionCall.mostWaiting else { return }
      state.isSuspended = true
      task.suspend()
    }
  }

  func ended(_ error: (any Error)?) {
    var failure = error
    if let error = error as? URLError, error.code == .timedOut {
      failure = RequestError(.timedOut, at: address, error.localizedDescription)
    }
    let end: Result<Void, any Error> = failure.map { .failure($0) } ?? .success(())
    change { $0.end = end }
  }

  private func change(_ body: @Sendable (inout State) -> Void) {
    let wake = state.withLock { state in
      body(&state)
      return state.wake.take()
    }
    wake?()
  }

  func head() async throws -> Head {
    try await waiting { state in
      if let head = state.head { return .success(head) }
      return state.end.map { end in end.flatMap { .failure(URLError(.badServerResponse)) } }
    }
  }

  /// Returns the next piece of the body; `nil` at its end.
  func next() async throws -> ArraySlice<UInt8>? {
    try await waiting { [task] state in
      guard !state.pieces.isEmpty else { return state.end.map { end in end.map { nil } } }
      let piece = state.pieces.removeFirst()
      state.waitingBytes -= piece.count
      if state.isSuspended, state.waitingBytes <= SessionCall.mostWaiting / 2 {
        state.isSuspended = false
        task.resume()
      }
      return .success([UInt8](piece)[...])
    }
  }

  /// Waits until `find` finds a value; the cancellation of the task ends the call.
  private func waiting<Value: Sendable>(
    _ find: @Sendable (inout State) -> Result<Value, any Error>?
  ) async throws -> Value {
    try await withTaskCancellationHandler {
      while true {
        try Task.checkCancellation()
        let found: Result<Value, any Error>? = await withCheckedContinuation { continuation in
          let found = state.withLock { state in
            let found = find(&state)
            if found == nil { state.wake = { continuation.resume(returning: nil) } }
            return found
          }
          if let found { continuation.resume(returning: found) }
        }
        if let found {
          // A cancelled session task fails, which the reader's own task is not told as a failure.
          if case .failure = found { try Task.checkCancellation() }
          return try found.get()
        }
      }
    } onCancel: {
      cancel()
    }
  }
}
#endif

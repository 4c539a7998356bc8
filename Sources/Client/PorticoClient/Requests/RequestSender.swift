// SPDX-License-Identifier: Apache-2.0

/// Sends the requests of a client: adds its cookies and its credential, follows redirects, and learns from answers
/// how far the server's clock is ahead.
final class RequestSender: Sendable {
  /// A request as it was sent at last, and the head of its answer.
  struct Exchange: Sendable {
    var request: WireRequest
    var response: WireResponse
    /// The number of requests, with those that were redirected.
    var requests: Int
    var instants: RequestInstants
  }

  /// The most redirects that a request follows.
  private static let mostRedirects = 5
  /// The fields that another origin may get.
  private static let harmless: Set = ["accept", "range", "if-range"]
  private static let conditional = ["If-None-Match", "If-Modified-Since"]

  /// The elapsed time since the client was made, by a clock that is never set.
  let elapsed: @Sendable () -> Duration
  let cookies: CookieJar
  private let configURL: WebAddress
  let transport: any Transport
  private let credential: Credential
  let deviceClock: @Sendable () -> Int64
  /// The seconds by which the server's clock is ahead of the device's.
  private let clockDifference = Locked<Int64>(0)

  init(
    _ configURL: WebAddress,
    _ transport: any Transport,
    _ credential: Credential,
    _ cookies: CookieJar,
    clock: @escaping @Sendable () -> Int64,
    elapsed: @escaping @Sendable () -> Duration
  ) {
    (self.configURL, self.transport, self.credential) = (configURL, transport, credential)
    (self.cookies, deviceClock, self.elapsed) = (cookies, clock, elapsed)
  }

  /// The time by the server's clock.
  var now: Int64 { deviceClock() + clockDifference.withLock { $0 } }

  /// Whether an address is of the environment's own origin.
  func isOwn(_ address: WebAddress) -> Bool { address.isOfSameOrigin(as: configURL) }

  /// Returns a request with the client's cookies for its origin and, for the environment's own, its credential.
  ///
  /// - Parameter waits: whether to wait for the cookies on the disk.
  func withCredentials(_ request: WireRequest, waits: Bool) async -> WireRequest {
    var request = request
    let cookies = await cookies.field(for: request.address, at: now, waits: waits)
    if request.fields["Cookie"] == nil { request.fields["Cookie"] = cookies }
    if isOwn(request.address), request.fields["Authorization"] == nil, let token = credential.token
    {
      request.fields["Authorization"] = "Bearer " + token
    }
    return request
  }

  /// Sends a request that has its credentials, and follows redirects.
  func send(_ request: WireRequest, for task: String) async throws -> Exchange {
    var request = request
    for sent in 1...RequestSender.mostRedirects + 1 {
      var instants = RequestInstants(sent: elapsed())
      var response = try await transport.send(request)
      if let meter = PrefetchMeter.current.get() { response = try meter.metered(response) }
      instants.head = elapsed()
      learnClock(response, from: request.address)
      cookies.take(response.fields, from: request.address, at: now)
      guard [301, 302, 303, 307, 308].contains(response.status),
        let link = response.fields["location"]
      else {
        return Exchange(request: request, response: response, requests: sent, instants: instants)
      }
      request = try await redirected(request, to: link, response.status, for: task)
    }
    throw RequestError(
      .failed,
      of: task,
      at: request.address.description,
      "expected at most \(RequestSender.mostRedirects) redirects"
    )
  }

  private func learnClock(_ response: WireResponse, from address: WebAddress) {
    // A cache on the way leaves the Date of the answer that it has, and says its age.
    guard isOwn(address), let date = response.fields["date"].flatMap({ HTTPDate.seconds($0) })
    else { return }
    let difference = date + CopyFreshness.age(response.fields) - deviceClock()
    clockDifference.withLock { $0 = difference }
  }

  private func redirected(
    _ request: WireRequest,
    to link: String,
    _ status: Int,
    for task: String
  ) async throws -> WireRequest {
    guard let address = request.address.resolving(link) else {
      throw RequestError(.wrongAddress, of: task, at: link, "expected an address to continue at")
    }
    var next = WireRequest(request.method, address, fields: request.fields, body: request.body)
    // As browsers do it (Fetch section 4.4).
    if status == 303 && request.method != "HEAD" || status < 303 && request.method == "POST" {
      (next.method, next.body) = ("GET", [])
      next.fields["Content-Type"] = nil
    }
    if !address.isOfSameOrigin(as: request.address) {
      // Nobody else gets data that is meant for this service.
      guard next.body.isEmpty else {
        let reason = "a body is redirected to another origin; expected an address of this one"
        throw RequestError(.wrongAddress, of: task, at: address.description, reason)
      }
      next.fields = [:]
      for field in request.fields.all where RequestSender.harmless.contains(field.name) {
        next.fields.add(field.name, field.value)
      }
    }
    for name in RequestSender.conditional { next.fields[name] = nil }
    next.fields["Cookie"] = nil
    return await withCredentials(next, waits: false)
  }
}

/// The credential of a client: the token of a session, which its own service gets with each request, and nobody else.
///
/// It is in memory alone; an app keeps the token in the system's keychain.
///
/// ```swift
/// client.credential.token = keychain.token
/// ```
public final class Credential: Sendable {
  private let state = Locked<String?>(nil)

  init() {}

  /// The token, which is sent as `Authorization: Bearer`; `nil` for nobody's.
  public var token: String? {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}

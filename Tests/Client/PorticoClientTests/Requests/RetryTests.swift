// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Retries of requests` {
  private let fixture: RequestFixture
  private var service: Service { fixture.service }
  private var client: Client { fixture.client }

  init() throws { fixture = try RequestFixture() }

  /// Makes the service fail some times, and then answer.
  private func fail(_ times: Int, status: Int = 500, _ fields: WireFields = [:]) {
    let left = Locked(times)
    service.answer("/notes") { _ in
      let fails = left.withLock { left in
        left -= 1
        return left >= 0
      }
      guard fails else {
        return WireResponse(
          status: 200,
          fields: ["Content-Type": "application/json"],
          body: WireBody([Array("[]".utf8)[...]])
        )
      }
      guard status > 0 else { throw Service.Down() }
      return WireResponse(status: status, fields: fields)
    }
  }

  @Test func `There are none unless they are asked for`() async throws {
    fail(1)
    await #expect(throws: RequestError.self) { try await client.launch("/notes").answer }
    #expect(service.requests.count == 1)
    #expect(fixture.clock.pauses.isEmpty)
  }

  @Test(arguments: [0, 429, 500, 502, 503])
  func `Pauses double, with jitter, until there is an answer`(status: Int) async throws {
    fail(3, status: status)
    let handle = client.launch("/notes", retry: .retry(most: 3))
    #expect(try await handle.answer.source == .network)
    #expect(
      fixture.clock.pauses == [.milliseconds(250), .milliseconds(500), .milliseconds(1_000)]
    )
    #expect(handle.record.attempts == 4)
  }

  @Test func `The last failure is that of the task`() async throws {
    fail(5, status: 502)
    let handle = client.launch("/notes", retry: .retry(most: 2))
    let error = await #expect(throws: RequestError.self) { try await handle.answer }
    #expect(error?.status == 502)
    #expect(service.requests.count == 3)
  }

  @Test(arguments: [400, 401, 404, 412, 422])
  func `A refusal is final`(status: Int) async throws {
    fail(1, status: status)
    let handle = client.launch("/notes", retry: .retry(most: 3))
    await #expect(throws: RequestError.self) { try await handle.answer }
    #expect(service.requests.count == 1)
  }

  @Test func `Retry-After is waited for, and a longer one ends the task`() async throws {
    fail(1, status: 503, ["Retry-After": "7"])
    _ = try await client.launch("/notes", retry: .retry(most: 3)).answer
    #expect(fixture.clock.pauses == [.milliseconds(7_250)])
    fail(1, status: 503, ["Retry-After": "31"])
    let handle = client.launch("/notes", retry: .retry(most: 3))
    let error = await #expect(throws: RequestError.self) { try await handle.answer }
    #expect(error?.retryAfter == 31)
    #expect(fixture.clock.pauses.count == 1)
  }

  @Test(arguments: [
    ("POST", nil, 1), ("PATCH", nil, 1), ("POST", "k-1", 2), ("PUT", nil, 2), ("DELETE", nil, 2),
  ])
  func `A request is sent twice only if that does no harm`(
    method: String,
    key: String?,
    requests: Int
  ) async throws {
    fail(1, status: 503)
    var fields: WireFields = [:]
    fields["Idempotency-Key"] = key
    let retry = RetryPolicy.retry(most: 1)
    _ = try? await client.launch("/notes", method: method, fields: fields, retry: retry).answer
    #expect(service.requests.count == requests)
    #expect(Set(service.requests.map { $0.fields["idempotency-key"] }) == [key])
  }

  @Test func `All requests of a client share a budget, which answers fill again`() async throws {
    let fixture = try RequestFixture(retries: RetryBudget(most: 3, share: 0.5) { 0 })
    let (service, client) = (fixture.service, fixture.client)
    service.answer("/down", status: 500, [:], "{}")
    for _ in 0..<3 {
      _ = try? await client.launch("/down", retry: .retry(most: 2)).answer
    }
    #expect(service.requests.count == 3 + 3)
    service.answer("/up", [:], "[]")
    for _ in 0..<2 { _ = try await client.launch("/up").answer }
    _ = try? await client.launch("/down", retry: .retry(most: 2)).answer
    #expect(service.requests.count == 6 + 2 + 2)
    let own = RetryBudget(most: 1)
    _ = try? await client.launch("/down", retry: .retry(most: 2, budget: own)).answer
    #expect(service.requests.count == 10 + 2)
  }

  @Test func `A copy that may stand in comes instead of a retry`() async throws {
    service.answer("/notes", ["Cache-Control": "max-age=0, stale-if-error=60"], "[]")
    _ = try await client.launch("/notes").answer
    fail(1)
    let answer = try await client.launch("/notes", retry: .retry(most: 3)).answer
    #expect(answer.source == .oldCopy)
    #expect(fixture.clock.pauses.isEmpty)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

/// The rules of RFC 9111 for a private cache, each as a first answer, and the use of it by a second request.
@Suite(.timeLimit(.minutes(5))) struct `The rules of a private cache` {
  struct Rule: Sendable, CustomTestStringConvertible {
    let name: String
    /// The head of the first answer, beside `ETag: "1"`.
    let head: WireFields
    /// The seconds until the second request.
    let age: Int64
    /// The status of the second answer; `nil` for no network.
    var second: Int? = nil
    /// The source of the answer to the second request; `nil` for a failure.
    let expected: TaskRecord.Source?
    /// The requests that are sent in all.
    let requests: Int

    var testDescription: String { name }
  }

  /// The server's clock shows this instant at first.
  private static let date = "Fri, 01 Jan 2027 00:00:00 GMT"
  private static let now: Int64 = 1_798_761_600

  private static let rules: [Rule] = [
    Rule(
      name: "fresh",
      head: ["Cache-Control": "max-age=60"],
      age: 59,
      expected: .copy,
      requests: 1
    ),
    Rule(
      name: "stale, and nothing else said",
      head: ["Cache-Control": "max-age=60"],
      age: 60,
      expected: nil,
      requests: 2
    ),
    Rule(
      name: "4.1: Vary with * matches nothing",
      head: ["Cache-Control": "max-age=60", "Vary": "*"],
      age: 0,
      second: 200,
      expected: .network,
      requests: 2
    ),
    Rule(
      name: "4.2.3: an Age beyond max-age",
      head: ["Cache-Control": "max-age=60", "Age": "61"],
      age: 0,
      second: 200,
      expected: .network,
      requests: 2
    ),
    Rule(
      name: "4.2.3: an Age below max-age",
      head: ["Cache-Control": "max-age=60", "Age": "50"],
      age: 9,
      expected: .copy,
      requests: 1
    ),
    Rule(
      name: "5.1: several values of Age",
      head: ["Cache-Control": "max-age=60", "Age": "50, 70"],
      age: 9,
      expected: .copy,
      requests: 1
    ),
    Rule(
      name: "4.2.3: a cache on the way leaves an old Date, and says its age",
      head: [
        "Cache-Control": "max-age=60", "Date": "Thu, 31 Dec 2026 23:59:30 GMT", "Age": "30",
      ],
      age: 29,
      expected: .copy,
      requests: 1
    ),
    Rule(
      name: "4.2.3: and the copy expires with the cache's",
      head: [
        "Cache-Control": "max-age=60", "Date": "Thu, 31 Dec 2026 23:59:30 GMT", "Age": "30",
      ],
      age: 30,
      second: 200,
      expected: .network,
      requests: 2
    ),
    Rule(
      name: "5.2.2.2: must-revalidate allows no stale answer after a failure",
      head: ["Cache-Control": "max-age=60, stale-if-error=600, must-revalidate"],
      age: 60,
      second: 500,
      expected: nil,
      requests: 2
    ),
    Rule(
      name: "RFC 5861: stale-if-error allows it",
      head: ["Cache-Control": "max-age=60, stale-if-error=600"],
      age: 60,
      second: 500,
      expected: .oldCopy,
      requests: 2
    ),
    Rule(
      name: "RFC 5861: but no refusal",
      head: ["Cache-Control": "max-age=60, stale-if-error=600"],
      age: 60,
      second: 403,
      expected: nil,
      requests: 2
    ),
    Rule(
      name: "5.2.2.4: no-cache is revalidated each time",
      head: ["Cache-Control": "no-cache, max-age=60"],
      age: 0,
      second: 304,
      expected: .copy,
      requests: 2
    ),
    Rule(
      name: "5.2.2.5: no-store is never a copy",
      head: ["Cache-Control": "no-store, max-age=60"],
      age: 0,
      expected: nil,
      requests: 2
    ),
    Rule(
      name: "4.2.1: s-maxage is for shared caches",
      head: ["Cache-Control": "max-age=60, s-maxage=0, private"],
      age: 59,
      expected: .copy,
      requests: 1
    ),
    Rule(
      name: "5.3: Expires in the past",
      head: ["Expires": "Thu, 31 Dec 2026 00:00:00 GMT"],
      age: 0,
      second: 200,
      expected: .network,
      requests: 2
    ),
    Rule(
      name: "5.3: Expires that is no date",
      head: ["Expires": "0"],
      age: 0,
      second: 200,
      expected: .network,
      requests: 2
    ),
    Rule(
      name: "4.2.2: no heuristics",
      head: ["Last-Modified": "Fri, 01 Jan 2016 00:00:00 GMT"],
      age: 0,
      second: 200,
      expected: .network,
      requests: 2
    ),
  ]

  private let fixture: RequestFixture
  private var service: Service { fixture.service }
  private var client: Client { fixture.client }

  init() throws {
    fixture = try RequestFixture()
    service.now = Self.now
  }

  private func answer(
    _ fields: WireFields,
    at target: String = "/notes",
    status: Int = 200,
    _ json: String = #"[{"uuid":"note-1","text":"a"}]"#
  ) {
    var fields = fields
    if fields["date"] == nil { fields["Date"] = Self.date }
    service.answer(target, status: status, fields, json)
  }

  @Test(arguments: rules)
  func `A copy is used as its head says`(_ rule: Rule) async throws {
    var head = rule.head
    head["ETag"] = "\"1\""
    answer(head)
    _ = try await client.launch("/notes").answer
    service.now += rule.age
    if let second = rule.second {
      service.answer("/notes", status: second, ["ETag": "\"1\""], "{}")
    } else {
      service.answer("/notes") { _ in throw Service.Down() }
    }
    let source = try? await client.launch("/notes").answer.source
    #expect(source == rule.expected)
    #expect(service.requests.count == rule.requests)
  }

  @Test func `The server's clock is known from the Date and the Age of an answer`() async throws {
    let head: WireFields = [
      "Cache-Control": "max-age=60", "Date": "Thu, 31 Dec 2026 23:59:30 GMT", "Age": "30",
    ]
    answer(head, #"{"datatype":"screen","_expire":"\#(Self.now + 10)"}"#)
    _ = try await client.launch("/notes").answer
    #expect(client.now == Self.now)
    service.now += 9
    #expect(try await client.launch("/notes").answer.source == .copy)
    service.now += 1
    #expect(try await client.launch("/notes").answer.source == .network)
  }

  @Test func `A 304 without Cache-Control leaves the one that the copy came with`() async throws {
    answer(["Cache-Control": "max-age=60", "ETag": "\"1\""])
    _ = try await client.launch("/notes").answer
    service.now += 60
    service.answer("/notes") { _ in WireResponse(status: 304) }
    #expect(try await client.launch("/notes").answer.source == .copy)
    service.now += 59
    #expect(try await client.launch("/notes").answer.source == .copy)
    #expect(service.requests.count == 2)
  }

  @Test func `A 304 with another tag is not about the copy`() async throws {
    answer(["Cache-Control": "max-age=60", "ETag": "\"1\""])
    _ = try await client.launch("/notes").answer
    service.now += 60
    service.answer("/notes") { request in
      let body = Array(#"[{"uuid":"note-1","text":"b"}]"#.utf8)
      return request.fields["if-none-match"] == nil
        ? WireResponse(
          status: 200,
          fields: ["Content-Type": "application/json"],
          body: WireBody([body[...]])
        )
        : WireResponse(status: 304, fields: ["ETag": "\"2\""])
    }
    #expect(try await client.launch("/notes").answer.document?["text"] == "b")
    #expect(service.requests.count == 3)
  }

  @Test func `A copy without a tag is revalidated by its date`() async throws {
    let date = "Thu, 31 Dec 2026 00:00:00 GMT"
    answer(["Cache-Control": "max-age=60", "Last-Modified": date])
    _ = try await client.launch("/notes").answer
    service.now += 60
    service.answer("/notes") { _ in WireResponse(status: 304) }
    #expect(try await client.launch("/notes").answer.source == .copy)
    #expect(service.requests.last?.fields["if-modified-since"] == date)
  }

  @Test func `A 304 with no-store ends the copy after this use`() async throws {
    answer(["Cache-Control": "max-age=60, stale-if-error=600", "ETag": "\"1\""])
    _ = try await client.launch("/notes").answer
    service.now += 60
    service.answer("/notes") { _ in
      WireResponse(status: 304, fields: ["Cache-Control": "no-store"])
    }
    #expect(try await client.launch("/notes").answer.source == .copy)
    service.answer("/notes") { _ in throw Service.Down() }
    await #expect(throws: RequestError.self) { try await client.launch("/notes").answer }
    #expect(service.requests.last?.fields["if-none-match"] == nil)
  }

  @Test func `An answer that must not be kept ends the copy before it`() async throws {
    answer(["Cache-Control": "max-age=60"])
    _ = try await client.launch("/notes").answer
    answer(["Cache-Control": "no-store"])
    _ = try await client.launch("/notes", policy: .networkFirst).answer
    let error = await #expect(throws: RequestError.self) {
      try await client.launch("/notes", policy: .copyOnly).answer
    }
    #expect(error?.kind == .notKept)
  }

  @Test(arguments: ["POST", "PUT", "PATCH", "DELETE"])
  func `A change invalidates the copies of its path, whatever their query`(
    method: String
  ) async throws {
    let head: WireFields = ["Cache-Control": "max-age=60, stale-if-error=600", "ETag": "\"1\""]
    for target in ["/notes", "/notes?order=-stars", "/notes/1", "/shops"] {
      answer(head, at: target)
      _ = try await client.launch(target).answer
    }
    service.answer("/notes", status: 201, ["Location": "/notes/1"], "{}")
    _ = try await client.launch("/notes", method: method).answer
    for target in ["/notes", "/notes?order=-stars", "/notes/1", "/shops"] {
      service.answer(target) { _ in throw Service.Down() }
      let source = try? await client.launch(target).answer.source
      #expect(source == (target == "/shops" ? .copy : nil), "\(target)")
    }
    #expect(service.requests.count == 8)
    #expect(service.requests.last?.fields["if-none-match"] == "\"1\"")
    #expect(try await client.launch("/notes", policy: .copyOnly).answer.source == .oldCopy)
  }

  @Test func `A change that fails, and a safe method, invalidate nothing`() async throws {
    answer(["Cache-Control": "max-age=60"])
    _ = try await client.launch("/notes").answer
    answer(["Cache-Control": "max-age=60"], status: 422)
    _ = try? await client.launch("/notes", method: "POST").answer
    answer(["Cache-Control": "max-age=60"])
    _ = try await client.launch("/notes", method: "QUERY").answer
    #expect(try await client.launch("/notes").answer.source == .copy)
  }

  @Test func `An answer that was asked for before a change does not become fresh after it`()
    async throws
  {
    answer(["Cache-Control": "max-age=60"])
    service.hold()
    let read = client.launch("/notes")
    await eventually { service.heldCount == 1 }
    let write = client.launch("/notes", method: "POST")
    await eventually { service.heldCount == 2 }
    service.letGo()
    _ = try await write.answer
    _ = try await read.answer
    #expect(try await client.launch("/notes").answer.source == .network)
    #expect(try await client.launch("/notes").answer.source == .copy)
  }

  @Test func `HEAD has no body, and updates the copy that has its tag or ends it`() async throws {
    answer(["Cache-Control": "max-age=60", "ETag": "\"1\""])
    _ = try await client.launch("/notes").answer
    service.now += 50
    answer(["Cache-Control": "max-age=60", "ETag": "\"1\"", "Date": ""], "")
    let head = try await client.launch("/notes", method: "HEAD").answer
    #expect(head.fields["etag"] == "\"1\"")
    #expect(head.objects.isEmpty)
    service.now += 59
    #expect(try await client.launch("/notes").answer.source == .copy)
    answer(["Cache-Control": "max-age=60", "ETag": "\"2\"", "Date": ""], "")
    _ = try await client.launch("/notes", method: "HEAD").answer
    answer(["Cache-Control": "max-age=60", "ETag": "\"2\"", "Date": ""])
    #expect(try await client.launch("/notes").answer.source == .network)
  }

  @Test func `A part of an answer is neither kept nor answered by a copy`() async throws {
    answer(["Cache-Control": "max-age=60"], status: 206)
    _ = try await client.launch("/notes", fields: ["Range": "bytes=0-9"]).answer
    answer(["Cache-Control": "max-age=60"])
    #expect(try await client.launch("/notes").answer.source == .network)
    let part = try await client.launch("/notes", fields: ["Range": "bytes=0-9"]).answer
    #expect(part.source == .network)
  }

  @Test func `A request with no-store leaves no copy`() async throws {
    answer(["Cache-Control": "max-age=60"])
    _ = try await client.launch("/notes", fields: ["Cache-Control": "no-store"]).answer
    #expect(client.store.snapshot.count == 0)
  }

  @Test func `A copy has the fields that a later use needs, and no cookies`() async throws {
    answer([
      "Cache-Control": "max-age=60", "Set-Cookie": "a=1", "X-Request-Id": "r-1", "Link": "</b>",
    ])
    #expect(try await client.launch("/notes").answer.fields["set-cookie"] == "a=1")
    let copy = try await client.launch("/notes").answer
    #expect(copy.source == .copy)
    #expect(copy.fields["link"] == "</b>")
    #expect(copy.fields["set-cookie"] == nil)
  }
}

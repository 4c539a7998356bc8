// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Objects of an answer, one by one` {
  private let fixture: RequestFixture
  private var service: Service { fixture.service }
  private var client: Client { fixture.client }
  private let body = ManualBody()
  private let json: WireFields = ["Content-Type": "application/json"]

  init() throws { fixture = try RequestFixture() }

  private func answerByBody(_ fields: WireFields = [:]) {
    let body = body
    var head = json
    for field in fields.all { head.add(field.name, field.value) }
    let fields = head
    service.answer("/notes") { _ in WireResponse(status: 200, fields: fields, body: body.body) }
  }

  private func note(_ number: Int) -> String { #"{"uuid":"note-\#(number)","text":"a"}"# }

  private func ids(_ handle: TaskHandle) async throws -> [String] {
    var ids: [String] = []
    for try await object in handle.objects { ids.append(object.id) }
    return ids
  }

  @Test func `An object is handed over as soon as its last byte has come`() async throws {
    answerByBody()
    let handle = client.launch("/notes")
    var objects = handle.objects.makeAsyncIterator()
    body.send("[" + note(1) + ",{\"uuid\":")
    #expect(try await objects.next()?.id == "note-1")
    #expect(handle.record.end == nil)
    body.send("\"note-2\"}")
    #expect(try await objects.next()?.id == "note-2")
    body.send("]")
    body.end()
    #expect(try await objects.next() == nil)
    #expect(try await objects.next() == nil)
    #expect(try await handle.answer.objects.map(\.id) == ["note-1", "note-2"])
  }

  @Test func `A task that joins a request gets the objects from before, too`() async throws {
    answerByBody()
    let first = client.launch("/notes")
    var objects = first.objects.makeAsyncIterator()
    body.send("[" + note(1) + "," + note(2))
    #expect(try await objects.next()?.id == "note-1")
    let second = client.launch("/notes")
    var others = second.objects.makeAsyncIterator()
    #expect(try await others.next()?.id == "note-1")
    #expect(second.record.isJoined)
    #expect(try await others.next()?.id == "note-2")
    body.send("," + note(3) + "]")
    body.end()
    #expect(try await others.next()?.id == "note-3")
    #expect(try await others.next() == nil)
    #expect(try await objects.next()?.id == "note-2")
    #expect(try await ids(first) == ["note-1", "note-2", "note-3"])
    #expect(service.requests.count == 1)
  }

  @Test(arguments: ["copy", "document", "no-store"])
  func `Copies, documents and answers that are not kept are handed over, too`(
    form: String
  ) async throws {
    let control = form == "no-store" ? "no-store" : "max-age=60"
    let text = form == "document" ? #"{"datatype":"screen"}"# : "[" + note(1) + "]"
    service.answer("/notes", ["Cache-Control": control], text)
    if form == "copy" { _ = try await client.launch("/notes").answer }
    let expected = form == "document" ? "/notes" : "note-1"
    #expect(try await ids(client.launch("/notes")) == [expected])
  }

  @Test func `The sequence ends with the error of the answer`() async throws {
    answerByBody()
    let handle = client.launch("/notes")
    var objects = handle.objects.makeAsyncIterator()
    body.send("[" + note(1))
    #expect(try await objects.next()?.id == "note-1")
    body.fail(Service.Down())
    let error = await #expect(throws: RequestError.self) { try await objects.next() }
    #expect(error?.kind == .unreachable)
    #expect(error?.task == handle.id)
  }

  @Test func `The body is not read on while its only reader is far behind`() async throws {
    answerByBody()
    let handle = client.launch("/notes")
    var objects: AnswerObjects.AsyncIterator? = handle.objects.makeAsyncIterator()
    body.send("[" + (0..<100).map(note).joined(separator: ","))
    #expect(try await objects?.next()?.id == "note-0")
    for _ in 0..<1_000 { await Task.yield() }
    #expect(body.asked == 1)
    for number in 1..<40 { #expect(try await objects?.next()?.id == "note-\(number)") }
    await eventually { body.asked == 2 }
    body.send("," + (100..<200).map(note).joined(separator: ","))
    for number in 40..<60 { #expect(try await objects?.next()?.id == "note-\(number)") }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(body.asked == 2)
    // An iterator that is gone, or somebody who awaits the answer, lets it go on.
    objects = nil
    await eventually { body.asked == 3 }
    body.send("]")
    body.end()
    #expect(try await handle.answer.objects.count == 200)
  }

  @Test func `A reader that is slow does not hold up a task whose answer is awaited`() async throws
  {
    answerByBody()
    let slow = client.launch("/notes")
    var objects = slow.objects.makeAsyncIterator()
    body.send("[" + (0..<100).map(note).joined(separator: ","))
    #expect(try await objects.next()?.id == "note-0")
    let other = client.launch("/notes")
    async let answer = other.answer
    await eventually { body.asked == 2 }
    body.send("]")
    body.end()
    #expect(try await answer.objects.count == 100)
    #expect(try await objects.next()?.id == "note-1")
  }

  @Test func `A task that joins without a reader lets the body be read on`() async throws {
    answerByBody()
    var objects = client.launch("/notes").objects.makeAsyncIterator()
    body.send("[" + (0..<100).map(note).joined(separator: ","))
    #expect(try await objects.next()?.id == "note-0")
    let other = client.launch("/notes")
    await eventually { body.asked == 2 }
    body.send("]")
    body.end()
    #expect(try await other.answer.objects.count == 100)
  }

  @Test func `A reader whose task is cancelled ends, and leaves the others`() async throws {
    answerByBody()
    let handle = client.launch("/notes")
    let reader = Task { try await ids(handle) }
    body.send("[" + note(1))
    await eventually { body.asked == 2 }
    reader.cancel()
    await #expect(throws: CancellationError.self) { try await reader.value }
    body.send("]")
    body.end()
    #expect(try await ids(handle) == ["note-1"])
  }

  @Test func `After a retry no object is handed over twice`() async throws {
    answerByBody()
    let handle = client.launch("/notes", retry: .retry(most: 1))
    var objects = handle.objects.makeAsyncIterator()
    body.send("[" + note(1))
    #expect(try await objects.next()?.id == "note-1")
    service.answer("/notes", [:], "[" + note(1) + "," + note(2) + "]")
    body.fail(Service.Down())
    #expect(try await objects.next()?.id == "note-2")
    #expect(try await objects.next() == nil)
    #expect(handle.record.attempts == 2)
  }

  @Test func `Each phase of a request has its duration`() async throws {
    let (clock, body) = (fixture.clock, body)
    service.answer("/notes") { _ in
      clock.advance(.milliseconds(20))
      return WireResponse(
        status: 200,
        fields: ["Content-Type": "application/json", "Cache-Control": "max-age=60"],
        body: body.body
      )
    }
    service.hold()
    let handle = client.launch("/notes")
    await eventually { service.heldCount == 1 }
    clock.advance(.milliseconds(100))
    let joined = client.launch("/notes")
    await eventually { joined.record.isJoined }
    service.letGo()
    await eventually { body.asked == 1 }
    clock.advance(.milliseconds(3))
    body.send("[")
    await eventually { body.asked == 2 }
    clock.advance(.milliseconds(4))
    body.send("]")
    body.end()
    _ = try await handle.answer
    #expect(
      handle.record.phases == [
        .waited: .zero, .sent: .milliseconds(120), .firstByte: .milliseconds(3),
        .parsed: .milliseconds(4), .stored: .zero,
      ]
    )
    #expect(handle.record.latency == .milliseconds(127))
    let phases = "127 ms (waited 0, sent 120, firstByte 3, parsed 4, stored 0) network"
    #expect("\(handle.record)".contains(phases))
    _ = try await joined.answer
    #expect(joined.record.phases[.waited] == nil)
    #expect(joined.record.phases[.sent] == .milliseconds(20))
    #expect(joined.record.phases[.parsed] == .milliseconds(4))
    let copy = client.launch("/notes")
    #expect(try await copy.answer.source == .copy)
    #expect(copy.record.phases == [.waited: .zero])
  }
}

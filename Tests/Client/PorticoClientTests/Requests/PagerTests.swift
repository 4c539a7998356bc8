// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import Testing

@Suite(.timeLimit(.minutes(5))) struct `Pages of a list` {
  private let fixture: RequestFixture
  private var service: Service { fixture.service }
  private var client: Client { fixture.client }
  private var targets: [String] { service.requests.map(\.address.target) }

  private let fixed = PageSize(first: 20, within: 20...20)

  init() throws { fixture = try RequestFixture() }

  private func notes(_ range: Range<Int>) -> String {
    range.map { #"{"uuid":"note-\#($0)","count":1,"total":1,"next":"x"}"# }.joined(separator: ",")
  }

  private func ids(_ pager: Pager) async throws -> [[String]] {
    var pages: [[String]] = []
    for try await page in pager { pages.append(page.objects.map(\.id)) }
    return pages
  }

  @Test func `Records go on at the token of the page before, until there is none`() async throws {
    let first = #"{"data":[\#(notes(0..<2))],"offset":0,"count":2,"total":3,"next":"a-b_="}"#
    let last = #"{"data":[\#(notes(2..<3))],"offset":2,"count":1,"total":3}"#
    service.answer("/notes?order=-stars&limit=2", [:], first)
    service.answer("/notes?order=-stars&limit=2&page=a-b_%3D", [:], last)
    let size = PageSize(first: 2, within: 2...2)
    let pager = client.pages("/notes?order=-stars", size: size)
    #expect(try await ids(pager) == [["note-0", "note-1"], ["note-2"]])
    #expect(try await pager.next() == nil)
    #expect(targets.count == 2)
    let key = EndpointKey("/notes?order=-stars")
    #expect(client.store.snapshot.collection(.endpoint(key))?.items.count == 3)
  }

  @Test func `Copies of pages lead on as their answers did`() async throws {
    let fields: WireFields = ["Cache-Control": "max-age=60"]
    service.answer("/notes?limit=20", fields, #"{"data":[\#(notes(0..<1))],"next":"t"}"#)
    service.answer("/notes?limit=40&page=t", fields, #"{"data":[\#(notes(1..<2))]}"#)
    let pages = try await ids(client.pages("/notes"))
    #expect(pages == [["note-0"], ["note-1"]])
    #expect(try await ids(client.pages("/notes")) == pages)
    #expect(targets.count == 2)
  }

  @Test func `A slice without next goes on at its offset, up to the total`() async throws {
    for (offset, end) in [(0, 2), (2, 4), (4, 5)] {
      let target = "/notes?limit=2" + (offset > 0 ? "&offset=\(offset)" : "")
      let slice = #"{"offset":\#(offset),"count":2,"total":5,"data":[\#(notes(offset..<end))]}"#
      service.answer(target, [:], slice)
    }
    let pager = client.pages("/notes", size: PageSize(first: 2, within: 2...2))
    #expect(try await ids(pager).map(\.count) == [2, 2, 1])
  }

  @Test func `A document's list is followed by its links, as they are`() async throws {
    let items = #""items":[{"id":1}],"count":1,"total":2"#
    service.answer("/en/items", [:], #"{"datatype":"list","next":"items?next=s%2Bx",\#(items)}"#)
    service.answer("/en/items?next=s%2Bx", [:], #"{"datatype":"list","offset":1,\#(items)}"#)
    let pager = client.pages("/en/items", size: nil)
    var count = 0
    for try await page in pager {
      count += 1
      #expect(page.document?["datatype"] == "list")
    }
    #expect(count == 2)
    #expect(targets == ["/en/items", "/en/items?next=s%2Bx"])
  }

  @Test(arguments: ["t", "/notes?limit=20&page=t"])
  func `A page that leads to itself is the last one`(next: String) async throws {
    service.answer("/notes?limit=20", [:], #"{"data":[\#(notes(0..<1))],"next":"t"}"#)
    service.answer("/notes?limit=20&page=t", [:], #"{"data":[],"next":"\#(next)"}"#)
    #expect(try await ids(client.pages("/notes", size: fixed)).count == 2)
  }

  @Test func `An empty page ends a list whose total is too great`() async throws {
    service.answer("/notes?limit=20", [:], #"{"offset":0,"count":0,"total":5,"data":[]}"#)
    #expect(try await ids(client.pages("/notes")) == [[]])
  }

  @Test func `After a failure the same page is asked for again`() async throws {
    service.answer("/notes?limit=20", [:], #"{"data":[\#(notes(0..<1))],"next":"t"}"#)
    let pager = client.pages("/notes", size: fixed)
    _ = try await pager.next()
    await #expect(throws: RequestError.self) { try await pager.next() }
    service.answer("/notes?limit=20&page=t", [:], #"{"data":[\#(notes(1..<2))]}"#)
    #expect(try await pager.next()?.document?.id == "note-1")
  }

  @Test func `There are never two requests at once, and each page comes once`() async throws {
    for page in 0..<3 {
      let next = page < 2 ? #","next":"\#(page + 1)""# : ""
      let target = "/notes?limit=20" + (page > 0 ? "&page=\(page)" : "")
      service.answer(target, [:], #"{"data":[\#(notes(page..<page + 1))]\#(next)}"#)
    }
    service.hold()
    let pager = client.pages("/notes", size: fixed)
    let tasks = (0..<4).map { _ in Task { try await pager.next()?.document?.id } }
    await eventually { service.heldCount == 1 }
    for _ in 0..<1_000 { await Task.yield() }
    #expect(targets.count == 1)
    service.letGo()
    var found: [String?] = []
    for task in tasks { found.append(try await task.value) }
    #expect(Set(found) == ["note-0", "note-1", "note-2", nil])
    #expect(targets.count == 3)
  }

  @Test func `A page that is cancelled is fetched by whoever asks next`() async throws {
    service.answer("/notes?limit=20", [:], #"{"data":[\#(notes(0..<1))]}"#)
    service.hold()
    let pager = client.pages("/notes", size: fixed)
    let task = Task { try await pager.next() }
    await eventually { service.heldCount == 1 }
    task.cancel()
    await #expect(throws: RequestError.self) { try await task.value }
    service.letGo()
    #expect(try await pager.next()?.document?.id == "note-0")
  }

  struct Pace: Sendable {
    let milliseconds: [Int]
    var bytes = 0
    var isConstrained = false
    let limits: [Int]
  }

  @Test(arguments: [
    Pace(milliseconds: [0, 0, 0, 0], limits: [10, 20, 40, 80]),
    Pace(milliseconds: [100, 100, 100], limits: [10, 20, 40]),
    Pace(milliseconds: [500, 1_000, 1_000], limits: [10, 10, 5]),
    Pace(milliseconds: [600, 400], limits: [10, 8]),
    Pace(milliseconds: [60_000, 60_000, 60_000], limits: [10, 5, 4]),
    Pace(milliseconds: [0, 0, 0], bytes: 1_000, limits: [10, 10, 10]),
    Pace(milliseconds: [0, 0], isConstrained: true, limits: [4, 4]),
    Pace(milliseconds: [0, 0, 0, 0, 0, 0], limits: [10, 20, 40, 80, 100, 100]),
  ])
  func `The size of pages follows their time, their bytes and the network, within bounds`(
    pace: Pace
  ) async throws {
    let (clock, service) = (fixture.clock, service)
    let constrained = pace.isConstrained
    let size = PageSize(first: 10, within: 4...100, bytes: 10_000) { constrained }
    let pager = client.pages("/notes", size: size)
    for (page, limit) in pace.limits.enumerated() {
      let target = "/notes?limit=\(limit)" + (page > 0 ? "&page=\(page)" : "")
      var text = #"{"data":[\#(notes(0..<limit))],"next":"\#(page + 1)"}"#
      text += String(repeating: " ", count: max(0, limit * pace.bytes - text.utf8.count))
      service.answer(target) { [text] _ in
        clock.advance(.milliseconds(pace.milliseconds[page]))
        return WireResponse(
          status: 200,
          fields: ["Content-Type": "application/json"],
          body: WireBody([Array(text.utf8)[...]])
        )
      }
      _ = try await pager.next()
      #expect(targets.last == target)
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceStore
import Testing

@testable import ResourceService

/// `expected` of a code and `next` have exhaustive switches: a new code or kind does not compile until it
/// says what was expected.
@Suite(.timeLimit(.minutes(5))) struct `A refusal of the service of records` {
  private static func check(_ note: RefusalNote, _ code: ResourceProblem.Code) {
    #expect(note.code == code.rawValue && !note.seen.isEmpty && !note.expected.isEmpty)
    #expect(note.seen != note.expected && !note.seen.contains("; expected"), "\(note.context)")
  }

  @Test(arguments: ResourceProblem.Code.allCases)
  func `Each code of a problem says what was expected`(code: ResourceProblem.Code) {
    Self.check(ResourceProblem(code, "seen").note, code)
  }

  @Test(arguments: ResourceProblem.Code.allCases)
  func `Each code has a status of an error, and one that asks for credentials says which`(
    code: ResourceProblem.Code
  ) {
    let reply = ResourceProblem(code, "seen").reply
    #expect(reply.status == code.status && (400...599).contains(code.status.code))
    #expect((reply.fields["www-authenticate"] != nil) == (code.status == .unauthorized))
    let other = ResourceProblem(code, "seen", status: .unauthorized, retryAfter: 5).reply
    #expect(other.status == .unauthorized && other.fields["www-authenticate"] != nil)
    #expect(other.fields["retry-after"] == "5")
  }

  private static func next(after kind: StoreError.Kind?) -> StoreError.Kind? {
    switch kind {
    case nil: .unknownType
    case .unknownType: .notFound
    case .notFound: .notAllowed
    case .notAllowed: .idTaken
    case .idTaken: .versionMismatch(current: nil)
    case .versionMismatch: .invalid([ValidationError("name", .type, "is 1")])
    case .invalid: .referred(by: [])
    case .referred: .aborted
    case .aborted: .refused(WriteRefusal(status: 409, code: "refused", attribute: nil))
    case .refused: .decisionOutdated
    case .decisionOutdated: .selectionOutdated
    case .selectionOutdated: .tooManyChanged
    case .tooManyChanged: .noIndex(attributes: ["name"], records: 7)
    case .noIndex: .costly
    case .costly: .tooLarge
    case .tooLarge: .overQuota(used: 1, quota: 2)
    case .overQuota: .badPage
    case .badPage: .pastHorizon
    case .pastHorizon: .otherEpoch
    case .otherEpoch: .keyReused
    case .keyReused: .types(TypeChangeReport(changes: [], records: [:], misfits: []))
    case .types: .damaged
    case .damaged: .unavailable
    case .unavailable: .outcomeUnknown
    case .outcomeUnknown: .full
    case .full: .moved
    case .moved: nil
    }
  }

  @Test func `Each refusal of the store says what was seen and what was expected`() {
    var kind = Self.next(after: nil)
    while let one = kind {
      let problem = ResourceProblem(StoreError(one, "seen"))
      Self.check(problem.note, problem.code)
      kind = Self.next(after: one)
    }
  }

  @Test(
    arguments: [
      ("GET /v1/birds", "", "unknown-type", "birds"), ("GET /v1", "", "not-found", nil),
      ("GET /v1/flowers/x", "", "not-found", "flowers/x"),
      (
        "GET /v1/flowers/f-01h455vb4pex5vsknk084sn02q", "", "not-found",
        "flowers/f-01h455vb4pex5vsknk084sn02q"
      ),
      ("GET /v1/flowers?limit=-1", "", "bad-parameter", "flowers"),
      ("PUT /v1/flowers", "", "method", "flowers"),
      ("POST /v1/flowers", "{", "bad-json", "flowers"),
      ("POST /v1/flowers", "{\"name\":1}", "invalid", "flowers"),
      (
        "PATCH /v1/flowers/f-01h455vb4pex5vsknk084sn02q", "{}", "not-found",
        "flowers/f-01h455vb4pex5vsknk084sn02q"
      ),
      ("POST /v1:batch", "{}", "bad-json", ":batch"),
      (
        "POST /v1:batch",
        #"{"atomic":true,"ops":[{"op":"create","type":"flowers","body":{"name":1}}]}"#,
        "invalid", ":batch"
      ), ("GET /v2", "", "not-found", nil),
    ] as [(String, String, String, String?)]
  )
  func `An answer tells code, entity, value seen and value expected`(
    line: String,
    body: String,
    code: String,
    entity: String?
  ) async throws {
    let server = try await ResourceServer()
    let reply = try await server.send(line, ["Content-Type: application/json"], body: body)
    let note = try #require(server.refusals.last, "\(reply.body)")
    #expect(note.entity == entity)
    Self.check(note, try #require(ResourceProblem.Code(rawValue: code)))
    #expect(reply.body.contains("\"code\":\"\(code)\""))
  }

  @Test func `A refusal that is answered again from its key says the same`() async throws {
    let server = try await ResourceServer()
    let fields = ["Content-Type: application/json", "Idempotency-Key: one"]
    let path = "POST /v1/flowers"
    let first = try await server.send(path, fields, body: "{\"name\":1}")
    let refusal = server.refusals.last
    let again = try await server.send(path, fields, body: "{\"name\":1}")
    #expect(first.status == 422 && again.fields["idempotency-replayed"] == "true")
    #expect(refusal?.code == "invalid")
    #expect(server.refusals.last == refusal)
  }

  @Test func `An answer that is no refusal has no note`() async throws {
    let server = try await ResourceServer()
    let reply = try await server.send("GET /v1/flowers")
    #expect(reply.status == 200 && server.refusals.last == nil)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Backends
import ContentModel
import DataFiles
import HTTPCaching
import HTTPClient
import HTTPServer
import HTTPValues
import JSONValues
import Passing
import Reactor
import Services
import Signals
import Testing

@testable import Gateway
@testable import Message
@testable import Plans

/// The kinds of each type of failure have an exhaustive list, and `example` an exhaustive switch: a new kind
/// does not compile, or fails, until it says what is asked for here.
@Suite struct `The report of a failure` {
  private static let endpoint = Destination(Origin(.http, host: "10.0.0.7", port: 9_002))

  private static var peer: Peer {
    Peer(client: .loopback(port: 1), local: .loopback(port: 2), layer: nil)
  }

  /// The JSON of the only event that is recorded.
  private static func event(_ body: (RequestEvents, borrowing RequestView) -> Void) throws -> String
  {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let events = RequestEvents(log.makeRecorder(), of: "shop")
    var request = Request(.get, scheme: .http, authority: "a", target: "/items/7?view=heavy")
    request.fields.append("x-app", #"session="s-1""#)
    request.fields.append("accept", "text/csv")
    request.fields.append("if-match", #""old""#)
    request.fields.append("cache-control", "only-if-cached")
    request.withView { body(events, $0) }
    return try #require(try EventLines.of(log).first)
  }

  /// A request whose only call failed, with what the visitor got instead.
  private static func event(of failure: any Failure, _ failed: PlanFailure) throws -> String {
    var sent = CallRecord.Sent(Tracer(sampledShare: 1).newSpan())
    sent.endpoint = endpoint
    let begun = Instant(nanoseconds: 0)
    let call = CallRecord(
      call: "price",
      backend: "prices",
      method: .get,
      template: "/",
      target: "/prices/7",
      outcome: .failed,
      reason: failure.label,
      failure: failure,
      sent: sent,
      begun: begun,
      nanoseconds: 1
    )
    let trace = Tracer(sampledShare: 1).newTrace()
    let times = CallTimes([call], in: trace, since: begun, to: begun)
    let kind = ContentProblems.kind(of: failed)
    let given = GivenAnswer(
      .compose,
      .problem,
      .fixed(.prepared(ContentProblems.unwritable.response)),
      document: "items/7",
      ProblemReport(kind, failed)
    )
    return try event { events, request in
      events.record(request, from: Self.peer, status: Int(failed.status.code), given, times, at: 0)
    }
  }

  private static func check(_ failure: any Failure, _ failed: PlanFailure) throws {
    let event = try event(of: failure, failed)
    for fact in [
      #""site":"shop""#, #""session":"s-1""#, #""path":"/items/7""#, #""document":"items/7""#,
      #""status":\#(failed.status.code)"#, #""problem":"service-"#, #""failed_call":"price""#,
      #""name":"prices""#, #""endpoint":"http://10.0.0.7:9002""#, #""target":"/prices/7""#,
      #""error_message":"\#(failure.label)","error_detail":"#,
    ] {
      #expect(event.contains(fact), "\(failure.label): no \(fact) in \(event)")
    }
    #expect(!failure.seen.isEmpty && !failure.expected.isEmpty)
    #expect(failure.seen != failure.expected)
    #expect(!failure.seen.contains("; expected"), "\(failure.seen)")
    #expect(failure.context == "\(failure.seen); expected \(failure.expected)")
    #expect(event.components(of: "; expected ") >= 2, "\(event)")
    #expect(failed.cause?.description.contains(failure.context) == true)
  }

  @Test(arguments: BackendFault.Kind.allCases)
  func `The report of a backend's failure tells its endpoint, what was seen and expected`(
    kind: BackendFault.Kind
  ) throws {
    var fault = BackendFault(kind, of: "prices", "seen")
    fault.endpoint = Self.endpoint
    let failure = ServiceFault(fault)
    let failed = PlanFailure(call: "price", CallFailure(failure, .shared))
    #expect(failed.cause?.description.contains("backend prices at \(Self.endpoint)") == true)
    try Self.check(failure, failed)
  }

  @Test(arguments: ClientError.Kind.allCases)
  func `The report of a connection's failure tells what was seen and expected`(
    kind: ClientError.Kind
  ) throws {
    let failure = ClientError(kind, "seen")
    try Self.check(failure, PlanFailure(call: "price", CallFailure(failure, .shared)))
  }

  /// One of each further kind. The switch is what makes a new one appear here.
  private static func examples() throws -> [any Failure] {
    let brokenBody = try #require(throws: JSONFault.self) { try JSONDocument(Array("[".utf8)) }
    func next(after kind: ServiceFault.Kind?) -> ServiceFault.Kind? {
      switch kind {
      case nil: .noBackend
      case .noBackend: .late
      case .late: .crowded
      case .crowded: .abandoned
      case .abandoned: .body(brokenBody)
      case .body:
        .xml(DataFileError(.limit, at: .start, seen: "a tag", expected: "at most one"))
      case .xml: .shape(ShapeBreach(path: "$.a", seen: "a string", expected: "number"))
      // The last; those of a backend have a test of their own.
      case .shape, .backend: nil
      }
    }
    var kinds: [ServiceFault.Kind] = []
    while let kind = next(after: kinds.last) { kinds.append(kind) }
    let unwritable = UnwritableBody(
      document: "items/7",
      format: .json,
      origin: .server,
      error: DataFileError(
        .duplicateKey,
        at: SourcePosition(line: 1, column: 1),
        seen: "two members of one name",
        expected: "one"
      )
    )
    return kinds.map { ServiceFault($0, of: "prices") }
      + [MissingArgument(call: "price", path: "/prices/{id}"), unwritable]
  }

  @Test func `The report of a plan's failure tells what was seen and expected`() throws {
    for failure in try Self.examples() {
      try Self.check(failure, PlanFailure(call: "price", CallFailure(failure, .shared)))
    }
  }

  @Test(arguments: [
    ExchangeError.disconnected, .bodyTooLarge, .malformedBody, .bodyTooSlow, .lengthMismatch,
    .outOfOrder,
  ])
  func `The report of a failed exchange tells what was seen and expected`(error: ExchangeError) {
    #expect(!error.seen.isEmpty && !error.expected.isEmpty && error.seen != error.expected)
  }

  @Test func `The event of a handler's own error tells step, document and expectation`() throws {
    let event = try Self.event { events, request in
      let step = RequestStep.compose
      events.record(
        request,
        from: Self.peer,
        failedAt: step,
        of: "items/7",
        status: .internalServerError,
        nil,
        nil,
        at: 0
      )
    }
    for fact in [
      #""level":"error""#, #""status":500"#, #""step":"compose""#, #""document":"items/7""#,
      #""error_message":"handler_error""#, "an error of the handler; expected an answer",
    ] {
      #expect(event.contains(fact), "no \(fact) in \(event)")
    }
  }

  /// The report for a client, made as the gateway makes it.
  private static func report(of kind: ProblemKind) throws -> ProblemReport {
    let absence = PlanFailure(
      call: "price",
      CallFailure(ServiceFault(.noBackend, of: "prices"), .shared)
    )
    switch kind {
    case .noSuchDocument: return ContentProblems.notFound.report
    case .nothingFound, .signInNeeded, .notAllowed, .serviceFailed, .serviceOverloaded:
      return ProblemReport(kind, absence)
    case .methodNotAllowed: return ContentProblems.methodNotAllowed.report
    case .notAcceptable: return ContentProblems.notAcceptable.report
    case .badParameter: return ContentProblems.badParameter("limit is -1, expected 0").report
    case .brokenFlow: return ProblemReport(kind)
    case .badPath: return PassProblems.badPath(.encodedSlash).report
    case .bodyTooLarge: return ContentProblems.queryTooLarge.report
    case .unsupportedQuery: return ContentProblems.unsupportedQuery("text/csv").report
    case .preconditionFailed: return ContentProblems.preconditionFailed.report
    case .tooManyRequests: return ProblemReport(kind)
    case .noEdition: return ContentProblems.notReady.report
    case .previewEnded: return ContentProblems.previewEnded.report
    case .notKept:
      return PassProblems.notKept(
        CacheStatus.forwarded(
          PassRoute.name,
          .nothingKept,
          status: nil,
          stored: nil,
          now: 0
        )
      ).report
    case .unwritable: return ContentProblems.unwritable.report
    case .misdirected: return HostProblems.misdirected.report
    case .unnamedHost: return HostProblems.unnamed.report
    }
  }

  @Test(arguments: ProblemKind.allCases)
  func `The event of each kind of problem names it, the request and its deciding fields`(
    kind: ProblemKind
  ) throws {
    let report = try Self.report(of: kind)
    #expect(report.kind == kind && !kind.expected.isEmpty)
    let given = GivenAnswer(
      .route,
      .problem,
      .fixed(.prepared(ContentProblems.notFound.response)),
      report
    )
    let event = try Self.event { events, request in
      events.record(request, from: Self.peer, status: Int(kind.status.code), given, nil, at: 0)
    }
    for fact in [
      #""site":"shop""#, #""session":"s-1""#, #""method":"GET","host":"a","path":"/items/7""#,
      #""status":\#(kind.status.code)"#, #""problem":"\#(kind.rawValue)""#, #""error_detail":""#,
      "expected",
    ] {
      #expect(event.contains(fact), "no \(fact) in \(event)")
    }
    for field in kind.decidingFields where field != .ifUnmodifiedSince {
      #expect(event.contains("\(field.name): "), "\(event)")
    }
  }
}

extension String {
  /// The number of times that it contains another text.
  fileprivate func components(of text: String) -> Int { ranges(of: text).count }
}

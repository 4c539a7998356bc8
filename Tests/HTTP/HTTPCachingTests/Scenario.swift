// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// One request of a scenario, what the origin would answer, and what the client is to get.
struct Step: Sendable {
  /// Where the client's answer is to come from.
  enum Source: Sendable, Equatable {
    /// The storage; the origin sees nothing before the client is served.
    case kept
    /// The origin, newly.
    case fetched
    /// The storage, after the origin said 304 to a condition of the cache.
    case validated
    /// Not asked.
    case any
  }

  var seconds: Int64 = 0
  var method = Method.get
  var target = "/page"
  var asked: [String] = []
  /// `nil` when the origin does not answer.
  var code: Int? = 200
  var answers: [String] = []
  var body = "0123456789"
  var source = Source.any
  var status: Int?
  var text: String?
  /// Fields that the client gets, and names that it does not.
  var gets: [String] = []
  var lacks: [FieldName] = []
  /// Fields that the origin gets, and names that it does not.
  var sends: [String] = []
  var omits: [FieldName] = []
  /// Names that the origin does not get when it is asked after the client has its answer.
  var meanwhileOmits: [FieldName] = []

  /// A request of which only the outcome for the storage matters.
  static func first(_ answers: String..., asked: [String] = [], code: Int = 200) -> Step {
    Step(asked: asked, code: code, answers: answers)
  }
}

/// Requests one after the other.
struct Scenario: Sendable, CustomTestStringConvertible {
  let name: String
  let rules: CachingRules
  let steps: [Step]

  init(_ name: String, rules: CachingRules = CachingRules(), _ steps: Step...) {
    self.name = name
    self.rules = rules
    self.steps = steps
  }

  var testDescription: String { name }

  /// Sends all requests; what differs from what was expected is an issue of the test.
  func run(sourceLocation: SourceLocation = #_sourceLocation) {
    var cache = TestCache(rules: rules)
    var now = start
    for (number, step) in steps.enumerated() {
      now += step.seconds
      let request = Request(
        step.method,
        authority: "origin.example",
        target: step.target,
        fields: fields(step.asked, at: now)
      )
      var sawCondition = false
      let reply = cache.send(request, at: now) { sent in
        guard let code = step.code else { return nil }
        sawCondition = Scenario.isCondition(sent, other: request)
        let isMet = step.source == .validated && sawCondition
        var answer = OriginReply(isMet ? 304 : code, step.answers, body: step.body, at: now)
        if !isMet { answer.response.fields.append("test-number", "\(number)") }
        return answer
      }
      check(step, number, reply, now, sawCondition, sourceLocation)
      for name in step.meanwhileOmits {
        #expect(
          cache.background.last?.fields.contains(name) == false,
          "\(self.name)",
          sourceLocation: sourceLocation
        )
      }
    }
  }

  private static func isCondition(_ sent: Request, other client: Request) -> Bool {
    for name: FieldName in ["if-none-match", "if-modified-since"] where sent.fields.contains(name) {
      return true
    }
    return false
  }

  private func check(
    _ step: Step,
    _ number: Int,
    _ reply: ClientReply,
    _ now: Int64,
    _ sawCondition: Bool,
    _ location: SourceLocation
  ) {
    let place = Comment(rawValue: "\(name), request \(number + 1)")
    let isNew = reply.response.fields["test-number"] == "\(number)"
    switch step.source {
    case .any: break
    case .kept: #expect(reply.isFromStorage && !isNew, place, sourceLocation: location)
    case .fetched: #expect(isNew, place, sourceLocation: location)
    case .validated:
      #expect(!reply.isFromStorage && sawCondition && !isNew, place, sourceLocation: location)
    }
    if let status = step.status {
      #expect(Int(reply.response.status.code) == status, place, sourceLocation: location)
    }
    if let text = step.text { #expect(reply.text == text, place, sourceLocation: location) }
    let expected = fields(step.gets, at: now)
    for name in expected.names {
      #expect(reply.response.fields[name] == expected[name], place, sourceLocation: location)
    }
    for name in step.lacks {
      #expect(!reply.response.fields.contains(name), place, sourceLocation: location)
    }
    let sent = fields(step.sends, at: now)
    for name in sent.names {
      #expect(reply.sent?.fields[name] == sent[name], place, sourceLocation: location)
    }
    for name in step.omits {
      #expect(reply.sent?.fields.contains(name) == false, place, sourceLocation: location)
    }
  }
}

extension Fields {
  /// Each name once.
  var names: Set<FieldName> {
    var names: Set<FieldName> = []
    for index in 0..<count {
      if let name = FieldName(view.name(at: index)) { names.insert(name) }
    }
    return names
  }
}

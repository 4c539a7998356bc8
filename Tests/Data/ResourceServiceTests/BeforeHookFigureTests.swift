// SPDX-License-Identifier: Apache-2.0

import DataFiles
import FileShapes
import HTTPValues
import ResourceModel
import ResourceService
import ResourceStoreTesting
import Synchronization
import Testing

@Suite struct `The figures of webhooks before writes` {
  private final class Kept: Sendable {
    let answers: Mutex<[BeforeAnswer]>
    let outcomes = Mutex<[BeforeOutcome]>([])

    init(_ answers: [BeforeAnswer]) { self.answers = Mutex(answers) }
  }

  private static let accepting = BeforeAnswer.response(status: 204, body: [])
  private static let now = StoreSamples.now

  private static func answer(_ text: String) -> BeforeAnswer {
    .response(status: 200, body: Array(text.utf8))
  }

  /// A service whose flowers have a webhook that gives these answers, one after the other.
  private func service(
    _ answers: [BeforeAnswer]
  ) throws -> (service: ServiceUnderTest, outcomes: () -> [BeforeOutcome]) {
    let kept = Kept(answers)
    let service = try ServiceUnderTest { settings in
      settings.ask = { questions in
        questions.map { _ in
          BeforeReply(kept.answers.withLock { $0.removeFirst() }, after: .milliseconds(5))
        }
      }
      settings.asked = { outcome in kept.outcomes.withLock { $0.append(outcome) } }
    }
    try declare("https://hooks.example.com/flowers", service)
    return (service, { kept.outcomes.withLock(\.self) })
  }

  private func declare(_ url: String, _ service: ServiceUnderTest) throws {
    let hook: DataValue = ["before": ["url": .text(url)]]
    #expect(try service.send(.patch, "/v1/_schema/flowers", [:], hook).status == 200)
  }

  @Test func `Each question is counted by its result, with its time and the reason of a failure`()
    throws
  {
    let (service, outcomes) = try service([
      Self.accepting, Self.answer(#"{"set": {}}"#), Self.answer(#"{"set": {"price": 2}}"#),
      Self.answer(#"{"refuse": {"message": "No"}}"#), .response(status: 500, body: []),
    ])
    #expect(service.service.askedHooks.map(\.type) == ["flowers"])
    #expect(service.service.askedHooks.first?.state.wasAsked == false)
    for status in [201, 201, 201, 422, 503] {
      #expect(try service.send(.post, "/v1/flowers", [:], ["name": "Rose"]).status == status)
    }
    let reason = "it answers 500; expected a status of 200 to 299"
    let time = Duration.milliseconds(5)
    #expect(
      outcomes() == [
        BeforeOutcome(of: "flowers", .accepted, after: time),
        BeforeOutcome(of: "flowers", .accepted, after: time),
        BeforeOutcome(of: "flowers", .changed, after: time),
        BeforeOutcome(of: "flowers", .refused, after: time),
        BeforeOutcome(of: "flowers", .failed, reason: reason, after: time),
      ]
    )
    let failure = service.service.askedHooks.first?.state.lastFailure
    #expect(failure?.reason == reason && failure?.time == Self.now)
  }

  @Test func `All questions of a batch are counted, also those behind one that fails`() throws {
    let (service, outcomes) = try service([
      .failed("away"), Self.accepting, Self.answer(#"{"refuse": {"message": "No"}}"#),
    ])
    let flowers: DataValue = [["name": "A"], ["name": "B"], ["name": "C"]]
    #expect(try service.send(.post, "/v1/flowers", [:], flowers).status == 503)
    #expect(outcomes().map(\.result) == [.failed, .accepted, .refused])
    #expect(try service.send(.get, "/v1/flowers").names == [])
  }

  @Test func `A webhook that is declared anew is judged anew`() throws {
    let (service, _) = try service([.failed("away"), .failed("away")])
    func trouble() -> String? { service.service.askedHooks.first?.trouble(at: Self.now) }
    #expect(trouble() == nil)
    #expect(try service.send(.post, "/v1/flowers", [:], ["name": "Rose"]).status == 503)
    let effect = "writes that it gives no answer to are refused"
    #expect(trouble() == "its last question failed, at \(Self.now): away; \(effect)")
    try declare("https://hooks.example.com/other", service)
    #expect(trouble() == nil)
    #expect(try service.send(.post, "/v1/flowers", [:], ["name": "Rose"]).status == 503)
    #expect(trouble() != nil)
  }

  @Test
  func `A webhook that cannot be asked without a key is in trouble before the first question`()
    throws
  {
    let (service, _) = try service([])
    service.service.renew { $0.signsQuestions = false }
    let asked = try #require(service.service.askedHooks.first)
    #expect(
      asked.trouble(at: Self.now)?.hasPrefix("it is not asked, since there is no key") == true
    )
    #expect(asked.isFailing(at: Self.now) && !asked.state.wasAsked)
    service.service.renew { $0.signsQuestions = true }
    #expect(service.service.askedHooks.first?.trouble(at: Self.now) == nil)
    #expect(service.service.askedHooks.first?.isFailing(at: Self.now) == false)
  }

  /// The state after questions, each with the seconds of its time; those that failed are negative.
  private func state(_ questions: [Int64]) -> BeforeHookState {
    var state = BeforeHookState()
    for seconds in questions {
      let time = Self.now.advanced(byMilliseconds: abs(seconds) * 1_000)
      let result: BeforeResult = seconds < 0 ? .failed : .accepted
      state.add(BeforeOutcome(of: "flowers", result, reason: seconds < 0 ? "away" : nil), at: time)
    }
    return state
  }

  /// Questions at each second from 1 to 30, which fail.
  private static let failures = (1...30).map { -Int64($0) }

  @Test(
    arguments: [
      ([], 0, nil), ([1], 2, nil), ([-1], 2, "its last question failed"),
      ([-1], 9_999, "its last question failed"), ([-1, 2], 3, "1 of its last 2 questions failed"),
      ([-1, 2], 9_999, nil), ([-1, -2], 9_999, "2 of its last 2 questions failed"),
      ([1, -2, -3], 9_999, "2 of its last 2 questions failed"),
      ([1, -2, -3], 4, "2 of its last 3 questions failed"),
      ([-1, 2, 3], 4, nil), ([1, 2, -3], 4, nil), ([-1, 2], 302, nil), ([-1, 400], 401, nil),
      ([1, -400], 9_999, "1 of its last 2 questions failed"),
      (failures + Array(31...40), 41, "10 of its last 20 questions failed"),
      (failures + Array(31...41), 42, nil),
    ] as [([Int64], Int64, String?)]
  )
  func `A webhook fails when half of its questions of the last minutes do, or the last one`(
    questions: [Int64],
    seconds: Int64,
    trouble: String?
  ) {
    let now = Self.now.advanced(byMilliseconds: seconds * 1_000)
    let state = state(questions)
    let found = state.trouble(at: now)
    let isAgain = trouble != nil && trouble?.hasPrefix("1 ") == false && trouble?.first != "i"
    #expect(state.hasFailedAgain(at: now) == isAgain)
    #expect((found == nil) == (trouble == nil), "\(found ?? "")")
    #expect(found?.hasPrefix(trouble ?? "") ?? true, "\(found ?? "")")
    #expect(found?.hasSuffix(": away") ?? true)
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Learning
import Signals
import Testing

@Suite struct `The counts of a rollout at several nodes` {
  private static let word = EditionWord(rolloutOf: "new", began: UnixTime(seconds: 1_800_000_000))

  private func counts(_ process: UInt64, step: Int? = 0) -> RolloutCounts {
    var counts = RolloutCounts(process: process)
    counts.begin(RolloutCounts.Period(Self.word, step: step))
    return counts
  }

  private func evidence(_ answers: UInt64, failed: UInt64 = 0) -> RolloutEvidence {
    var evidence = RolloutEvidence()
    evidence.candidate.counts.whole = answers
    evidence.candidate.counts.failed = failed
    evidence.published.counts.whole = answers * 10
    evidence.candidate.composing = HistogramSnapshot(
      unit: .seconds,
      zeroCount: 0,
      firstBucket: -20,
      buckets: [answers, 0, failed],
      recordedSum: answers * 1_000
    )
    return evidence
  }

  private func sent(_ message: DataValue?) throws -> DataValue {
    try DataValue(reading: try #require(message).json.span, as: .json)
  }

  @Test func `The counts since the step began at each node are added up, however often they come`()
    throws
  {
    var (own, other) = (counts(1), counts(2))
    _ = own.count(evidence(1_000))
    _ = other.count(evidence(500, failed: 7))
    _ = own.count(evidence(1_003))
    // A message is lost, and the next one comes twice.
    _ = other.count(evidence(502, failed: 8))
    let told = try sent(other.count(evidence(504, failed: 9)))
    for _ in 0..<2 { own.take(told) }
    #expect(own.processes == 2)
    let sum = own.sum
    #expect(sum.candidate.counts.whole == 7 && sum.candidate.counts.failed == 2)
    #expect(sum.published.counts.whole == 70 && sum.candidate.composing.count == 9)
    // The node begins again, as another process.
    var again = counts(3)
    _ = again.count(evidence(0))
    own.take(try sent(again.count(evidence(5))))
    #expect(own.sum.candidate.counts.whole == 12)
  }

  @Test func `The answers before a rollout are those of all nodes`() throws {
    var (own, other) = (counts(1, step: nil), counts(2, step: nil))
    _ = own.count(before: evidence(30).published)
    own.take(try sent(other.count(before: evidence(12).published)))
    #expect(RolloutBaseline(own.sum.published).counts.answers == 420)
  }

  @Test func `Another step begins anew, and counts of another one are left out`() throws {
    var (own, other) = (counts(1), counts(2))
    _ = other.count(evidence(0))
    let told = try sent(other.count(evidence(5)))
    own.begin(RolloutCounts.Period(Self.word, step: 1))
    own.take(told)
    #expect(own.processes == 0)
    own.begin(RolloutCounts.Period(Self.word, step: 0))
    own.take(told)
    own.begin(RolloutCounts.Period(Self.word, step: 0))
    #expect(own.sum.candidate.counts.whole == 5)
  }

  @Test(arguments: [
    (#""whole":0"#, #""whole":"x""#), (#""composing":{}"#, #""composing":{"512":1}"#),
    (#""composing":{}"#, #""composing":{"-1":1}"#), (#""process":"2""#, #""process":2"#),
    (#""composing":{}"#, #""composing":[]"#), (#""step":0"#, #""step":-9223372036854775808"#),
  ])
  func `A message that cannot be read is left out`(_ found: String, _ replaced: String) throws {
    var (own, other) = (counts(1), counts(2))
    let text = String(decoding: try sent(other.count(evidence(0))).json, as: UTF8.self)
    own.take(try DataValue(reading: text.utf8Span.span, as: .json))
    #expect(own.processes == 1)
    own = counts(1)
    try #require(text.contains(found))
    let broken = text.replacing(found, with: replaced)
    own.take(try DataValue(reading: broken.utf8Span.span, as: .json))
    #expect(own.processes == 0)
  }

  @Test func `A rollout is read as the log of a fleet has it`() throws {
    let old = Rollout(of: "new", beside: "old", at: UnixTime(seconds: 1_800_000_000))
    let data = try DataValue(reading: old.data.json.span, as: .json)
    #expect(Rollout(data) == old)
  }
}

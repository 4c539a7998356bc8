// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentModel
import ContentResolution
import Editions
import HTTPServer
import HTTPValues
import Learning
import Reactor

/// Counts what a loop answers, for the sketch of the traffic. It lives on its loop.
///
/// An answer that is given again costs a comparison of its address and an addition; what it is, is
/// looked at when the counts are told, a few times a minute.
final class TrafficCounter: DeadlineHandler {
  /// Of the visitors whose requests say who they are, these are all looked at in an interval.
  private static let firstVisitors = 64
  /// Of the others in the interval one of so many is.
  private static let visitorWeight = 16
  private static let interval = Duration.seconds(10)
  /// Slots in the beginning, and the most; powers of two.
  private static let slotCounts = (least: 1_024, most: 32_768)
  private static let ways = 4
  /// The size of the answers that it keeps in memory, from which on they are told at once.
  private static let mostBytes = 64 << 20
  /// The most kinds of visitors that are counted in an interval.
  private static let maximumVisitors = 512

  /// The most requests in an interval by which visitors are followed.
  private static let mostVisits = 4_096

  private let core: LoopCore
  private let hints: HintLearning?
  private let tell: @Sendable (TrafficCount) -> UInt64
  private var answers: [SharedAnswer?]
  private var counts: [Int]
  private var used: [Int] = []
  /// The size of the answers in the slots.
  private var bytes = 0
  /// Things whose hashes are larger are left out of the sketch.
  private var largestThing = UInt64.max
  private var next = TrafficCount()
  private var visitors = 0
  /// The index of the call that followed the latest one the last time: calls of a plan come in one order.
  private var nextCall = 0

  /// - Parameters:
  ///   - hints: says which visitors are followed; `nil`: none.
  ///   - tell: is told what was counted; returns the largest hash of a thing that the sketch counts.
  init(
    _ hints: HintLearning?,
    on core: LoopCore,
    tell: @escaping @Sendable (TrafficCount) -> UInt64
  ) {
    self.core = core
    self.hints = hints
    self.tell = tell
    answers = Array(repeating: nil, count: TrafficCounter.slotCounts.least)
    counts = Array(repeating: 0, count: TrafficCounter.slotCounts.least)
    wait()
  }

  /// An answer was given.
  func count(_ answer: SharedAnswer, for request: borrowing RequestView) {
    count(answer, 1)
    guard let hints, hints.isOn,
      let field = request.fields.firstIndex(of: VisitorClaims.appField),
      let visitor = AppField.visitor(in: request.fields.value(at: field)), hints.follows(visitor)
    else { return }
    guard next.visits.count < TrafficCounter.mostVisits else {
      next.lostVisits += 1
      return
    }
    next.visits.append(
      RouteVisit(
        visitor: visitor,
        route: answer.route,
        thing: answer.thing,
        milliseconds: core.wallNanoseconds / 1_000_000,
        isAhead: TrafficCounter.isAhead(request)
      )
    )
  }

  /// The field in which a client says that it fetches ahead (`Sec-Purpose` of the Fetch standard).
  private static let purposeField: FieldName = "sec-purpose"

  private static func isAhead(_ request: borrowing RequestView) -> Bool {
    guard let index = request.fields.firstIndex(of: purposeField) else { return false }
    let value = request.fields.value(at: index)
    let word = "prefetch".utf8Span.span
    return value.count >= word.count
      && value.extracting(first: word.count).matches(ignoringCase: word)
  }

  private func count(_ answer: SharedAnswer, _ requests: Int) {
    let address = UInt(bitPattern: ObjectIdentifier(answer))
    let first = Int(truncatingIfNeeded: ((address >> 5) &* 0x9E37_79B1) >> 16)
    for way in 0..<TrafficCounter.ways {
      let slot = (first &+ way) & (answers.count - 1)
      guard let known = answers[slot] else {
        if isCounted(answer) { take(answer, requests, at: slot) }
        return
      }
      if known === answer {
        counts[slot] += requests
        return
      }
    }
    guard isCounted(answer) else { return }
    makeRoom()
    count(answer, requests)
  }

  private func isCounted(_ answer: SharedAnswer) -> Bool {
    answer.thing.map { $0 <= largestThing } ?? true
  }

  private func take(_ answer: SharedAnswer, _ requests: Int, at slot: Int) {
    answers[slot] = answer
    counts[slot] = requests
    used.append(slot)
    bytes += answer.byteCount
    if bytes > TrafficCounter.mostBytes { tellAll() }
  }

  /// Makes twice as many slots; with the most of them, what is counted is told first.
  private func makeRoom() {
    guard answers.count < TrafficCounter.slotCounts.most else { return tellAll() }
    let counted = used.compactMap { slot in answers[slot].map { ($0, counts[slot]) } }
    answers = Array(repeating: nil, count: answers.count * 2)
    counts = Array(repeating: 0, count: answers.count)
    used.removeAll(keepingCapacity: true)
    bytes = 0
    for (answer, requests) in counted { count(answer, requests) }
  }

  /// A visitor has asked the config URL, which hands out the links for all further requests.
  func saw(_ visitor: Visitor) {
    visitors += 1
    let isFirst = visitors <= TrafficCounter.firstVisitors
    guard isFirst || visitors % TrafficCounter.visitorWeight == 0 else { return }
    let text = visitor.described
    guard next.visitors[text] != nil || next.visitors.count < TrafficCounter.maximumVisitors else {
      return
    }
    next.visitors[text, default: 0] += isFirst ? 1 : TrafficCounter.visitorWeight
  }

  /// A service has answered a call with what is fresh for so long.
  func called(_ backend: String, _ call: String, seconds: Int64, bytes: Int) {
    let index = index(of: call, backend)
    next.calls[index].count += 1
    next.calls[index].seconds += Int(clamping: max(0, seconds))
    next.calls[index].bytes += bytes
    nextCall = index + 1
  }

  private func index(of call: String, _ backend: String) -> Int {
    let count = next.calls.count
    for step in 0..<count {
      let index = (nextCall + step) % count
      if next.calls[index].name == call, next.calls[index].backend == backend { return index }
    }
    next.calls.append(TrafficCount.Call(backend: backend, name: call))
    return count
  }

  func deadlineReached() {
    tellAll()
    wait()
  }

  /// Hands over what was counted.
  func tellAll() {
    for slot in used {
      guard let answer = answers[slot].take() else { continue }
      guard let kind = answer.sketched else { continue }
      next.answers.append((kind, counts[slot], answer.byteCount))
    }
    used.removeAll(keepingCapacity: true)
    bytes = 0
    visitors = 0
    guard !next.isEmpty else { return }
    largestThing = tell(next)
    next = TrafficCount()
  }

  private func wait() { _ = core.schedule(self, at: core.now + TrafficCounter.interval) }
}

extension SharedAnswer {
  /// The kind of answer, as a sketch of the traffic knows it; `nil` for one of an earlier process, which is
  /// replaced as soon as it is asked for.
  fileprivate var sketched: TrafficSketch.Answer? {
    guard let isByFields = facts.variesByFields else { return nil }
    guard let request else {
      return TrafficSketch.Answer(
        route: facts.route,
        audience: facts.audience,
        isByFields: isByFields,
        form: facts.form,
        thing: nil
      )
    }
    let fields = request.fields.map { "\($0.joined(separator: ","));" } ?? ""
    let view = request.isLight ? "light;" : fields
    return TrafficSketch.Answer(
      route: facts.route,
      audience: facts.audience,
      isByFields: isByFields,
      form: "\(view)\(request.format.fileExtension);\(request.codings.name)",
      thing: thing
    )
  }
}

extension Visitor {
  /// The visitor without anything that tells two of a kind apart, as the field `X-App` says it.
  fileprivate var described: String {
    var members: [String] = []
    let wanted = (0..<languages.wanted.count).map { "\(languages.wanted[$0])" }
    if !wanted.isEmpty { members.append("languages=\"\(wanted.joined(separator: ","))\"") }
    if country != .unspecified { members.append("country=\"\(country)\"") }
    if let device { members.append("device=\"\(device.rawValue)\"") }
    if let appName { members.append("app=\"\(appName)\"") }
    if let version { members.append("version=\"\(version)\"") }
    if let build { members.append("build=\"\(build)\"") }
    return members.joined(separator: ", ")
  }
}

// SPDX-License-Identifier: Apache-2.0

import Measure
import Message
import Testing

@Suite struct `Deliveries of messages` {
  private static func message(_ id: String, at created: Int64 = 0) -> OutgoingMessage {
    OutgoingMessage(id: id, body: [1], created: created)
  }

  @Test func `Messages are delivered one after the other in their order`() {
    var deliveries = MessageDeliveries()
    _ = deliveries.add(Self.message("a"))
    _ = deliveries.add(Self.message("b"))
    #expect(deliveries.begin(at: 5)?.id == "a")
    #expect(deliveries.begin(at: 5) == nil)
    #expect(deliveries.end(.taken, at: 6) == nil)
    #expect(deliveries.begin(at: 6)?.id == "b")
    #expect(deliveries.end(.taken, at: 6) == nil)
    #expect(deliveries.next == nil && deliveries.begin(at: 7) == nil)
  }

  @Test func `A failed delivery of a message is retried with growing pauses for a day`() {
    var deliveries = MessageDeliveries()
    let message = Self.message("a")
    _ = deliveries.add(message)
    var (now, waits, reports): (Int64, [Int64], [MessageDeliveries.Report]) = (0, [], [])
    while let next = deliveries.next {
      waits.append(next - now)
      now = max(now, next)
      if next > 0 { #expect(deliveries.begin(at: now - 1) == nil) }
      _ = deliveries.begin(at: now)
      if let report = deliveries.end(.failed("refused"), at: now) { reports.append(report) }
    }
    #expect(waits.prefix(11) == [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300])
    #expect(now >= MessageDeliveries.longestAge && now < MessageDeliveries.longestAge + 300)
    #expect(reports == [.delayed(message, "refused"), .lost(message, "refused")])
  }

  @Test func `A clock that is set back makes no pause between attempts longer`() {
    var deliveries = MessageDeliveries()
    _ = deliveries.add(Self.message("a"))
    for time: Int64 in [50_000, 50_001] {
      _ = deliveries.begin(at: time)
      _ = deliveries.end(.failed("refused"), at: time)
    }
    #expect(deliveries.begin(at: 10) == nil && deliveries.next == 12)
    #expect(deliveries.begin(at: 12)?.id == "a")
  }

  @Test func `A delivery of a message is given up after its allowed attempts`() {
    var deliveries = MessageDeliveries(attempts: 3)
    _ = deliveries.add(Self.message("a"))
    for time: Int64 in [0, 1, 3] {
      #expect(deliveries.begin(at: time)?.id == "a")
      let report = deliveries.end(.failed("no"), at: time)
      if time == 3 { #expect(report == .lost(Self.message("a"), "no")) }
    }
    #expect(deliveries.next == nil)
  }

  @Test func `A delivery that an operator hurries is tried at once, and never twice at a time`() {
    var deliveries = MessageDeliveries()
    _ = deliveries.add(Self.message("a"))
    _ = deliveries.begin(at: 10)
    deliveries.hurry()
    #expect(deliveries.begin(at: 10) == nil)
    _ = deliveries.end(.failed(""), at: 10)
    #expect(deliveries.begin(at: 10) == nil)
    deliveries.hurry()
    #expect(deliveries.begin(at: 10)?.id == "a")
  }

  @Test func `The pauses of deliveries begin anew with the next message`() {
    var deliveries = MessageDeliveries()
    _ = deliveries.add(Self.message("a"))
    _ = deliveries.add(Self.message("b"))
    for time: Int64 in [0, 1, 3] {
      #expect(deliveries.begin(at: time)?.id == "a")
      _ = deliveries.end(.failed(""), at: time)
    }
    #expect(deliveries.begin(at: 7)?.id == "a")
    _ = deliveries.end(.taken, at: 7)
    #expect(deliveries.next == 0)
    #expect(deliveries.begin(at: 7)?.id == "b")
  }

  @Test func `The oldest waiting message is lost and reported where too many wait`() {
    var deliveries = MessageDeliveries()
    for number in 0..<MessageDeliveries.mostWaiting {
      #expect(deliveries.add(Self.message("\(number)")) == nil)
    }
    #expect(deliveries.begin(at: 0)?.id == "0")
    let report = deliveries.add(Self.message("new"))
    #expect(report == .lost(Self.message("1"), "more than 1000 messages wait"))
    #expect(deliveries.end(.taken, at: 0) == nil)
    #expect(deliveries.begin(at: 0)?.id == "2")
  }

  @Test func `A delivered alert is JSON with what a receiver must know`() throws {
    var book = AlertBook()
    let condition = AlertCondition(
      "burn/shop/GET /a/latency",
      .page,
      site: "shop",
      look: "/model",
      "\"late\""
    )
    let changes = book.update([condition], at: 70)
    guard case .fired(let entry)? = changes.first else {
      Issue.record("\(changes)")
      return
    }
    #expect(
      String(decoding: entry.json, as: UTF8.self)
        == #"{"alert":"burn/shop/GET /a/latency","state":"firing","severity":"page","site":"shop","#
        + #""text":"\"late\"","look":"/model","since":70}"#
    )
  }

  @Test func `A message whose age is limited is given up at the first failure past that age`() {
    var deliveries = MessageDeliveries(age: 60)
    _ = deliveries.add(Self.message("a"))
    #expect(deliveries.begin(at: 59) != nil)
    #expect(deliveries.end(.failed("no"), at: 59) == .delayed(Self.message("a"), "no"))
    #expect(deliveries.begin(at: 60) != nil)
    #expect(deliveries.end(.failed("no"), at: 60) == .lost(Self.message("a"), "no"))
    #expect(deliveries.next == nil)
  }
}

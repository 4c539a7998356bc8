// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import Fleet
import FleetTesting
import Testing

@Suite struct `The form of entries` {
  private static let epoch = FleetEpoch(began: 1_795_000_000_000, mark: -5)

  @Test(arguments: FleetSamples.contents)
  func `An entry is read as it was written`(_ content: FleetEntry.Content) throws {
    var entry = FleetSamples.entry(content)
    entry.first = FleetPosition(7, of: Self.epoch)
    entry.activation = FleetInstant(microseconds: 12)
    entry.order = #"{"tag":"a"}"#
    let recorded = RecordedEntry(entry, at: FleetPosition(8, of: Self.epoch))
    let text = String(decoding: recorded.data.json, as: UTF8.self)
    let data = try DataValue(reading: text.utf8Span.span, as: .json)
    #expect(RecordedEntry(data) == recorded)
  }

  @Test func `A kind of a later version is passed on as it is`() throws {
    let text = """
      {"id":"\(EntryID(1, 2))","node":"\(NodeID(3))","made":4,"kind":"greeting","body":{"to":"all"},"new":true}
      """
    let entry = try #require(FleetEntry(text: text))
    guard case .unknown("greeting", let body) = entry.content else {
      Issue.record("\(entry)")
      return
    }
    #expect(body["to"]?.string == "all")
    #expect(FleetEntry(text: entry.text) == entry)
  }

  @Test(arguments: FleetSamples.contents)
  func `Members of a later version are passed on, at any depth`(
    _ content: FleetEntry.Content
  ) throws {
    let plain = FleetSamples.entry(content)
    #expect(FleetEntry(text: plain.text)?.unread == nil)
    let entry = try #require(
      FleetEntry(text: plain.text.replacing("{", with: #"{"later":"1","#))
    )
    let dictionaries = plain.text.count { $0 == "{" }
    #expect(entry.text.matches(of: /"later":"1"/).count == dictionaries, "\(entry.text)")
    #expect(FleetEntry(text: entry.text)?.text == entry.text)
  }

  @Test
  func `An entry whose body only a later version reads is passed on, and a purge is known as one`()
    throws
  {
    for (kind, isPurge) in [("purge", true), ("edge-purge", false), ("publication", false)] {
      let text = """
        {"id":"\(EntryID(1, 2))","node":"\(NodeID(3))","made":4,"kind":"\(kind)","body":{"target":{"audience":"fr"}}}
        """
      let entry = try #require(FleetEntry(text: text))
      #expect(entry.isUnreadPurge == isPurge && entry.change == nil)
      #expect(entry.text == text)
    }
  }

  @Test func `A report of a node is read as it was written`() throws {
    var report = NodeReport(NodeID(.max), name: "a", address: "10.0.0.1:8443", version: "1.2")
    report.edition = "0123456789abcdef"
    report.loaded = ["0123456789abcdee"]
    report.refused = ["0123456789abcded": "no room"]
    report.position = FleetPosition(9, of: Self.epoch)
    report.unrecorded = 3
    report.clockError = 250
    report.isDraining = true
    #expect(NodeReport(report.data) == report)
  }

  @Test(arguments: [
    PeerMessage.entries([FleetSamples.entry()]),
    PeerMessage.counts(.members([("step", .number(2))])),
    .recorded([RecordedEntry(FleetSamples.entry(), at: FleetPosition(3, of: epoch))], in: epoch),
    .received([EntryID(1, 2), EntryID(3, .max)]),
    .loaded(edition: "0123456789abcdef", failure: nil),
    .loaded(edition: "0123456789abcdef", failure: "no room"),
    .pulse(["1f": 12.5, "2e": 3]),
    .greeting(NodeReport(NodeID(4), name: "d", address: "10.0.0.4:8443", version: "1.2")),
  ])
  func `A message between nodes is read as it was written`(_ message: PeerMessage) throws {
    let text = String(decoding: message.data.json, as: UTF8.self)
    let data = try DataValue(reading: text.utf8Span.span, as: .json)
    #expect(PeerMessage(data) == message)
  }

  @Test func `A message of a later version is none`() {
    #expect(PeerMessage(.members([("kind", .text("farewell"))])) == nil)
    #expect(PeerMessage(.null) == nil)
  }

  @Test(arguments: ["", "1", "1.2", "x.0000000000000001.3", "1.0000000000000001.-3", "1.zz.3"])
  func `A text that is no position is not read`(_ text: String) {
    #expect(FleetPosition(text) == nil)
  }
}

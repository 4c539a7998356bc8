// SPDX-License-Identifier: Apache-2.0

import Signals
import Testing

@testable import FourM

@Suite struct `A message of syslog` {
  private let log: EventLog

  init() throws { log = try EventLog(state: nil, loops: 1, at: 0) }

  private func message(
    _ address: String,
    _ level: EventLevel = .warning,
    weight: Double = 1,
    _ fields: (EventEncoder) -> Void
  ) throws -> String {
    let recorder = log.makeRecorder()
    recorder.record(
      .request,
      level,
      at: 1_700_000_000_123_456_789,
      isNotable: false,
      fields
    )
    var reader = EventReader(log)
    let record = try #require(try reader.read().first)
    let format = SyslogMessage(try SyslogTarget(address), host: "gate 1", process: 12)
    let event = QueuedEvent(record: record, weight: weight, isNotable: true)
    return String(decoding: format.bytes(event), as: UTF8.self)
  }

  @Test func `A syslog message has the event as structured data and as text`() throws {
    let text = try message("udp://h:514") { event in
      event.add(.method, "GET")
      event.add(.path, "/items/7")
      event.add(.status, 502)
      event.add(.duration, nanoseconds: 81_500_000)
      event.add(.backends) { event in
        event.add(.backendName, "prices")
        event.add(.backendOutcome, "failed")
      }
      event.add(.backends) { $0.add(.backendName, "stock") }
    }
    #expect(
      text == """
        <132>1 2023-11-14T22:13:20.123456Z gate1 portico 12 request [portico@32473 level="warning" \
        method="GET" path="/items/7" status="502" duration="0.0815" backends.0.name="prices" \
        backends.0.outcome="failed" backends.1.name="stock"] GET /items/7 502
        """
    )
  }

  @Test func `A syslog message can be JSON with the number of events it stands for`() throws {
    let text = try message("udp://h?format=json&facility=daemon", .info, weight: 10) { event in
      event.add(.path, "/\n")
    }
    #expect(
      text == """
        <30>1 2023-11-14T22:13:20.123456Z gate1 portico 12 request - \
        {"time":"2023-11-14T22:13:20.123456789Z","event":"request","level":"info","path":"/\\n",\
        "weight":10}
        """
    )
  }

  @Test func `A syslog message cannot be ended or forged by what a client sends`() throws {
    let text = try message("udp://h") { $0.add(.path, "/\"]\\ \n<0>1 \r\u{0}é") }
    #expect(text.hasSuffix(#" path="/\"\]\\ ?<0>1 ??é"] /"]\ ?<0>1 ??é"#), "\(text)")
    #expect(!text.utf8.contains { $0 < 0x20 })
  }

  @Test(arguments: ["udp://h", "udp://h?format=json"])
  func `A syslog message leaves out fields that may not leave the host`(_ address: String) throws {
    let text = try message(address) { event in
      event.add(.session, "s-81e0")
      event.add(.peer, "10.0.0.1")
      event.add(.backends) { $0.add(.backendErrorDetail, "seen 5") }
      event.add(.status, 200)
    }
    #expect(text.contains("200"))
    for secret in ["s-81e0", "10.0.0.1", "seen 5"] { #expect(!text.contains(secret)) }
  }

  @Test(arguments: [
    ("udp://10.0.0.9:5140", SyslogTarget.Place.udp(host: "10.0.0.9", port: 5_140)),
    ("tcp://logs.example.com", .tcp(host: "logs.example.com", port: 514)),
    ("tcp://[::1]:601", .tcp(host: "::1", port: 601)),
    ("udp://[fe80::1]", .udp(host: "fe80::1", port: 514)),
    ("unix:/dev/log", .unix(path: "/dev/log")),
  ])
  func `A syslog address tells transport, host, port, facility and format`(
    _ text: String,
    _ place: SyslogTarget.Place
  ) throws {
    let target = try SyslogTarget(text + "?format=json&facility=local7")
    #expect(target.place == place)
    #expect((target.facility, target.format) == (23, .json))
    #expect(target.description == text)
  }

  @Test(arguments: [
    "", "10.0.0.9", "http://h", "udp://", "udp://h:0", "udp://h:99999", "tcp://::1", "udp://u@h",
    "udp://h/p", "unix:", "udp://h?", "udp://h?format=xml", "udp://h?facility=kern", "udp://h?a=b",
  ])
  func `A wrong syslog address is refused`(_ text: String) {
    #expect(throws: SyslogTarget.Fault.self) { try SyslogTarget(text) }
  }
}

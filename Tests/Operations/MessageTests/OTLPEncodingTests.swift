// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import Signals
import Testing

@testable import Message

@Suite struct `A request in OTLP` {
  private static let trace = "0af7651916cd43dd8448eb211c80319c"
  private static let time: Int64 = 1_700_000_000_000_000_000

  private func event(
    _ level: EventLevel = .error,
    weight: Double = 1,
    _ fields: (EventEncoder) -> Void
  ) throws -> OTLPEvent {
    let log = try EventLog(state: nil, loops: 1, at: 0)
    let recorder = log.makeRecorder()
    recorder.record(.request, level, at: Self.time, isNotable: false, fields)
    var reader = EventReader(log)
    let record = try #require(try reader.read().first)
    return OTLPEvent(QueuedEvent(record: record, weight: weight, isNotable: true)) { 0xAB }
  }

  /// A request of 80 ms with a call that failed after 20 ms, and one that was kept.
  private func failed() throws -> OTLPEvent {
    try event { event in
      event.add(.traceID, Self.trace)
      event.add(.spanID, "b7ad6b7169203331")
      event.add(.parentSpanID, "00f067aa0ba902b7")
      event.add(.session, "secret")
      event.add(.method, "GET")
      event.add(.host, "shop.example.com")
      event.add(.scheme, "https")
      event.add(.protocolVersion, "2")
      event.add(.path, "/items/7")
      event.add(.status, 502)
      event.add(.document, "items/{id}")
      event.add(.duration, nanoseconds: 80_000_000)
      event.add(.errorMessage, "closed")
      event.add(.backends) { event in
        event.add(.backendCall, "price")
        event.add(.backendName, "prices")
        event.add(.backendOutcome, "failed")
        event.add(.backendBegin, nanoseconds: 5_000_000)
        event.add(.backendDuration, nanoseconds: 20_000_000)
        event.add(.backendMethod, "GET")
        event.add(.backendTemplate, "/prices/{id}")
        event.add(.backendTarget, "/prices/7?c=EUR")
        event.add(.backendEndpoint, "http://prices.local:8081 (10.0.0.7:8081)")
        event.add(.backendSpanID, "1111111111111111")
        event.add(.backendErrorMessage, "closed")
      }
      event.add(.backends) { event in
        event.add(.backendCall, "stock")
        event.add(.backendName, "stock")
        event.add(.backendOutcome, "kept")
      }
    }
  }

  /// The messages of a list as JSON.
  private func json(_ list: (inout OTLPWriter) -> Void) throws -> [DataValue] {
    let bytes = OTLPWriter.message(in: .json) { $0.list(1, "list", list) }
    let message = try DataValue(reading: bytes.span, as: .json)
    guard case .array(let messages)? = message["list"]?.content else { return [] }
    return messages
  }

  private func attributes(_ message: DataValue) -> [String: String] {
    guard case .array(let list)? = message["attributes"]?.content else { return [:] }
    var found: [String: String] = [:]
    for pair in list {
      guard case .string(let key)? = pair["key"]?.content, let value = pair["value"] else {
        continue
      }
      for type in ["stringValue", "intValue", "doubleValue", "boolValue"] {
        if let content = value[type]?.content { found[key] = "\(content)" }
      }
    }
    return found
  }

  private func text(_ message: DataValue, _ key: String) -> String? {
    switch message[key]?.content {
    case .string(let text)?: text
    case .integer(let number)?: "\(number)"
    default: nil
    }
  }

  @Test func `A request's event becomes a span with a child span for each call`() throws {
    let spans = try json(try failed().writeSpans)
    #expect(
      spans.map { text($0, "name") } == ["GET /items/{id}", "GET /prices/{id}", "stock stock"]
    )
    #expect(spans.allSatisfy { text($0, "traceId") == Self.trace })
    #expect(spans.map { text($0, "kind") } == ["2", "3", "1"])
    #expect(
      spans.map { text($0, "spanId") }
        == ["b7ad6b7169203331", "1111111111111111", "00000000000000ab"]
    )
    #expect(
      spans.map { text($0, "parentSpanId") }
        == ["00f067aa0ba902b7", "b7ad6b7169203331", "b7ad6b7169203331"]
    )
    let times = spans.map { [text($0, "startTimeUnixNano"), text($0, "endTimeUnixNano")] }
    #expect(
      times == [
        ["1699999999920000000", "1700000000000000000"],
        ["1699999999925000000", "1699999999945000000"],
        ["1699999999920000000", "1699999999920000000"],
      ]
    )
    #expect(spans.map { $0["status"].map { text($0, "code") } } == ["2", "2", nil])
    let own = attributes(spans[0])
    #expect(own["http.request.method"] == #"string("GET")"#, "\(own)")
    #expect(own["url.path"] == #"string("/items/7")"#)
    #expect(own["http.response.status_code"] == #"string("502")"#)
    #expect(own["error.type"] == #"string("closed")"#)
    #expect(!own.keys.contains { $0.contains("session") })
    #expect(attributes(spans[1])["peer.service"] == #"string("prices")"#)
  }

  @Test func `A span has the attributes of OpenTelemetry's conventions for HTTP`() throws {
    let spans = try json(try failed().writeSpans)
    let (request, call) = (attributes(spans[0]), attributes(spans[1]))
    for (key, value) in [
      ("http.route", "/items/{id}"), ("url.scheme", "https"), ("network.protocol.version", "2"),
      ("server.address", "shop.example.com"), ("server.port", "443"),
    ] { #expect(request[key] == #"string("\#(value)")"#, "\(request)") }
    for (key, value) in [
      ("http.request.method", "GET"), ("url.full", "http://prices.local:8081/prices/7?c=EUR"),
      ("url.template", "/prices/{id}"), ("server.address", "prices.local"),
      ("server.port", "8081"), ("error.type", "closed"),
    ] { #expect(call[key] == #"string("\#(value)")"#, "\(call)") }
    // What was answered from memory is no request.
    #expect(!attributes(spans[2]).keys.contains { $0.hasPrefix("http.") || $0.hasPrefix("url.") })
  }

  @Test(arguments: [
    ("BREW", "HTTP /pots", "_OTHER", "BREW"), ("QUERY", "QUERY /pots", "QUERY", nil),
  ])
  func `A method that the conventions do not know does not name a span`(
    _ method: String,
    _ name: String,
    _ known: String,
    _ original: String?
  ) throws {
    let event = try event(.info) { event in
      event.add(.method, method)
      event.add(.host, "[::1]:8080")
      event.add(.pass, "/pots")
    }
    let span = try #require(try json(event.writeSpans).first)
    let found = attributes(span)
    #expect(text(span, "name") == name)
    #expect(found["http.request.method"] == #"string("\#(known)")"#)
    #expect(found["http.request.method_original"] == original.map { #"string("\#($0)")"# })
    #expect(found["server.address"] == #"string("::1")"#)
    #expect(found["server.port"] == #"string("8080")"#)
  }

  @Test(arguments: [(404, Optional<String>.none), (500, "500"), (503, "503")])
  func `The status of an answer is the type of its error from 500 on`(
    _ status: Int,
    _ type: String?
  ) throws {
    let event = try event(.info) { $0.add(.status, status) }
    let span = try #require(try json(event.writeSpans).first)
    #expect(attributes(span)["error.type"] == type.map { #"string("\#($0)")"# })
  }

  @Test func `A request without a trace gets span ids of its own`() throws {
    let spans = try json(try event(.info) { $0.add(.method, "GET") }.writeSpans)
    #expect(spans.count == 1)
    #expect(text(spans[0], "traceId") == "00000000000000ab00000000000000ab")
    #expect(text(spans[0], "spanId") == "00000000000000ab")
    #expect(spans[0]["parentSpanId"] == nil && spans[0]["status"] == nil)
  }

  @Test(arguments: [
    (1.0, String?.none), (2, "ot=th:8"), (10, "ot=th:e6666666666668"), (4, "ot=th:c"),
  ])
  func `A sampled span tells its weight as tracestate threshold and attribute`(
    _ weight: Double,
    _ state: String?
  ) throws {
    let spans = try json(try event(weight: weight) { $0.add(.status, 200) }.writeSpans)
    let span = try #require(spans.first)
    #expect(text(span, "traceState") == state)
    #expect((attributes(span)["portico.weight"] != nil) == (weight > 1))
  }

  @Test func `A request's event becomes a log record with the same span id`() throws {
    let record = try #require(try json(try failed().writeLogRecord).first)
    #expect(text(record, "traceId") == Self.trace)
    #expect(text(record, "spanId") == "b7ad6b7169203331")
    #expect(text(record, "severityNumber") == "17" && text(record, "severityText") == "ERROR")
    #expect(text(record, "eventName") == "portico.request")
    #expect(record["body"].map { text($0, "stringValue") } == "GET /items/7 502 closed")
    let event = try failed()
    let bytes = OTLPWriter.message(in: .json) { $0.list(1, "list", event.writeLogRecord) }
    let whole = String(decoding: bytes, as: UTF8.self)
    #expect(whole.contains(#""key":"portico.backends","value":{"arrayValue":{"values":["#))
    #expect(!whole.contains("secret"))
  }

  @Test func `A span has the same fields in Protocol Buffers as in JSON`() throws {
    let event = try failed()
    var spans = ProtobufReader(
      OTLPWriter.message(in: .protobuf) { $0.list(1, "list", event.writeSpans) }
    )
    guard case (1, .bytes(let first))? = spans.next() else {
      Issue.record("there is no span")
      return
    }
    var reader = ProtobufReader(first)
    var fields: [UInt64: [ProtobufReader.Value]] = [:]
    while let (number, value) = reader.next() { fields[number, default: []].append(value) }
    #expect(Set(fields.keys) == [1, 2, 4, 5, 6, 7, 8, 9, 15])
    let trace: [UInt8] = [
      0x0A, 0xF7, 0x65, 0x19, 0x16, 0xCD, 0x43, 0xDD, 0x84, 0x48, 0xEB, 0x21, 0x1C, 0x80, 0x31,
      0x9C,
    ]
    #expect(fields[1] == [.bytes(trace)])
    #expect(fields[5] == [.bytes(Array("GET /items/{id}".utf8))])
    #expect(fields[6] == [.number(2)])
    #expect(fields[8] == [.number(1_700_000_000_000_000_000)])
    #expect(fields[15] == [.bytes([0x12, 6] + Array("closed".utf8) + [0x18, 2])])
    #expect(fields[9]?.count == attributes(try #require(try json(event.writeSpans).first)).count)
  }

  @Test func `Metrics of HTTP have the names and buckets of OpenTelemetry's conventions`() throws {
    let registry = try SignalRegistry()
    let durations =
      try registry.growing(
        "http_server_request_duration_seconds",
        "Time.",
        unit: .seconds,
        labels: ["http_route", "http_response_status_code", "error_type"],
        folding: ["http_route"]
      ) as GrowingFamily<Histogram>
    let active = try registry.gauge("http_server_active_requests", "Requests.")
    let shard = try registry.makeSharedShard()
    shard.record { shard in
      let series = durations.series(["/items", "200", ""])
      for milliseconds in [1, 4, 30, 30, 20_000] { shard.record(series, milliseconds * 1_000_000) }
      shard.set(active, 3)
    }
    let metrics = OTLPMetrics(since: 5, at: 9)
    let bytes = OTLPWriter.message(in: .json) { message in
      message.list(1, "metrics") { metrics.write(registry.snapshot(), to: &$0) }
    }
    let text = String(decoding: bytes, as: UTF8.self)
    for part in [
      """
      {"name":"http.server.request.duration","description":"Time.","unit":"s","histogram":{\
      "dataPoints":[{"attributes":[{"key":"http.route","value":{"stringValue":"/items"}},\
      {"key":"http.response.status_code","value":{"intValue":"200"}}],\
      "startTimeUnixNano":"5","timeUnixNano":"9","count":"5","sum":20.065,\
      "bucketCounts":["2","0","0","2","0","0","0","0","0","0","0","0","0","0","1"],\
      "explicitBounds":[0.005,0.01,0.025,0.05,0.075,0.1,0.25,0.5,0.75,1.0,2.5,5.0,7.5,10.0],\
      "min":0.001,"max":20.0}],"aggregationTemporality":2}}
      """,
      """
      {"name":"http.server.active_requests","description":"Requests.","unit":"1","sum":{\
      "dataPoints":[{"attributes":[],"timeUnixNano":"9","asDouble":3.0}],\
      "aggregationTemporality":2}}
      """,
    ] { #expect(text.contains(part), "\(text)") }
  }

  @Test func `A conventional histogram has the same counts and bounds in Protocol Buffers`() throws
  {
    let registry = try SignalRegistry()
    let durations = try registry.histogram(
      "http_client_request_duration_seconds",
      "Time.",
      unit: .seconds
    )
    let shard = try registry.makeSharedShard()
    shard.record { $0.record(durations, 30_000_000) }
    let bytes = OTLPWriter.message(in: .protobuf) { message in
      OTLPMetrics(since: nil, at: 9).write(registry.snapshot(), to: &message)
    }
    func inner(_ bytes: [UInt8], _ number: UInt64) throws -> [UInt8] {
      var reader = ProtobufReader(bytes)
      while let (found, value) = reader.next() {
        if found == number, case .bytes(let bytes) = value { return bytes }
      }
      Issue.record("there is no field \(number)")
      return []
    }
    let point = try inner(try inner(try inner(bytes, 0), 9), 1)
    #expect(try inner(point, 6).count == 15 * 8 && inner(point, 6)[24] == 1)
    #expect(try inner(point, 7).count == 14 * 8)
  }

  @Test func `Metrics are written with their histograms as exponential buckets`() throws {
    let registry = try SignalRegistry()
    let histogram = try registry.histogram("a_seconds", "Time.", unit: .seconds)
    let counter = try registry.counters("b_total", "Things.", labels: [SignalLabel("k", ["v"])])
    let shard = try registry.makeSharedShard()
    // 1 s is the upper border of Prometheus' bucket 0, which is OpenTelemetry's -1.
    shard.record { shard in
      shard.record(histogram, 1_000_000_000)
      shard.record(histogram, 0)
      shard.add(counter[0], 7)
    }
    let metrics = OTLPMetrics(since: 5, at: 9)
    let bytes = OTLPWriter.message(in: .json) { message in
      message.list(1, "metrics") { metrics.write(registry.snapshot(), to: &$0) }
    }
    #expect(
      String(decoding: bytes, as: UTF8.self) == """
        {"metrics":[\
        {"name":"a_seconds","description":"Time.","unit":"s","exponentialHistogram":{"dataPoints":[\
        {"attributes":[],"startTimeUnixNano":"5","timeUnixNano":"9","count":"2","sum":1.0,"scale":3,\
        "zeroCount":"1","positive":{"offset":-1,"bucketCounts":["1"]},"min":0.0,"max":1.0}],\
        "aggregationTemporality":2}},\
        {"name":"b_total","description":"Things.","unit":"1","sum":{"dataPoints":[{"attributes":[\
        {"key":"k","value":{"stringValue":"v"}}],"startTimeUnixNano":"5","timeUnixNano":"9",\
        "asDouble":7.0}],"aggregationTemporality":2,"isMonotonic":true}}]}
        """
    )
  }

  @Test(arguments: [
    ("http://localhost:4318", "/v1/logs"), ("https://otel.example.com/a/b/", "/a/b/v1/logs"),
    ("http://[::1]:4318/", "/v1/logs"), ("http://h", "/v1/logs"),
  ])
  func `A collector's path is appended to the path of its address`(
    _ text: String,
    _ path: String
  ) throws {
    #expect(try OTLPTarget(text).path(of: .logs) == path)
  }

  @Test(arguments: [
    "", "localhost:4318", "udp://h", "http://", "http://u@h", "http://h?q", "http://h:0",
  ])
  func `An address that is no collector's is refused`(_ text: String) {
    #expect(throws: PlainError.self) { try OTLPTarget(text) }
  }

  @Test func `Fields from the environment are decoded, and an error does not show them`() throws {
    let fields = try OTLPHeader.list("api-key=s3cret, Authorization=Basic%20YQ==")
    #expect(
      fields.map { "\($0.name): \($0.value)" } == ["api-key: s3cret", "authorization: Basic YQ=="]
    )
    for wrong in ["s3cret", "a=%0a", "a b=c", "a=%zz", "a="] {
      let failure = #expect(throws: PlainError.self) { try OTLPHeader.list("x=y,\(wrong)") }
      #expect(failure?.description.contains("entry 2 is no field") == true)
      #expect(failure?.description.contains("s3cret") == false)
    }
  }
}

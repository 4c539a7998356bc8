// SPDX-License-Identifier: Apache-2.0

/// A transport that records the answers of a real one, and plays them back without a network.
///
/// The recording is JSON Lines, one exchange a line. It has no bodies of requests, and of fields and parameters
/// that are secrets the names alone; bodies of answers stand in it as they came.
///
/// ```swift
/// let recorder = RecordedTransport(recording: network)
/// // ... a client uses it ...
/// let player = try RecordedTransport(playing: recorder.jsonLines)
/// ```
public final class RecordedTransport: Transport {
  /// The names of fields and parameters of which the values are left out, unless others are given.
  public static let secrets: Set<String> = [
    "authorization", "cookie", "set-cookie", "proxy-authorization", "x-app", "idempotency-key",
    "token", "key", "signature", "code", "password",
  ]

  /// A request with its answer.
  public struct Exchange: Sendable, Hashable {
    /// The method.
    public let method: String
    /// The address, without the values of secret parameters.
    public let address: String
    /// The fields of the request.
    public let requestFields: WireFields
    /// The status of the answer.
    public let status: Int
    /// The fields of the answer.
    public let fields: WireFields
    /// The body of the answer.
    public let body: ContiguousArray<UInt8>
  }

  private struct State: Sendable {
    var exchanges: [Exchange] = []
    /// The places of the exchanges that are still to be played, by method and address.
    var waiting: [String: [Int]] = [:]
  }

  private let transport: (any Transport)?
  private let secrets: Set<String>
  private let state = Locked(State())

  /// Creates a transport that records.
  ///
  /// - Parameters:
  ///   - transport: the transport that answers.
  ///   - secrets: the names, in lower case, of fields and parameters of which the values are left out.
  public init(
    recording transport: any Transport,
    leavingOut secrets: Set<String> = RecordedTransport.secrets
  ) {
    (self.transport, self.secrets) = (transport, secrets)
  }

  /// Creates a transport that plays a recording: equal requests get their answers in the order in which they were
  /// recorded, and the last one from then on.
  ///
  /// - Throws: ``RequestError`` with the line that is no exchange.
  public init(
    playing lines: some Collection<UInt8>,
    leavingOut secrets: Set<String> = RecordedTransport.secrets
  ) throws(RequestError) {
    (transport, self.secrets) = (nil, secrets)
    var exchanges: [Exchange] = []
    for (number, line) in lines.split(separator: UInt8(ascii: "\n")).enumerated() {
      let value: JSONValue?
      do throws(JSONFault) { value = try JSONValue(json: line) } catch { value = nil }
      guard let exchange = value.flatMap({ Exchange($0) }) else {
        throw RequestError(.unreadable, of: "", at: "line \(number + 1)", "expected an exchange")
      }
      exchanges.append(exchange)
    }
    for exchange in exchanges { add(exchange) }
  }

  /// The exchanges, in the order in which their answers ended.
  public var exchanges: [Exchange] { state.withLock { $0.exchanges } }

  /// The exchanges, one a line.
  public var jsonLines: [UInt8] { exchanges.flatMap { $0.json.json + [UInt8(ascii: "\n")] } }

  /// Sends a request, or plays its answer.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    guard let transport else { return try played(request) }
    let response = try await transport.send(request)
    let body = Locked(ContiguousArray<UInt8>())
    var recorded = response
    recorded.body = response.body.seen { [self] piece in
      if let piece {
        body.withLock { $0.append(contentsOf: piece) }
      } else {
        add(Exchange(request, response, body.withLock { $0 }, leavingOut: secrets))
      }
    }
    return recorded
  }

  private func add(_ exchange: Exchange) {
    state.withLock { state in
      state.waiting[exchange.key, default: []].append(state.exchanges.count)
      state.exchanges.append(exchange)
    }
  }

  private func played(_ request: WireRequest) throws -> WireResponse {
    let key = request.method + " " + Exchange.address(request.address, leavingOut: secrets)
    let exchange = state.withLock { state -> Exchange? in
      guard let places = state.waiting[key], let next = places.first else { return nil }
      if places.count > 1 { state.waiting[key]?.removeFirst() }
      return state.exchanges[next]
    }
    guard let exchange else {
      throw RequestError(.unreachable, at: request.address, "there is no answer in the recording")
    }
    let body = WireBody(exchange.body.isEmpty ? [] : [Array(exchange.body)[...]])
    return WireResponse(status: exchange.status, fields: exchange.fields, body: body)
  }
}

extension RecordedTransport.Exchange {
  fileprivate init(
    _ request: WireRequest,
    _ response: WireResponse,
    _ body: ContiguousArray<UInt8>,
    leavingOut secrets: Set<String>
  ) {
    func kept(_ fields: WireFields) -> WireFields {
      var kept: WireFields = [:]
      for field in fields.all {
        kept.add(field.name, secrets.contains(field.name) ? Self.leftOut : field.value)
      }
      return kept
    }
    (method, address) = (request.method, Self.address(request.address, leavingOut: secrets))
    (requestFields, fields) = (kept(request.fields), kept(response.fields))
    (status, self.body) = (response.status, body)
  }

  private static let leftOut = "left-out"

  fileprivate var key: String { method + " " + address }

  fileprivate static func address(
    _ address: WebAddress,
    leavingOut secrets: Set<String>
  ) -> String {
    let parts = address.description.split(
      separator: "?",
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard parts.count == 2 else { return address.description }
    let query = parts[1].split(separator: "&", omittingEmptySubsequences: false).map { item in
      let name = item.prefix { $0 != "=" }
      return secrets.contains(name.lowercased()) ? "\(name)=\(leftOut)" : String(item)
    }
    return parts[0] + "?" + query.joined(separator: "&")
  }

  fileprivate init?(_ line: JSONValue) {
    func fields(_ name: String) -> WireFields? {
      guard let pairs = line[name]?.array else { return nil }
      var fields: WireFields = [:]
      for pair in pairs {
        guard let name = pair[0]?.string, let value = pair[1]?.string else { return nil }
        fields.add(name, value)
      }
      return fields
    }
    guard let method = line["method"]?.string, let address = line["address"]?.string,
      let requestFields = fields("request"), let fields = fields("fields"),
      let status = line["status"]?.integer.flatMap({ Int(exactly: $0) }),
      let body = Self.body(line)
    else { return nil }
    (self.method, self.address, self.requestFields) = (method, address, requestFields)
    (self.status, self.fields, self.body) = (status, fields, body)
  }

  /// The body, which stands in a line as text, or as hexadecimal digits where it is none.
  private static func body(_ line: JSONValue) -> ContiguousArray<UInt8>? {
    if let text = line["body"]?.string { return ContiguousArray(text.utf8) }
    guard let digits = line["bytes"]?.string.map({ Array($0) }), digits.count.isMultiple(of: 2)
    else { return nil }
    var bytes = ContiguousArray<UInt8>()
    for place in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[place].hexDigitValue, let low = digits[place + 1].hexDigitValue
      else { return nil }
      bytes.append(UInt8(truncatingIfNeeded: high << 4 | low))
    }
    return bytes
  }

  fileprivate var json: JSONValue {
    func pairs(_ fields: WireFields) -> JSONValue {
      .array(fields.all.map { .array([.string($0.name), .string($0.value)]) })
    }
    var line: [String: JSONValue] = [
      "method": .string(method), "address": .string(address), "status": .integer(Int64(status)),
      "request": pairs(requestFields), "fields": pairs(fields),
    ]
    let text = String(decoding: body, as: UTF8.self)
    if text.utf8.elementsEqual(body) {
      line["body"] = .string(text)
    } else {
      let digits = Array("0123456789abcdef".utf8)
      let hexadecimal = body.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }
      line["bytes"] = .string(String(decoding: hexadecimal, as: UTF8.self))
    }
    return .object(line)
  }
}

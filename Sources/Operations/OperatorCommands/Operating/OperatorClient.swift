// SPDX-License-Identifier: Apache-2.0

import Bytes
import Commands
import DataFiles
import HTTPClient
import HTTPValues
import Reactor
import Serving
import Signals
import TransportSecurity

/// A client for the operators' listener of a running service.
final class OperatorClient: Sendable {
  private static let timeout = Duration.seconds(30)

  let origin: Origin
  private let token: String?
  /// The node whose reports are asked for; `nil` for the one that is asked.
  private let node: String?
  private let group: LoopGroup
  private let client: LoopConfined<HTTPClient>

  private var loop: EventLoop { group.loops[0] }

  /// - Parameters:
  ///   - tokenFile: the file with the operators' token; `nil` if none is needed.
  ///   - authorities: a PEM file with the authorities to trust instead of the system's.
  ///   - node: the node of a fleet whose reports are asked for, or `*` for all.
  init(
    _ origin: Origin,
    tokenFile: String?,
    authorities: String?,
    node: String? = nil
  ) async throws {
    (self.origin, self.node) = (origin, node)
    token = try tokenFile.map {
      String(decoding: try AdminToken.word(in: $0, atLeast: 1), as: UTF8.self)
    }
    group = try LoopGroup(count: 1)
    let loop = group.loops[0]
    let resolver = Resolver(pool: WorkerPool("names", threads: 1))
    let signals = try ClientSignals(SignalRegistry())
    var configuration = ClientConfiguration()
    if let authorities {
      var trust = TLSClientConfiguration()
      trust.trust = .authorities([.file(authorities)])
      let context = try TLSClientContext(trust)
      configuration.security = { TLSClientSecurity(context, to: try TLSServerName($0.host)) }
    } else {
      configuration = SystemTrust().securing(configuration)
    }
    client = try await loop.perform { [configuration] core in
      LoopConfined(
        try HTTPClient(on: core, configuration, resolver: resolver, signals: signals),
        to: loop.number
      )
    }
  }

  deinit {
    let (client, group) = (client, group)
    group.loops[0].execute { client.value.close() }
    group.stop()
  }

  /// Parses the address of a listener: `127.0.0.1:8081`, `https://10.0.0.5:8081` or `unix:/path`.
  static func origin(_ text: String) -> Origin? {
    if text.hasPrefix("unix:") { return Origin(text) }
    var scheme = Scheme.http
    var rest = text[...]
    if let mark = text.firstRange(of: "://") {
      switch text[..<mark.lowerBound].lowercased() {
      case "http": break
      case "https": scheme = .https
      default: return nil
      }
      rest = text[mark.upperBound...]
      if rest.hasSuffix("/") { rest = rest.dropLast() }
    }
    guard !rest.contains(where: { "/?#@".contains($0) }) else { return nil }
    return Origin(authority: rest, scheme: scheme)
  }

  /// Sends a request and returns the JSON response.
  func ask(_ method: Method, _ target: String, _ body: [UInt8] = []) async throws -> DataValue {
    let response = try await fetch(method, target, body)
    let value = try? DataValue(reading: response.body.span, as: .json)
    guard response.response.status == .ok, let value else { throw refusal(response) }
    return value
  }

  /// Returns a table as a terminal shows it.
  ///
  /// - Parameter body: what is posted; `nil` for a table that is read.
  func table(_ target: String, posting body: [UInt8]? = nil) async throws -> String {
    let isColoured = TextStyle().isOn
    let target = isColoured ? "\(target)\(target.contains("?") ? "&" : "?")colour" : target
    let response = try await fetch(
      body == nil ? .get : .post,
      target,
      body ?? [],
      accepting: "text/plain"
    )
    guard response.response.status == .ok else { throw refusal(response) }
    return String(decoding: response.body, as: UTF8.self)
  }

  private func refusal(_ response: FetchedResponse) -> PlainError {
    var detail = "an unreadable response"
    let value = try? DataValue(reading: response.body.span, as: .json)
    if case .string(let text)? = value?["detail"]?.content { detail = text }
    return PlainError("\(origin) answers \(response.response.status.code): \(detail)")
  }

  private func targetAtNode(_ method: Method, _ target: String) throws(PlainError) -> String {
    guard let node else { return target }
    guard method == .get else {
      throw PlainError("--node is for reports; give the order at the node that is to follow it")
    }
    let name = PercentCoding.encode(node, keeping: .unreserved)
    return "\(target)\(target.contains("?") ? "&" : "?")node=\(name)"
  }

  private func fetch(
    _ method: Method,
    _ target: String,
    _ body: [UInt8],
    accepting type: String = "application/json"
  ) async throws -> FetchedResponse {
    var request = Request(
      method,
      scheme: origin.scheme,
      authority: origin.authority,
      target: try targetAtNode(method, target)
    )
    request.fields.set("accept", type)
    if !body.isEmpty { request.fields.set("content-type", "application/json") }
    if let token { request.fields.set("authorization", "Bearer \(token)") }
    let (client, loop, origin) = (client, loop, origin)
    let task = Task(executorPreference: loop) { [request] in
      var options = CallOptions()
      options.deadline = client.value.core.now + OperatorClient.timeout
      return try await client.value.fetch(
        request,
        to: Destination(origin),
        body: body,
        options: options
      )
    }
    do {
      return try await task.value
    } catch {
      throw PlainError(
        "no service listens for operators at \(origin): \(error); expected a running "
          + "`portico serve --admin ADDRESS`"
      )
    }
  }
}

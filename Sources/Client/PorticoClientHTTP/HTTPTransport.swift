// SPDX-License-Identifier: Apache-2.0

import Bytes
import ContentCoding
import HTTPClient
import HTTPValues
public import PorticoClient
package import Reactor
import Signals
import TransportSecurity

/// Sends an app's requests through the gateway's own HTTP client: on Linux, in servers and in tests.
///
/// It speaks HTTP/2 where the server agrees to it by ALPN, checks certificates, asks for gzip, br and zstd and
/// decodes them. Connections are kept and shared; a piece of a body is read when it is asked for. It follows no
/// redirect, and knows no cookies and no cache.
///
/// ```swift
/// let client = Client(production, transport: try HTTPTransport())
/// let config = try await client.launch("/config").answer
/// ```
public final class HTTPTransport: Transport {
  /// Trust and timeouts of a transport.
  public struct Settings: Sendable, Hashable {
    /// The PEM file with the authorities that may sign a server's certificate; `nil` for those of the system.
    public var authorities: String?
    /// The longest time until a connection is open, with the look-up of the name and the handshake.
    public var connectTimeout = Duration.seconds(10)
    /// The longest time without a byte of an answer; a stream of events may be silent for two minutes.
    public var idleTimeout = Duration.seconds(60)
    /// The most connections to one origin.
    public var connectionsPerOrigin = 6

    /// Creates the default settings.
    public init() {}
  }

  private let loop: EventLoop
  private let workers: WorkerPool
  private let caller: LoopConfined<Caller>

  /// Creates a transport with a thread of its own.
  ///
  /// - Throws: the error of the system that gives no thread, or of a file of authorities that cannot be read.
  public convenience init(_ settings: Settings = Settings()) throws {
    try self.init(settings, clock: .system)
  }

  package init(_ settings: Settings, clock: LoopClock) throws {
    let loop = try EventLoop(clock: clock)
    self.loop = loop
    workers = WorkerPool("names", threads: 1)
    let resolver = Resolver(pool: workers, clock: clock)
    let configuration = try HTTPTransport.configuration(settings)
    let signals = try ClientSignals(try SignalRegistry())
    caller = LoopConfined(Caller(configuration, resolver, signals), to: loop.number)
    try LoopThread(name: "transport") { loop.run() }.detach()
  }

  deinit {
    let caller = caller
    loop.execute { caller.value.client?.close() }
    // The thread is not waited for: the last reference may be dropped on it.
    loop.stop()
    workers.close()
  }

  private static func configuration(_ settings: Settings) throws -> ClientConfiguration {
    var trust = TLSClientConfiguration()
    if let file = settings.authorities { trust.trust = .authorities([.file(file)]) }
    let context = try TLSClientContext(trust)
    var configuration = ClientConfiguration()
    configuration.security = { TLSClientSecurity(context, to: try TLSServerName($0.host)) }
    configuration.connectTimeout = settings.connectTimeout
    configuration.connectionsPerOrigin = settings.connectionsPerOrigin
    configuration.pace.firstByte = settings.idleTimeout
    configuration.pace.idle = settings.idleTimeout
    configuration.pace.slowestBytesPerSecond = 0
    return configuration
  }

  /// Sends a request, and returns the head of its answer; the body comes piece by piece.
  ///
  /// - Throws: an error that says what went wrong, of which a timeout is a `RequestError` of the kind `timedOut`;
  ///   `CancellationError` when the task is cancelled.
  public func send(_ request: WireRequest) async throws -> WireResponse {
    let scheme = request.address.scheme == "https" ? Scheme.https : .http
    guard let origin = Origin(authority: request.address.authority[...], scheme: scheme) else {
      throw ClientError(.invalidRequest, "\(request.address) names no host")
    }
    let call = try HTTPTransport.call(request, to: origin)
    let (caller, loop) = (caller, loop)
    return try await onLoop(for: request.address) { [self] in
      let exchange = try await caller.value.client(on: loop.core).open(
        call,
        to: Destination(origin),
        body: request.body.isEmpty ? .none : .bytes(Array(request.body)),
        options: HTTPTransport.options
      )
      let confined = LoopConfined(exchange, to: loop.number)
      let body = IncomingBody(confined, from: request.address, of: self)
      return WireResponse(
        status: Int(exchange.response.status.code),
        fields: WireFields(exchange.takeResponse().fields),
        body: WireBody { try await body.next() }
      )
    }
  }

  private static var options: CallOptions {
    var options = CallOptions()
    var decoding = DecodingLimits()
    // A body is parsed while it comes, and may be longer than the memory is large.
    decoding.decodedBytes = .max
    options.decoding = decoding
    return options
  }

  private static func call(_ request: WireRequest, to origin: Origin) throws -> Request {
    guard let method = Method(request.method) else {
      throw ClientError(.invalidRequest, "\(request.method) is no method")
    }
    var call = Request(
      method,
      scheme: origin.scheme,
      authority: origin.authority,
      target: request.address.target
    )
    for field in request.fields.all {
      guard let name = FieldName(field.name) else {
        throw ClientError(.invalidRequest, "\(field.name) is no name of a field")
      }
      call.fields.append(name, field.value)
    }
    return call
  }

  private static let timeouts: [ClientError.Kind] = [
    .connectTimeout, .queueTimeout, .timeout, .tooSlow, .unresponsive,
  ]

  /// Runs `body` on the loop, in a task that is cancelled with the calling one.
  fileprivate func onLoop<Value: Sendable>(
    for address: WebAddress,
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let task = Task(executorPreference: loop) {
      try Task.checkCancellation()
      return try await body()
    }
    do {
      return try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    } catch let error as ClientError {
      if error.kind == .cancelled { throw CancellationError() }
      guard HTTPTransport.timeouts.contains(error.kind) else { throw error }
      throw RequestError(.timedOut, at: address, error.seen)
    }
  }

  /// Gives a call up whose answer nobody reads any more.
  fileprivate func drop(_ exchange: LoopConfined<ClientExchange>) {
    loop.execute { exchange.value.cancel() }
  }
}

/// The HTTP client of a transport, which is made on its loop for the first request.
private final class Caller {
  private let configuration: ClientConfiguration
  private let resolver: Resolver
  private let signals: ClientSignals
  private(set) var client: HTTPClient?

  init(_ configuration: ClientConfiguration, _ resolver: Resolver, _ signals: ClientSignals) {
    (self.configuration, self.resolver, self.signals) = (configuration, resolver, signals)
  }

  func client(on core: LoopCore) throws -> HTTPClient {
    if let client { return client }
    let made = try HTTPClient(on: core, configuration, resolver: resolver, signals: signals)
    client = made
    return made
  }
}

/// The body of an answer; its last reference ends the call.
private final class IncomingBody: Sendable {
  private let exchange: LoopConfined<ClientExchange>
  private let address: WebAddress
  private let transport: HTTPTransport

  init(
    _ exchange: LoopConfined<ClientExchange>,
    from address: WebAddress,
    of transport: HTTPTransport
  ) {
    (self.exchange, self.address, self.transport) = (exchange, address, transport)
  }

  deinit { transport.drop(exchange) }

  func next() async throws -> ArraySlice<UInt8>? {
    let exchange = exchange
    return try await transport.onLoop(for: address) {
      var buffer = ByteBuffer()
      return try await exchange.value.read(into: &buffer) ? buffer.span.array[...] : nil
    }
  }
}

extension WireFields {
  fileprivate init(_ fields: Fields) {
    self = [:]
    let view = fields.view
    for index in 0..<view.count { add(view.name(at: index).text, view.value(at: index).text) }
  }
}

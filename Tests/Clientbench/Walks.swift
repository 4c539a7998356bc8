// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import PorticoClientHTTP

/// Visitors of the sample shop, each with a client of its own: the bytes that its store saves, and the use of what
/// it fetches ahead.
///
/// A walk is a chain of documents with pauses, drawn from a seed by the shares of the sample's model of traffic. A
/// second of a visitor takes `1 / scale` seconds, for a shop whose lifetimes are as much shorter.
struct Walks {
  let url: WebAddress
  let count: Int
  let scale: Double
  /// Whether screens are those of sessions; otherwise each is launched as a request of its own.
  let usesSessions: Bool

  /// Walks of a number of visitors at once.
  func run(visitors: Int) async throws {
    let tally = Tally()
    let transport = CountingTransport(wire: try HTTPTransport(), tally: tally)
    let figures = try await withThrowingTaskGroup(of: PrefetchFigures.self) { group in
      for visitor in 0..<visitors {
        group.addTask { try await walk(visitor, transport) }
      }
      return try await group.reduce(into: [PrefetchFigures]()) { $0.append($1) }
    }
    let (bytes, requests, windows) = tally.kept.withLock {
      ($0.bytes, $0.requests, $0.windows.count)
    }
    let ahead = figures.reduce(0) { $0 + $1.requests }
    let useful = figures.reduce(0) { $0 + $1.usefulRequests }
    print(
      "bytes \(bytes) requests \(requests) plain \(tally.plainBytes) shown \(tally.shown.withLock { $0.count })"
        + " windows \(windows) ahead \(ahead) useful \(useful)"
    )
  }

  private func pause(
    _ seconds: ClosedRange<Int>,
    _ numbers: inout some RandomNumberGenerator
  )
    async throws
  {
    try await Task.sleep(for: .seconds(Double(Int.random(in: seconds, using: &numbers)) / scale))
  }

  private func walk(_ visitor: Int, _ transport: CountingTransport) async throws -> PrefetchFigures
  {
    var numbers = Numbers(state: UInt64(visitor + 1))
    let app =
      "app=\"com.example.flowers\", version=2.0, country=CA, installation=\"visitor-\(visitor)\""
    let environment = Environment(name: "shop", configURL: url)
    let client = Client(
      environment,
      fields: ["X-App": app, "Accept-Language": "en"],
      transport: transport
    )
    let prefetcher = Prefetcher(client)
    try await pause(0...120, &numbers)
    for _ in 0..<count {
      let session = usesSessions ? try await client.start(.cached) : nil
      func open(_ link: String) async throws -> Members {
        transport.tally.show(url.resolving(link))
        if let session {
          let screen = try await session.screen(link)
          return { screen[$0] }
        }
        let answer = try await client.launch(link).answer
        return { answer.document?[$0] }
      }
      let config: Members
      if let session {
        config = { session.config[$0] }
      } else {
        config = try await open(url.description)
      }
      if usesSessions { transport.tally.show(url) }
      var place = Place.home
      var link = config("home")?.string
      while let target = link {
        let screen = try await open(target)
        try await pause(3...14, &numbers)
        (place, link) = next(after: place, screen, config, &numbers)
      }
      try await pause(30...120, &numbers)
    }
    return prefetcher.figures
  }

  /// The members of a document.
  private typealias Members = (String) -> JSONValue?

  private enum Place { case home, list, item, step, terms }

  /// The document that a visitor opens next; none at the end of the walk.
  private func next(
    after place: Place,
    _ screen: Members,
    _ config: Members,
    _ numbers: inout Numbers
  ) -> (Place, String?) {
    let drawn = Int.random(in: 0..<100, using: &numbers)
    let (home, list) = (config("home")?.string, config("items")?.string)
    switch place {
    case .home:
      let first = screen("rows")?.array?.first?["_url"]?.string
      return drawn < 66
        ? (.list, list)
        : drawn < 88
          ? (.item, first) : drawn < 90 ? (.terms, config("terms")?.string) : (.home, nil)
    case .list:
      if drawn >= 84 { return (.home, drawn < 92 ? home : nil) }
      let number = drawn < 24 ? 0 : drawn < 36 ? 1 : 2 + (drawn - 36) / 5
      return (.item, screen("data")?.array?.dropFirst(number).first?["url"]?.string)
    case .item:
      let cart = screen("rows")?.array?.first?["url"]?.string
      return drawn < 50 ? (.list, list) : (.step, drawn < 75 ? cart : nil)
    case .step: return (.step, drawn < 88 ? screen("continueURL")?.string : nil)
    case .terms: return (.home, drawn < 60 ? home : nil)
    }
  }
}

/// The answers that all visitors fetched, and the documents that they opened.
final class Tally: Sendable {
  struct Fetched: Sendable {
    var bytes = 0
    var requests = 0
    /// The answers that were told apart: an address with an expiry.
    var windows: Set<String> = []
    /// The bytes of each address's last whole answer.
    var sizes: [String: Int] = [:]
  }

  let kept = Locked(Fetched())
  let shown = Locked<[String]>([])

  /// Notes a document that a visitor opened: without a store it would have been fetched.
  func show(_ address: WebAddress?) {
    shown.withLock { $0.append(address?.description ?? "") }
  }

  /// The bytes of all documents that visitors opened, each as its last whole answer was.
  var plainBytes: Int {
    let sizes = kept.withLock { $0.sizes }
    return shown.withLock { $0.reduce(0) { $0 + (sizes[$1] ?? 0) } }
  }
}

/// Counts what comes over the wire.
struct CountingTransport: Transport {
  let wire: HTTPTransport
  let tally: Tally

  func send(_ request: WireRequest) async throws -> WireResponse {
    let response = try await wire.send(request)
    let head = response.fields.all.reduce(20) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    let window = "\(request.address) \(response.fields["expires"] ?? "")"
    var pieces: [ArraySlice<UInt8>] = []
    for try await piece in response.body { pieces.append(piece) }
    let size = head + pieces.reduce(0) { $0 + $1.count }
    tally.kept.withLock {
      $0.bytes += size
      $0.requests += 1
      $0.windows.insert(window)
      if response.status == 200 { $0.sizes["\(request.address)"] = size }
    }
    return WireResponse(status: response.status, fields: response.fields, body: WireBody(pieces))
  }
}

/// Numbers that are the same in every run (SplitMix64).
struct Numbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}

// SPDX-License-Identifier: Apache-2.0

import PorticoClient
import SeededTesting
import Testing

/// A flower shop and its visitors, as a Markov chain over the documents of the sample's folder `Content`.
///
/// The walks stand for recorded ones. No walk of a person may be in a repository; and of a walk only the order of
/// documents and the seconds between them matter here, which the chain has as the sample's model of traffic has
/// them: most visits are first pages, every tenth orders, lists lead to one of many items. The client and the hints see
/// the walks alone, never the chain, so that what they learn is learned from what visitors did.
private struct FlowerShop {
  static let items = (1...12).map { "/en/items/0101-2010-\($0)" }
  static let checkout = ["cart", "address", "delivery", "payment", "review", "thanks"].map {
    "/en/checkout/\($0)"
  }
  static let home = "/en/screens/home"
  static let list = "/en/items"
  static let basket = "/en/products/country-charm-basket"
  static let terms = "/en/legal/terms"
  static let all = [home, list, basket, terms] + items + checkout

  /// The documents that follow one, each with its percentage; the walk ends with what is left of 100.
  static func followers(of target: String) -> [(String, Int)] {
    switch target {
    case home: [(list, 66), (basket, 22), (terms, 2)]
    case list: items.enumerated().map { ($1, $0 == 0 ? 24 : $0 == 1 ? 12 : 4) } + [(home, 8)]
    case basket: [(checkout[0], 40), (home, 25)]
    case terms: [(home, 60)]
    case checkout[0]: [(checkout[1], 70), (list, 20)]
    case checkout[1]: [(checkout[2], 88)]
    case checkout[2]: [(checkout[3], 90)]
    case checkout[3]: [(checkout[4], 90)]
    case checkout[4]: [(checkout[5], 85), (checkout[0], 10)]
    case checkout[5]: [(home, 30)]
    default: [(list, 50), (checkout[0], 25)]
    }
  }

  /// A walk, with the seconds at which each document is asked for.
  static func walk(_ numbers: inout SeededNumbers) -> [(target: String, second: Int64)] {
    var (walk, second) = ([(target: home, second: Int64(0))], Int64(0))
    while let last = walk.last?.target {
      second += Int64.random(in: 3...14, using: &numbers)
      var drawn = Int.random(in: 0..<100, using: &numbers)
      var next: String?
      for (target, percent) in followers(of: last) where next == nil {
        if drawn < percent { next = target }
        drawn -= percent
      }
      guard let next else { break }
      walk.append((next, second))
    }
    return walk
  }

  /// The field `Link` of each document, learned from walks as the gateway learns it (Hints.md): what at least a quarter
  /// of visits ask for among the next four, the three likeliest, items as one document.
  static func hints(from walks: [[(target: String, second: Int64)]]) -> [String: String] {
    func route(_ target: String) -> String { items.contains(target) ? "items/{id}" : target }
    var (visits, follows): ([String: Double], [String: [String: Double]]) = ([:], [:])
    for walk in walks {
      for (place, visit) in walk.enumerated() {
        visits[route(visit.target), default: 0] += 1
        let next = walk[(place + 1)...].prefix(4).filter { $0.second <= visit.second + 60 }
        for follower in Set(next.map { route($0.target) }) {
          follows[route(visit.target), default: [:]][follower, default: 0] += 1
        }
      }
    }
    var hints: [String: String] = [:]
    for target in all {
      let route = route(target)
      let shares = (follows[route] ?? [:]).filter { $0.key != "items/{id}" }
        .map { ($0.key, $0.value / (visits[route] ?? 1)) }.filter { $0.1 >= 0.25 && $0.0 != target }
      let named = shares.sorted { $0.1 > $1.1 }.prefix(3)
        .map { "<\($0.0)>; rel=prefetch; pr=\(Double(Int($0.1 * 100)) / 100)" }
      if !named.isEmpty { hints[target] = named.joined(separator: ", ") }
    }
    return hints
  }
}

@Suite(.timeLimit(.minutes(5))) struct `Walks through a shop` {
  private let service = ScriptedTransport()
  private let environment: Environment
  /// The bytes of answers that were fetched ahead, each with the instant at which they came.
  private let came = Locked<[(instant: Int64, bytes: Int)]>([])

  init() throws {
    let url = try #require(WebAddress("https://shop.example/config"))
    environment = Environment(name: "production", configURL: url)
  }

  private func answer(_ target: String, _ size: Int, _ fields: WireFields) {
    let text = #"{"text":""# + String(repeating: "x", count: size - 11) + #""}"#
    let body = Array(text.utf8)
    let pieces = stride(from: 0, to: size, by: 9_000).map { body[$0..<min($0 + 9_000, size)] }
    var fields = fields
    fields["Content-Type"] = "application/json"
    service.answer(target) { [service, came, fields] request in
      let left = Locked(pieces[...])
      let isAhead = request.fields["sec-purpose"] == "prefetch"
      return WireResponse(
        status: 200,
        fields: fields,
        body: WireBody {
          let piece = left.withLock { $0.popFirst() }
          if let piece, isAhead { came.withLock { $0.append((service.now, piece.count)) } }
          return piece
        }
      )
    }
  }

  /// Lets users walk, each with a client that lives for ten walks on ten days, and returns all figures together.
  private func figures(_ walks: Int, hints: [String: String]) async throws -> PrefetchFigures {
    var numbers = SeededNumbers(2)
    for (number, target) in FlowerShop.all.enumerated() {
      let fields: WireFields = ["Cache-Control": "max-age=300", "Link": hints[target] ?? ""]
      answer(target, 400 + number * 50, fields)
    }
    var all = PrefetchFigures()
    for _ in 0..<walks / 10 {
      let service = service
      let client = Client(environment, transport: service, clock: { service.now })
      let prefetcher = Prefetcher(client)
      for _ in 0..<10 {
        service.now += 86_400
        let start = service.now
        for (target, second) in FlowerShop.walk(&numbers) {
          service.now = start + second
          _ = try await client.launch(target).answer
          await eventually { prefetcher.runningCount == 0 }
        }
      }
      let figures = prefetcher.figures
      all = PrefetchFigures(
        requests: all.requests + figures.requests,
        bytes: all.bytes + figures.bytes,
        usefulRequests: all.usefulRequests + figures.usefulRequests,
        usefulBytes: all.usefulBytes + figures.usefulBytes,
        cutOff: all.cutOff + figures.cutOff
      )
    }
    return all
  }

  @Test func `At least 60 percent of what is fetched ahead is asked for before it expires`()
    async throws
  {
    var numbers = SeededNumbers(1)
    let hints = FlowerShop.hints(from: (0..<500).map { _ in FlowerShop.walk(&numbers) })
    let hinted = try await figures(200, hints: hints)
    #expect(hinted.requests > 200)
    #expect(hinted.usefulShare ?? 0 >= 0.6, "\(hinted)")
    #expect(hinted.usefulByteShare ?? 0 >= 0.6, "\(hinted)")
    let came = came.withLock { $0.reduce(0) { $0 + $1.bytes } }
    #expect(hinted.bytes == came)
    let own = try await figures(200, hints: [:])
    #expect(own.requests > 40)
    #expect(own.usefulShare ?? 0 >= 0.6, "\(own)")
  }

  @Test(arguments: 0..<8 as Range<UInt64>)
  func `No budget is ever exceeded, whatever sizes answers have and say they have`(
    seed: UInt64
  )
    async throws
  {
    var numbers = SeededNumbers(seed)
    let budget = PrefetchBudget(
      bytesPerMinute: Int.random(in: 30_000...200_000, using: &numbers),
      bytesPerSession: Int.random(in: 100_000...400_000, using: &numbers),
      bytesPerAnswer: Int.random(in: 20_000...150_000, using: &numbers)
    )
    let targets = (0..<30).map { "/\($0)" }
    for (place, target) in targets.enumerated() {
      let size = Int.random(in: 100...60_000, using: &numbers)
      let named = targets[place..<min(place + 4, 30)].map { "<\($0)>; rel=prefetch; pr=0.9" }
      var fields: WireFields = [
        "Cache-Control": "max-age=20", "Link": named.joined(separator: ", "),
      ]
      if Bool.random(using: &numbers) { fields["Content-Length"] = "\(size)" }
      answer(target, size, fields)
    }
    let service = service
    let client = Client(environment, transport: service, clock: { service.now })
    let prefetcher = Prefetcher(client, budget: budget)
    for _ in 0..<40 {
      service.now += Int64.random(in: 0...15, using: &numbers)
      let target = targets[Int.random(in: 0..<30, using: &numbers)]
      _ = try await client.launch(target).answer
      await eventually { prefetcher.runningCount == 0 }
    }
    let all = came.withLock { $0 }
    let session = all.reduce(0) { $0 + $1.bytes }
    #expect(session <= budget.bytesPerSession)
    #expect(session == prefetcher.figures.bytes)
    #expect(session > 0)
    for (instant, _) in all {
      let minute = all.filter { (instant..<instant + 60).contains($0.instant) }
      let bytes = minute.reduce(0) { $0 + $1.bytes }
      if bytes > budget.bytesPerMinute {
        Issue.record("\(bytes) bytes in a minute; expected at most \(budget.bytesPerMinute)")
        break
      }
    }
  }
}

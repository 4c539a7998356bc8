// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor
import Sites

/// The requests of a loop that wait for something.
///
/// The place of a request is reused, so that entering requests allocates nothing.
final class RequestsUnderWay {
  /// The place of a request.
  struct Place {
    fileprivate let index: Int
  }

  /// The work of a request that waits.
  enum Waiting {
    case composition(Composition)
    case pass(PassRecord)
    /// The request waits for its body.
    case body
  }

  private struct Entry {
    let number: UInt64
    let exchange: Exchange
    /// The route; `nil` for that of the composition.
    let route: String?
    let step: RequestStep
    let waiting: Waiting
    let begun: Instant
  }

  private let counters: GatewayCounters
  private var entries: [Entry?] = []
  private var free: [Int] = []
  /// The number of the last request. It begins at random, so that those of two loops differ.
  private var last = UInt64.random(in: .min ... .max)

  init(_ counters: GatewayCounters) { self.counters = counters }

  func begin(
    _ exchange: Exchange,
    for route: String?,
    at step: RequestStep,
    _ waiting: Waiting,
    now: Instant
  ) -> Place {
    counters.requests.began()
    last &+= 1
    let entry = Entry(
      number: last,
      exchange: exchange,
      route: route,
      step: step,
      waiting: waiting,
      begun: now
    )
    if let index = free.popLast() {
      entries[index] = entry
      return Place(index: index)
    }
    entries.append(entry)
    return Place(index: entries.count - 1)
  }

  func begin(_ exchange: Exchange, _ composition: Composition) -> Place {
    begin(
      exchange,
      for: nil,
      at: .compose,
      .composition(composition),
      now: composition.begun
    )
  }

  func end(_ place: Place) {
    counters.requests.ended()
    entries[place.index] = nil
    free.append(place.index)
  }

  /// Ends the work on a request, as if its client were gone; `false` where it waits for nothing any more.
  func cancel(_ id: RequestUnderWay.ID) -> Bool {
    guard let entry = entries.lazy.compactMap(\.self).first(where: { $0.number == id.number })
    else { return false }
    entry.exchange.cancel()
    return true
  }

  /// Returns all requests, the oldest first.
  func list(at now: Instant, showing queries: EventQueries) -> [RequestUnderWay] {
    entries.compactMap { $0 }.sorted { $0.begun < $1.begun }.map { entry in
      RequestUnderWay(
        id: RequestUnderWay.ID(number: entry.number),
        method: entry.exchange.request.method.name,
        target: queries.shown(entry.exchange.request.target),
        route: RequestsUnderWay.route(of: entry),
        step: entry.step.name,
        waits: RequestsUnderWay.waits(of: entry),
        nanoseconds: (now - entry.begun).nanoseconds
      )
    }
  }

  private static func route(of entry: Entry) -> String {
    if case .composition(let composition) = entry.waiting {
      composition.request.document.path
    } else {
      entry.route ?? ""
    }
  }

  private static func waits(of entry: Entry) -> [String] {
    let exchange = entry.exchange
    switch entry.waiting {
    case .body: return ["the client, which sends the body"]
    case .composition(let composition):
      return exchange.status == nil ? composition.waits : ["the client, which reads the answer"]
    case .pass(let record):
      if exchange.status != nil { return ["the end of the answer"] }
      let isSending = exchange.bodyLength.map { exchange.bytesRead < $0 } ?? !record.hasAsked
      return isSending ? ["the client, which sends the body"] : [record.wait]
    }
  }
}

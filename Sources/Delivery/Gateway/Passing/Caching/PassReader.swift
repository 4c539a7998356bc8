// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor

/// A client that reads a body while it comes. It belongs to its loop.
final class PassReader: ExchangeObserver {
  private let body: PassBody
  private let exchange: Exchange
  private var rest: ArraySlice<UInt8> = []
  private var isOver = false

  init(_ body: PassBody, for exchange: Exchange) {
    self.body = body
    self.exchange = exchange
  }

  /// Sends the body as it comes, behind a head. Returns false, and sends nothing, where its beginning
  /// is not there any more.
  func begin(_ response: Response, length: Int?, on loop: EventLoop) -> Bool {
    let reader = LoopConfined(self, to: loop.number)
    guard body.enter(ObjectIdentifier(self), { loop.execute { reader.value.exchangeHasRoom() } })
    else { return false }
    do throws(ExchangeError) {
      try exchange.begin(response, length: length)
      try move()
    } catch {
      breakOff()
    }
    return true
  }

  func exchangeHasRoom() {
    guard !isOver else { return }
    do throws(ExchangeError) { try move() } catch { breakOff() }
  }

  func exchangeClosed() {
    isOver = true
    body.leave(ObjectIdentifier(self))
  }

  private func move() throws(ExchangeError) {
    while true {
      while !rest.isEmpty {
        let piece = rest
        let count = try exchange.offer(piece.span)
        guard count > 0 else { return }
        rest.removeFirst(count)
      }
      switch body.take(ObjectIdentifier(self)) {
      case .piece(let bytes): rest = bytes[...]
      case .nothing: return
      case .over: return try finish()
      }
    }
  }

  private func finish() throws(ExchangeError) {
    guard case .complete(let trailers) = body.end else { return breakOff() }
    exchangeClosed()
    try exchange.end(trailers: trailers)
  }

  private func breakOff() {
    exchangeClosed()
    exchange.abort()
  }
}

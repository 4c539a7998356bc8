// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor

/// The response to one client that is sent an event for every change.
///
/// No task waits for it: a stream that has nothing to send is this object and its connection.
final class EventStream {
  private let exchange: Exchange
  private let core: LoopCore
  /// The group that sends the stream its events; `nil` until the response has begun.
  private weak var group: EventStreamGroup?
  /// The client as limits know it, once the stream has begun.
  private(set) var reader: ChangeFeed.Reader?
  /// The sync token of the last change that was sent.
  private(set) var place: SyncToken
  /// The time of the last event or comment.
  private(set) var lastSent: Instant
  /// The bytes that the client has not taken yet.
  private var unsent: ArraySlice<UInt8> = []
  private(set) var isClosed = false
  /// Whether the server is to stop, so that the stream ends behind the last event.
  private var isDraining = false

  init(_ exchange: Exchange, on core: LoopCore) {
    self.exchange = exchange
    self.core = core
    place = SyncToken(nil, rights: nil, conversion: nil)
    lastSent = core.now
  }

  /// Whether the client has taken all that was sent.
  var isReady: Bool { unsent.isEmpty && !isClosed }

  /// Begins the response with a first page, and joins the streams that see the same changes.
  func begin(
    _ page: EventPage,
    of reader: ChangeFeed.Reader,
    in group: EventStreamGroup
  ) throws(ExchangeError) {
    let fields: Fields = ["content-type": "text/event-stream", "cache-control": "no-store"]
    try exchange.begin(Response(.ok, fields: fields), length: nil)
    exchange.dropRequestFields()
    self.group = group
    self.reader = reader
    group.add(self)
    exchange.whenDraining { [weak self] in self?.drain() }
    send(page)
  }

  private func drain() {
    isDraining = true
    if isReady { end() }
  }

  /// Sends the events of a page, whose client is then at the page's place.
  func send(_ page: EventPage) {
    place = page.token
    if !page.events.isEmpty { send(page.events) }
  }

  /// Sends a comment, as a sign that the connection is alive.
  func sendComment() { send(EventStream.comment) }

  private static let comment = Array(":\n\n".utf8)

  private func send(_ bytes: [UInt8]) {
    lastSent = core.now
    unsent = bytes[...]
    sendRest()
  }

  private func sendRest() {
    do throws(ExchangeError) {
      while !unsent.isEmpty {
        let rest = unsent
        let count = try exchange.offer(rest.span)
        guard count > 0 else { return }
        unsent.removeFirst(count)
      }
      unsent = []
      if isDraining { end() }
    } catch {
      exchange.abort()
      exchangeClosed()
    }
  }

  /// Ends the response.
  func end() {
    do throws(ExchangeError) { try exchange.end() } catch { exchange.abort() }
    exchangeClosed()
  }
}

extension EventStream: ExchangeObserver {
  func exchangeHasRoom() {
    sendRest()
    if isReady { group?.update() }
  }

  /// The client sends nothing more. Whether it is gone altogether, only a write tells: its place among the streams
  /// that a visitor may have must not stay taken until the next comment is due.
  func exchangeHasContent() {
    if reader != nil, isReady { sendComment() }
  }

  func exchangeClosed() {
    guard !isClosed else { return }
    isClosed = true
    unsent = []
    group?.remove(self)
  }
}

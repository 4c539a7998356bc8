// SPDX-License-Identifier: Apache-2.0

import HTTPServer
import HTTPValues
import Reactor

/// A request for the config of a draft that waits until the draft changes (RFC 7240, `wait`).
final class WaitingPreview: ExchangeObserver, DeadlineHandler {
  private static let interval = Duration.milliseconds(100)

  private let exchange: Exchange
  private let tag: String
  private let handler: ContentHandler
  private let deadline: Instant
  private let core: LoopCore
  private let isLive: () -> Bool
  private var isOver = false
  private var timer: TimerID?
  /// The work on the answer, once the draft has changed.
  private var composed: (any ExchangeObserver)?

  /// - Parameters:
  ///   - tag: what the app knows.
  ///   - isLive: whether the preview is not over.
  init(
    _ exchange: Exchange,
    knowing tag: String,
    of handler: ContentHandler,
    until deadline: Instant,
    on core: LoopCore,
    isLive: @escaping () -> Bool
  ) {
    self.exchange = exchange
    self.tag = tag
    self.handler = handler
    self.deadline = deadline
    self.core = core
    self.isLive = isLive
  }

  func begin() {
    exchange.whenDraining { [weak self] in self?.end(with: DraftAnswers.notModified) }
    if !isOver { wait() }
  }

  func deadlineReached() {
    timer = nil
    guard !isOver else { return }
    guard isLive() else { return end { _ in .prepared(DraftAnswers.gone.response) } }
    if handler.draftTag != tag {
      isOver = true
      composed = handler.answer(held: exchange)
    } else if core.now >= deadline {
      end(with: DraftAnswers.notModified)
    } else {
      wait()
    }
  }

  private func wait() {
    timer = core.schedule(self, at: min(deadline, core.now + WaitingPreview.interval))
  }

  private func end(with answer: (String) -> ReadyAnswer) {
    guard !isOver else { return }
    stop()
    exchange.answerOrAbort(answer(tag))
  }

  private func stop() {
    isOver = true
    if let timer { core.cancel(timer) }
    timer = nil
  }

  func exchangeHasRoom() { composed?.exchangeHasRoom() }

  func exchangeClosed() {
    stop()
    composed?.exchangeClosed()
  }
}

/// The preferences of a request (RFC 7240).
enum Preferences {
  /// The most seconds for which a request is held.
  static let longestWait = 60

  /// The seconds that a request may be held; `nil` where it does not ask for that.
  static func wait(_ fields: borrowing FieldsView) -> Int? {
    guard let text = fields.combined("prefer") else { return nil }
    for preference in text.split(whereSeparator: { $0 == "," || $0 == ";" }) {
      let pair = preference.split(separator: "=", maxSplits: 1).map { part in
        part.filter { $0 != " " && $0 != "\t" && $0 != "\"" }
      }
      guard pair.count == 2, pair[0].lowercased() == "wait" else { continue }
      guard let seconds = Int(pair[1]), seconds > 0 else { return nil }
      return min(seconds, longestWait)
    }
    return nil
  }
}

// SPDX-License-Identifier: Apache-2.0

// Most hits are for the same few answers, whole and fresh: a loop finds the target by the request's
// bytes (`RecallStep`), the answer in its own table, and the bytes to send in the form of this
// second. All other hits take the usual steps.

import AnswerCache
import Bytes
import HTTPCaching
import HTTPServer
import HTTPValues
import Reactor

/// Stored answers of services that are given without a task. It belongs to a loop.
final class PassHits {
  private let store: AnswerStore
  private let core: LoopCore
  private var hot: HotForms<HotResponses>

  init(_ store: AnswerStore, on core: LoopCore) {
    self.store = store
    self.core = core
    hot = HotForms(of: store)
  }

  /// Drops the answers that may not be served any more.
  func tidy() { hot.tidy(at: core.wallMilliseconds) }

  /// Returns the target of a request along a pass; `nil` if no stored response may answer it.
  func target(
    of request: borrowing RequestView,
    _ route: PassRoute,
    path: String
  ) -> PassTarget? {
    guard route.keepsAnswers, PassHits.isPlain(request) else { return nil }
    let target = PassRoute.target(path, request.target.text)
    return PassTarget(request.scheme, request.authority.text, target, route, in: store)
  }

  /// Whether a request may be answered by a cache, by its method and body, and since it asks for no
  /// stream of events.
  private static func isPlain(_ request: borrowing RequestView) -> Bool {
    guard request.method == .get || request.method == .head,
      !request.fields.contains(.transferEncoding), !request.fields.acceptsEventStream
    else { return false }
    if case .absent = ContentLength(request.fields) { return true }
    return false
  }

  /// Returns the answer, if it is stored and fresh.
  func answer(to request: borrowing RequestView, _ target: PassTarget) -> PreparedResponse? {
    guard PassHits.isPlain(request), target.route.admits(request.method),
      store.isComplete(at: core.now.nanoseconds),
      let responses = responses(target.key)
    else { return nil }
    let now = core.wallSeconds
    let decision = ReuseDecision(
      method: request.method,
      fields: request.fields,
      candidates: responses.heads,
      now: now,
      rules: target.route.rules
    )
    guard case .answer(let answer) = decision else { return nil }
    return responses.prepared(answer, target.route, now: now)
  }

  /// Returns the stored responses of a target, if they are small enough to be sent at once.
  private func responses(_ key: CacheKey) -> HotResponses? {
    let now = core.wallMilliseconds
    if let responses = hot.find(key.view, at: now) { return responses }
    guard case .fresh(let entry) = store.lookup(key.view, of: .passes, at: now),
      entry.payload.byteCount <= hot.entryBytes,
      let responses = entry.payload as? StoredResponses
    else { return nil }
    return hot.offer(entry, at: now) { _ in HotResponses(responses) }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// A request before the answers that are kept for its target.
struct Lookup: ~Escapable {
  let method: Method
  let fields: FieldsView
  let candidates: [StoredResponse]
  let now: Int64
  let rules: CachingRules
  let wishes: Wishes

  @_lifetime(copy fields)
  init(
    method: Method,
    fields: FieldsView,
    candidates: [StoredResponse],
    now: Int64,
    rules: CachingRules
  ) {
    self.method = method
    self.fields = fields
    self.candidates = candidates
    self.now = now
    self.rules = rules
    wishes = Wishes(fields, obeyed: rules.obeyed)
  }

  func decision() -> ReuseDecision {
    guard method == .get || method == .head else {
      return .forward(Forwarding(.fetch, .methodForwarded))
    }
    if fields.contains(.ifMatch) || fields.contains(.ifUnmodifiedSince) {
      return forward(Forwarding(.fetch, .originsPrecondition))
    }
    guard let index = selected() else {
      return forward(candidates.isEmpty ? Forwarding(.fetch, .nothingKept) : selection())
    }
    switch use(of: candidates[index]) {
    case .now(let reason): return answer(index, reason)
    case .meanwhile:
      guard let form = form(of: candidates[index]) else { return incomplete(index) }
      let answer = StoredAnswer(candidate: index, form: form, reason: .staleWhileRevalidate)
      return .answerAndRevalidate(answer, validation(index, .staleWhileRevalidate))
    case .afterValidation(let reason): return forward(validation(index, reason))
    }
  }

  /// The most recent candidate whose Vary lets the request through; the later one of two of the
  /// same second.
  func selected() -> Int? {
    var best: Int?
    for index in candidates.indices where candidates[index].fits(fields, rules: rules) {
      if let known = best, candidates[known].date > candidates[index].date { continue }
      best = index
    }
    return best
  }

  /// Whether and when a candidate may be used.
  private enum Use {
    case now(ReuseReason)
    case meanwhile
    case afterValidation(ReuseReason)
  }

  private func use(of stored: StoredResponse) -> Use {
    let freshness = stored.freshness
    if stored.isDoubted { return .afterValidation(.doubted) }
    if freshness.needsValidation { return .afterValidation(.originNoCache) }
    if wishes.noCache { return .afterValidation(.clientNoCache) }
    if let maxAge = wishes.maxAge, freshness.age(at: now) > maxAge {
      return .afterValidation(.clientMaxAge)
    }
    let timeLeft = freshness.timeLeft(at: now)
    if let minFresh = wishes.minFresh, timeLeft < minFresh {
      return .afterValidation(.clientMinFresh)
    }
    if timeLeft > 0 { return .now(.fresh) }
    guard !freshness.forbidsStale else { return .afterValidation(.expired) }
    if let maxStale = wishes.maxStale, maxStale == DeltaSeconds.limit || -timeLeft <= maxStale {
      return .now(.clientAcceptsStale)
    }
    let window = freshness.staleWhileRevalidate
    return window > 0 && -timeLeft <= window ? .meanwhile : .afterValidation(.expired)
  }

  private func answer(_ index: Int, _ reason: ReuseReason) -> ReuseDecision {
    guard let form = form(of: candidates[index]) else { return incomplete(index) }
    return .answer(StoredAnswer(candidate: index, form: form, reason: reason))
  }

  private func incomplete(_ index: Int) -> ReuseDecision { forward(completion(index)) }

  private func forward(_ forwarding: Forwarding) -> ReuseDecision {
    wishes.onlyIfCached ? .gatewayTimeout(forwarding.reason) : .forward(forwarding)
  }
}

extension StoredResponse {
  /// Whether the answer is one for a request with these fields.
  func fits(_ request: borrowing FieldsView, rules: CachingRules) -> Bool {
    guard !variant.entries.isEmpty else { return true }
    return variant.fits(request, rules: rules.variance, language: language)
  }

  /// The language of the content in lower case, when it is in a single one.
  private var language: String? {
    guard let index = fields.view.onlyIndex(of: .contentLanguage) else { return nil }
    let text = fields.view.value(at: index).text.lowercased()
    return text.contains(",") ? nil : text
  }
}

// SPDX-License-Identifier: Apache-2.0

import HTTPValues

/// An answer that came back for a request that was forwarded.
struct Reception {
  let answered: AnsweredRequest
  let forwarding: Forwarding
  let candidates: [StoredResponse]
  let rules: CachingRules

  private var status: Status { answered.response.status }
  private var method: Method { answered.request.method }
  private var now: Int64 { answered.responseTime }
  private var freshening: Freshening {
    Freshening(answered: answered, candidates: candidates, rules: rules)
  }

  func outcome() -> ForwardedOutcome {
    if let failure = OriginFailure(status), let answer = standIn(for: failure) {
      return .standIn(answer)
    }
    switch status {
    case .notModified: return notModified()
    case .partialContent: return part()
    case .rangeNotSatisfiable:
      if case .complete = forwarding.purpose { return again }
    case .ok where method == .head:
      return pass(.pass(.methodNotKept), freshening.changesByHead())
    default: break
    }
    return new()
  }

  private var again: ForwardedOutcome { .repeat(Forwarding(.fetch, forwarding.reason)) }

  private func standIn(for failure: OriginFailure) -> StoredAnswer? {
    StoredAnswer.standIn(
      for: failure,
      method: method,
      fields: answered.request.fields.view,
      candidates: candidates,
      now: now,
      rules: rules
    )
  }

  private func notModified() -> ForwardedOutcome {
    guard forwarding.isOurs else { return pass(.pass(.statusOfThisRequest), []) }
    let selected = freshening.selected(forwarding.purpose)
    guard let index = selected.first else { return again }
    let merged = candidates[index].merged(with: answered, rules: rules).answer
    return answer(merged, index, freshening.changes(selected))
  }

  private func answer(
    _ stored: StoredResponse,
    _ index: Int,
    _ changes: [StorageChange]
  ) -> ForwardedOutcome {
    let lookup = Lookup(
      method: method,
      fields: answered.request.fields.view,
      candidates: candidates,
      now: now,
      rules: rules
    )
    guard let form = lookup.form(of: stored) else { return again }
    let answer = StoredAnswer(candidate: index, form: form, reason: .validated)
    return .answer(stored, answer, changes: changes)
  }

  /// 206: to a range of ours, or to the client's.
  private func part() -> ForwardedOutcome {
    guard method == .get else { return new() }
    if case .complete(let index, _) = forwarding.purpose {
      guard let combination = Combination(answered, with: candidates[index]) else { return again }
      // Parts whose combination must not be stored are not combined: the whole is fetched at once.
      let merge = merge(combination, index)
      guard merge.outcome == .keep else { return again }
      let change = StorageChange.extend(index, merge.answer, at: combination.received)
      return answer(merge.answer, index, [change])
    }
    for index in candidates.indices
    where candidates[index].fits(answered.request.fields.view, rules: rules) {
      guard let combination = Combination(answered, with: candidates[index]) else { continue }
      let merge = merge(combination, index)
      guard merge.outcome == .keep else { break }
      let change: StorageChange =
        candidates[index].content == combination.content
        ? .replace(index, merge.answer)
        : .extend(index, merge.answer, at: combination.received)
      return pass(.pass(.partOfWhatIsKept), [change])
    }
    return new()
  }

  private func merge(_ combination: Combination, _ index: Int) -> StoredResponse.Merge {
    var stored = candidates[index]
    stored.content = combination.content
    return stored.merged(with: answered, rules: rules)
  }

  /// An answer of its own, which takes the place of what was kept for such a request.
  private func new() -> ForwardedOutcome {
    let decision = StoringDecision(answered, rules: rules)
    guard decision.reason.isKept else { return pass(decision, []) }
    let superseded = candidates.indices.filter {
      candidates[$0].fits(answered.request.fields.view, rules: rules)
    }
    return pass(decision, superseded.map { .remove($0) })
  }

  private func pass(
    _ decision: StoringDecision,
    _ changes: [StorageChange]
  ) -> ForwardedOutcome {
    .pass(decision, changes: changes, isNotModified: isNotModified)
  }

  /// Whether the client's condition, which ours took the place of, is met by the new answer.
  private var isNotModified: Bool {
    guard forwarding.isOurs, status.isSuccess, status != .partialContent,
      method == .get || method == .head
    else { return false }
    let fields = answered.request.fields.view
    guard fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince) else { return false }
    return Preconditions.evaluate(
      method: method,
      fields: fields,
      validators: Validators(answered.response.fields.view, now: now),
      now: now
    ) == .notModified
  }
}

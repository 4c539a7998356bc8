// SPDX-License-Identifier: Apache-2.0

import HTTPValues

// RFC 9111 section 4.3.4: which kept answers a 304 is about. A strong validator in it names all that
// have the same; a weak one the most recent that matches; without any, it can only be about the one
// answer that was asked about. A 304 that names none of what was asked about is about nothing we
// have: the request is repeated without conditions.

/// A 304 to a condition of ours, before the answers it may be about.
struct Freshening {
  let answered: AnsweredRequest
  let candidates: [StoredResponse]
  let rules: CachingRules

  /// The candidates that the answer is about, the one to answer with first.
  func selected(_ purpose: Forwarding.Purpose) -> [Int] {
    switch purpose {
    case .fetch, .complete: return []
    case .validate(let asked):
      let others = candidates.indices.filter {
        $0 != asked && candidates[$0].fits(answered.request.fields.view, rules: rules)
      }
      return matching([asked] + newestFirst(others), onlyOneAsked: true)
    case .selectVariant(let offered):
      return matching(newestFirst(offered), onlyOneAsked: offered.count == 1)
    }
  }

  private func newestFirst(_ indices: [Int]) -> [Int] {
    indices.sorted { one, other in
      candidates[one].date == candidates[other].date
        ? one > other : candidates[one].date > candidates[other].date
    }
  }

  private func matching(_ indices: [Int], onlyOneAsked: Bool) -> [Int] {
    let instant = answered.responseTime
    let validators = Validators(answered.response.fields.view, now: instant)
    guard validators.isAskable else { return onlyOneAsked ? Array(indices.prefix(1)) : [] }
    if let tag = validators.entityTag, !tag.isWeak {
      return indices.filter { candidates[$0].validators.entityTag?.matchesStrongly(tag) ?? false }
    }
    if let tag = validators.entityTag {
      let found = indices.first {
        candidates[$0].validators.entityTag?.matchesWeakly(tag) ?? false
      }
      return found.map { [$0] } ?? []
    }
    let same = indices.filter {
      candidates[$0].validators.lastModified == validators.lastModified
    }
    return StrongValidator(validators) != nil ? same : Array(same.prefix(1))
  }

  /// Returns the changes of the candidates that the answer is about.
  func changes(_ selected: [Int]) -> [StorageChange] {
    var changes: [StorageChange] = []
    for index in selected {
      let stored = candidates[index]
      let merge = stored.merged(with: answered, rules: rules)
      switch merge.outcome {
      case .leaveAsItWas: continue
      case .remove: changes.append(.remove(index))
      case .keep:
        changes.append(.replace(index, merge.answer))
        guard index == selected.first, merge.answer.variant == stored.variant,
          !stored.fits(answered.request.fields.view, rules: rules),
          let variant = VariantKey(
            vary: merge.answer.fields.view,
            request: answered.request.fields.view,
            rules: rules.variance
          )
        else { continue }
        // The origin chose an answer that was made for another request: it is kept for both.
        var copy = merge.answer
        copy.variant = variant
        changes.append(.add(bodyOf: index, copy))
      }
    }
    return changes
  }

  /// RFC 9111 section 4.3.5: what an answer 200 to HEAD says about what is kept for GET. Validators
  /// and a length that it has must be those of the kept answer, or that is asked about before its
  /// next use.
  func changesByHead() -> [StorageChange] {
    let fields = answered.response.fields
    var changes: [StorageChange] = []
    for index in candidates.indices
    where candidates[index].fits(answered.request.fields.view, rules: rules) {
      guard isSame(candidates[index], by: fields) else {
        var doubted = candidates[index]
        doubted.isDoubted = true
        changes.append(.replace(index, doubted))
        continue
      }
      let merge = candidates[index].merged(with: answered, rules: rules)
      switch merge.outcome {
      case .keep: changes.append(.replace(index, merge.answer))
      case .leaveAsItWas: continue
      case .remove: changes.append(.remove(index))
      }
    }
    return changes
  }

  private func isSame(_ stored: StoredResponse, by head: Fields) -> Bool {
    guard stored.status == .ok else { return false }
    let received = Validators(head.view, now: answered.responseTime)
    if head.contains("etag"), received.entityTag != stored.validators.entityTag { return false }
    if head.contains("last-modified"), received.lastModified != stored.validators.lastModified {
      return false
    }
    switch ContentLength(head.view) {
    case .absent: return true
    case .length(let length): return stored.content.length.map { $0 == length } ?? true
    case .invalid: return false
    }
  }
}

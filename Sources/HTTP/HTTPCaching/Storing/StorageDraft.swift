// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// An answer on its way to being kept.
struct StorageDraft {
  private let answered: AnsweredRequest
  private let rules: CachingRules
  private let control: EffectiveControl

  init(_ answered: AnsweredRequest, rules: CachingRules) {
    self.answered = answered
    self.rules = rules
    control = EffectiveControl(answered.response.fields.view, targets: rules.targets)
  }

  private var request: Request { answered.request }
  private var status: Status { answered.response.status }
  private var fields: Fields { answered.response.fields }
  private var directives: CacheControl { control.directives }

  /// Decides whether the answer is kept; the first rule that forbids it is the reason.
  func decision() -> StoringDecision {
    if let reason = refusalOfHead ?? refusalOfCredentials { return .pass(reason) }
    let freshness = StoredFreshness(
      status: status,
      fields: fields.view,
      control: control,
      requestTime: answered.requestTime,
      responseTime: answered.responseTime,
      heuristic: rules.heuristic
    )
    if let reason = refusal(ofMethodWith: freshness) { return .pass(reason) }
    let variant = VariantKey(
      vary: fields.view,
      request: request.fields.view,
      rules: rules.variance
    )
    guard let variant else {
      return .pass(variesOnEverything ? .variesOnEverything : .variesOnTooMuch)
    }
    guard status != .partialContent || rules.keepsParts else { return .pass(.partsNotKept) }
    guard let content else { return .pass(.partNotUnderstood) }
    guard mayBeKept else { return .pass(.notCacheable) }
    var kept = Fields(storing: fields, omitting: omitted, receivedAt: answered.responseTime)
    let validators = Validators(kept.view, now: answered.responseTime)
    guard let reason = reason(for: freshness, hasValidator: validators.isAskable) else {
      return .pass(.nothingToReuseItBy)
    }
    if status == .partialContent { kept.remove("content-range") }
    if !content.isWhole { kept.remove("content-length") }
    let stored = StoredResponse(
      status: status == .partialContent ? .ok : status,
      fields: kept,
      content: content,
      variant: variant,
      freshness: freshness,
      validators: validators,
      groups: CacheGroups(.cacheGroups, in: fields.view).names
    )
    return .store(stored, reason)
  }

  /// The refusal by the status and the directives of both sides; `nil` for none.
  private var refusalOfHead: CachingReason? {
    switch status.code {
    case ..<200: return .interimStatus
    case 425, 428, 429, 431, 511: return .statusNeverKept
    case 304, 407, 408, 412, 416, 417, 421, 426: return .statusOfThisRequest
    default: break
    }
    if directives.mustUnderstand, status.reason.utf8CodeUnitCount == 0 {
      return .statusNotUnderstood
    }
    if rules.obeyed.contains(.noStore), RequestCacheControl(request.fields.view).noStore {
      return .clientNoStore
    }
    if directives.noStore, !directives.mustUnderstand { return .originNoStore }
    return CacheControl.omission(directives.isPrivate) == .everything ? .originPrivate : nil
  }

  /// The refusal by what identifies a visitor; `nil` for none.
  private var refusalOfCredentials: CachingReason? {
    if request.fields.contains("authorization"), !directives.isPublic, !directives.mustRevalidate,
      directives.sharedMaxAge == nil
    {
      return .authorization
    }
    if rules.cookiesAreCredentials, request.fields.contains("cookie"),
      !control.isMeantForSharedCaches
    {
      return .visitorsCookie
    }
    guard rules.cookies != .kept, fields.contains("set-cookie") else { return nil }
    let isKept =
      rules.cookies == .keptWhenMeantForSharedCaches && control.isMeantForSharedCaches
    return isKept ? nil : .setsCookie
  }

  private func refusal(ofMethodWith freshness: StoredFreshness) -> CachingReason? {
    switch request.method {
    case .get: return nil
    case .post where rules.keepsPostAnswers: break
    default: return .methodNotKept
    }
    guard let target = TargetURI(request), status.isSuccess, status != .partialContent,
      let index = fields.view.onlyIndex(of: .contentLocation),
      target.resolving(fields.view.value(at: index)) == target
    else { return .postNotForThisTarget }
    return freshness.basis != .heuristic && freshness.lifetime > 0 ? nil : .postWithoutFreshness
  }

  private var variesOnEverything: Bool {
    var members = FieldMembers(of: .vary, in: fields.view)
    while let member = members.next() {
      if member.matches("*") { return true }
    }
    return false
  }

  /// The part of the content that the answer has; `nil` for a range that cannot be read.
  private var content: StoredContent? {
    guard status == .partialContent else {
      guard case .length(let length) = ContentLength(fields.view) else {
        return .whole(length: nil)
      }
      return .whole(length: length)
    }
    guard let index = fields.view.onlyIndex(of: .contentRange),
      let contentRange = ContentRange(fields.view.value(at: index)), let range = contentRange.range
    else { return nil }
    if range.lowerBound == 0, range.upperBound == contentRange.length {
      return .whole(length: range.count)
    }
    return .part(range, of: contentRange.length)
  }

  private var omitted: [FieldName] {
    var names: [FieldName] = []
    for coverage in [directives.isPrivate, directives.noCache] {
      if case .fields(let some) = CacheControl.omission(coverage) { names += some }
    }
    return names
  }

  private var mayBeKept: Bool {
    directives.isPublic || control.explicitAge != nil
      || (!control.isTargeted && fields.contains("expires")) || status.isHeuristicallyCacheable
  }

  /// The reason to keep the answer; `nil` where it could never be reused.
  private func reason(for freshness: StoredFreshness, hasValidator: Bool) -> CachingReason? {
    let isFreshForAWhile = freshness.lifetime > 0 && !freshness.needsValidation
    if isFreshForAWhile, directives.noStore { return .statusUnderstood }
    if isFreshForAWhile {
      return freshness.basis == .heuristic ? .heuristicFreshness : .explicitFreshness
    }
    let isStaleOfUse =
      freshness.staleWhileRevalidate > 0 || freshness.staleIfError > 0
      || rules.staleWhenUnreachable > 0
    if isStaleOfUse, !freshness.forbidsStale { return .staleServing }
    return hasValidator ? .validatorOnly : nil
  }
}

extension Validators {
  /// Whether a conditional request can be made of them.
  var isAskable: Bool { entityTag != nil || lastModified != nil }
}

// SPDX-License-Identifier: Apache-2.0

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

  /// The answer as it is kept, and why.
  func stored() throws(StorageRefusal) -> (StoredResponse, CachingReason) {
    try checkStatus()
    try checkDirectives()
    try checkAuthorization()
    try checkCookies()
    let freshness = StoredFreshness(
      status: status,
      fields: fields.view,
      control: control,
      requestTime: answered.requestTime,
      responseTime: answered.responseTime,
      heuristic: rules.heuristic
    )
    try checkMethod(freshness)
    let variant = try variant()
    let content = try content()
    var kept = Fields(
      storing: fields,
      omitting: try omitted(),
      receivedAt: answered.responseTime
    )
    let validators = Validators(kept.view, now: answered.responseTime)
    let reason = try reason(freshness, hasValidator: validators.isAskable)
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
    return (stored, reason)
  }

  private func checkStatus() throws(StorageRefusal) {
    switch status.code {
    case ..<200: throw StorageRefusal(.interimStatus)
    case 425, 428, 429, 431, 511: throw StorageRefusal(.statusNeverKept)
    case 304, 407, 408, 412, 416, 417, 421, 426: throw StorageRefusal(.statusOfThisRequest)
    default: break
    }
    if directives.mustUnderstand, status.reason.utf8CodeUnitCount == 0 {
      throw StorageRefusal(.statusNotUnderstood)
    }
  }

  private func checkDirectives() throws(StorageRefusal) {
    if rules.obeyed.contains(.noStore), RequestCacheControl(request.fields.view).noStore {
      throw StorageRefusal(.clientNoStore)
    }
    if directives.noStore, !directives.mustUnderstand { throw StorageRefusal(.originNoStore) }
    if CacheControl.omission(directives.isPrivate) == .everything {
      throw StorageRefusal(.originPrivate)
    }
  }

  private func checkAuthorization() throws(StorageRefusal) {
    guard request.fields.contains("authorization") else { return }
    guard directives.isPublic || directives.mustRevalidate || directives.sharedMaxAge != nil else {
      throw StorageRefusal(.authorization)
    }
  }

  private func checkCookies() throws(StorageRefusal) {
    if rules.cookiesAreCredentials, request.fields.contains("cookie"),
      !control.isMeantForSharedCaches
    {
      throw StorageRefusal(.visitorsCookie)
    }
    guard rules.cookies != .kept, fields.contains("set-cookie") else { return }
    guard rules.cookies == .keptWhenMeantForSharedCaches, control.isMeantForSharedCaches else {
      throw StorageRefusal(.setsCookie)
    }
  }

  private func checkMethod(_ freshness: StoredFreshness) throws(StorageRefusal) {
    switch request.method {
    case .get: return
    case .post where rules.keepsPostAnswers: break
    default: throw StorageRefusal(.methodNotKept)
    }
    guard let target = TargetURI(request), status.isSuccess, status != .partialContent,
      let index = fields.view.onlyIndex(of: .contentLocation),
      target.resolving(fields.view.value(at: index)) == target
    else { throw StorageRefusal(.postNotForThisTarget) }
    guard freshness.basis != .heuristic, freshness.lifetime > 0 else {
      throw StorageRefusal(.postWithoutFreshness)
    }
  }

  private func variant() throws(StorageRefusal) -> VariantKey {
    do throws(VaryRefusal) {
      return try VariantKey(
        vary: fields.view,
        request: request.fields.view,
        rules: rules.variance
      )
    } catch {
      switch error {
      case .everything: throw StorageRefusal(.variesOnEverything)
      case .tooManyNames: throw StorageRefusal(.variesOnTooMuch)
      }
    }
  }

  private func content() throws(StorageRefusal) -> StoredContent {
    guard status == .partialContent else {
      guard case .length(let length) = ContentLength(fields.view) else {
        return .whole(length: nil)
      }
      return .whole(length: length)
    }
    guard rules.keepsParts else { throw StorageRefusal(.partsNotKept) }
    guard let index = fields.view.onlyIndex(of: .contentRange),
      let contentRange = ContentRange(fields.view.value(at: index)), let range = contentRange.range
    else { throw StorageRefusal(.partNotUnderstood) }
    if range.lowerBound == 0, range.upperBound == contentRange.length {
      return .whole(length: range.count)
    }
    return .part(range, of: contentRange.length)
  }

  private func omitted() throws(StorageRefusal) -> [FieldName] {
    var names: [FieldName] = []
    for coverage in [directives.isPrivate, directives.noCache] {
      if case .fields(let some) = CacheControl.omission(coverage) { names += some }
    }
    return names
  }

  private func reason(
    _ freshness: StoredFreshness,
    hasValidator: Bool
  ) throws(StorageRefusal) -> CachingReason {
    let mayBeKept =
      directives.isPublic || control.explicitAge != nil
      || (!control.isTargeted && fields.contains("expires")) || status.isHeuristicallyCacheable
    guard mayBeKept else { throw StorageRefusal(.notCacheable) }
    let isFreshForAWhile = freshness.lifetime > 0 && !freshness.needsValidation
    if isFreshForAWhile, directives.noStore { return .statusUnderstood }
    if isFreshForAWhile {
      return freshness.basis == .heuristic ? .heuristicFreshness : .explicitFreshness
    }
    let isStaleOfUse =
      freshness.staleWhileRevalidate > 0 || freshness.staleIfError > 0
      || rules.staleWhenUnreachable > 0
    if isStaleOfUse, !freshness.forbidsStale { return .staleServing }
    guard hasValidator else { throw StorageRefusal(.nothingToReuseItBy) }
    return .validatorOnly
  }
}

extension Validators {
  /// Whether a conditional request can be made of them.
  var isAskable: Bool { entityTag != nil || lastModified != nil }
}

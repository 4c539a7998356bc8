// SPDX-License-Identifier: Apache-2.0

import HTTPValues

// RFC 9111 section 3.2: fields of a newer answer take the place of the kept ones of the same name;
// the others stay. Not taken over: what is not kept anyway (3.1), Content-Length, and what the kept
// bytes depend on, Content-Encoding and Content-Range. Content-Type is, since we keep the bytes and
// nothing made of them.
//
// The merged head is put to `StoringDecision` like a new one, so that a 304 with `no-store` or
// `private` ends the keeping. When only the request stands against it (no-store, Authorization, a cookie), the
// client gets the merged answer, and what is kept stays as it was.

extension StoredResponse {
  /// A kept answer and what a newer one made of it.
  struct Merge {
    /// For the client that asked.
    let answer: StoredResponse
    let outcome: Outcome

    enum Outcome: Equatable {
      case keep
      case leaveAsItWas
      case remove
    }
  }

  func merged(with answered: AnsweredRequest, rules: CachingRules) -> Merge {
    var request = answered.request
    request.method = .get
    let fields = fields.replaced(by: answered.response.fields)
    let update = AnsweredRequest(
      request: request,
      response: Response(status, fields: fields),
      requestTime: answered.requestTime,
      responseTime: answered.responseTime
    )
    switch StoringDecision(update, rules: rules) {
    case .store(var stored, _):
      stored.content = content
      if variant.hasSameNames(as: stored.variant) { stored.variant = variant }
      return Merge(answer: stored, outcome: .keep)
    case .pass(let reason):
      var answer = self
      answer.fields = Fields(storing: fields, omitting: [], receivedAt: answered.responseTime)
      answer.freshness = StoredFreshness(
        status: status,
        fields: fields.view,
        control: EffectiveControl(fields.view, targets: rules.targets),
        requestTime: answered.requestTime,
        responseTime: answered.responseTime,
        heuristic: rules.heuristic
      )
      let isOfTheRequest =
        reason == .clientNoStore || reason == .authorization || reason == .visitorsCookie
      return Merge(answer: answer, outcome: isOfTheRequest ? .leaveAsItWas : .remove)
    }
  }
}

extension Fields {
  /// These fields with those of a newer answer in place of the ones of the same name.
  fileprivate func replaced(by newer: Fields) -> Fields {
    var newer = newer
    newer.removeHopByHop()
    newer.removeAll { view, index in
      switch view.slot(at: index).known {
      case .contentLength, .contentEncoding, .contentRange: true
      default: false
      }
    }
    var names: Set<FieldName> = ["date", "age"]
    for index in 0..<newer.count {
      if let name = FieldName(newer.view.name(at: index)) { names.insert(name) }
    }
    var merged = self
    merged.removeAll { view, index in
      FieldName(view.name(at: index)).map(names.contains) ?? false
    }
    for index in 0..<newer.count {
      guard let name = FieldName(newer.view.name(at: index)) else { continue }
      merged.append(name, bytes: newer.view.value(at: index))
    }
    return merged
  }
}

extension VariantKey {
  /// Whether both are of answers whose Vary names the same fields, in any order.
  func hasSameNames(as other: VariantKey) -> Bool {
    Set(entries.map(\.name)) == Set(other.entries.map(\.name))
  }
}

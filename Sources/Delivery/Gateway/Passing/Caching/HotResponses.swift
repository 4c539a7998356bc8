// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPServer
import HTTPValues

/// The stored responses of one target, in the forms in which a loop sends them. It belongs to that
/// loop.
final class HotResponses {
  /// The forms of one answer with the age of the present second in them.
  private struct Forms {
    var second = Int64.min
    var whole: PreparedResponse?
    var notModified: PreparedResponse?
  }

  let heads: [StoredResponse]
  private let bodies: [[UInt8]]
  private var forms: [Forms]

  init(_ responses: StoredResponses) {
    heads = responses.heads
    bodies = responses.bodies
    forms = Array(repeating: Forms(), count: responses.heads.count)
  }

  /// Returns the answer as it is sent in this second; `nil` for a form that has to be made each
  /// time.
  func prepared(_ answer: StoredAnswer, _ route: PassRoute, now: Int64) -> PreparedResponse? {
    let index = answer.candidate
    guard answer.reason == .fresh, forms.indices.contains(index) else { return nil }
    if forms[index].second != now { forms[index] = Forms(second: now) }
    switch answer.form {
    case .whole, .headOnly:
      if let known = forms[index].whole { return known }
      let whole = StoredAnswer(candidate: index, form: .whole, reason: .fresh)
      let made = make(whole, route, bodies[index], now)
      forms[index].whole = made
      return made
    case .notModified:
      if let known = forms[index].notModified { return known }
      let made = make(answer, route, [], now)
      forms[index].notModified = made
      return made
    case .part, .parts, .unsatisfiable: return nil
    }
  }

  private func make(
    _ answer: StoredAnswer,
    _ route: PassRoute,
    _ body: [UInt8],
    _ now: Int64
  ) -> PreparedResponse {
    let head = heads[answer.candidate]
    var response = answer.head(of: head, now: now)
    route.finishKept(&response)
    CacheStatus.hit(PassRoute.name, answer, of: head, now: now).append(to: &response.fields)
    return PreparedResponse(response, body: body, keepsDate: true)
  }
}

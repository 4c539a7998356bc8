// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues

/// 1 January 2026, 00:00:00: when the first request of every test is sent.
let start: Int64 = 1_767_225_600

/// Fields as a test writes them, `name: value` each; `@-60` is the date a minute before `instant`.
func fields(_ lines: [String], at instant: Int64 = start) -> Fields {
  var fields = Fields()
  for line in lines {
    guard let colon = line.firstIndex(of: ":"), let name = FieldName(String(line[..<colon])) else {
      preconditionFailure("\(line) is no field")
    }
    var value = line[line.index(after: colon)...]
    while value.first == " " { value.removeFirst() }
    if value.first == "@", let offset = Int64(value.dropFirst()) {
      fields.append(name, HTTPDate(seconds: instant + offset).text)
    } else {
      fields.append(name, String(value))
    }
  }
  return fields
}

/// A request for a page of the test's origin.
func request(_ method: Method = .get, _ lines: [String] = [], target: String = "/page") -> Request {
  Request(method, authority: "origin.example", target: target, fields: fields(lines))
}

func response(_ code: Int = 200, _ lines: [String] = [], at instant: Int64 = start) -> Response {
  guard let status = Status(code) else { preconditionFailure("\(code) is no status") }
  return Response(status, fields: fields(lines, at: instant))
}

/// A request that was answered within the same second.
func answered(
  _ response: Response,
  to request: Request = request(),
  at instant: Int64 = start
) -> AnsweredRequest {
  AnsweredRequest(
    request: request,
    response: response,
    requestTime: instant,
    responseTime: instant
  )
}

/// The head of an answer that was kept whole, with a body of ten bytes.
func stored(
  _ lines: [String],
  code: Int = 200,
  to request: Request = request(),
  rules: CachingRules = CachingRules(),
  at instant: Int64 = start
) -> StoredResponse? {
  let response = response(code, lines, at: instant)
  let decision = StoringDecision(answered(response, to: request, at: instant), rules: rules)
  guard var stored = decision.stored,
    stored.received(stored.content.count ?? 10, isComplete: true, rules: rules) == nil
  else { return nil }
  return stored
}

extension CachingRules {
  /// The defaults with some changed.
  static func with(_ change: (inout CachingRules) -> Void) -> CachingRules {
    var rules = CachingRules()
    change(&rules)
    return rules
  }

  static let targeted = with { $0.targets = ["cdn-cache-control"] }
  static let offering = with { $0.offersVariants = true }
  static let guessing = with { $0.heuristic = Heuristic() }
}

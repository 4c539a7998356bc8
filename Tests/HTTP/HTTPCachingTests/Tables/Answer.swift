// SPDX-License-Identifier: Apache-2.0

import HTTPCaching
import HTTPValues
import Testing

/// A request, its answer, and what becomes of it.
struct Answer: Sendable, CustomTestStringConvertible {
  let method: Method
  let request: [String]
  let code: Int
  let response: [String]
  let reason: CachingReason
  let rules: CachingRules

  private init(
    _ method: Method,
    _ request: [String],
    _ code: Int,
    _ response: [String],
    _ reason: CachingReason,
    _ rules: CachingRules
  ) {
    self.method = method
    self.request = request
    self.code = code
    self.response = response
    self.reason = reason
    self.rules = rules
  }

  init(
    _ code: Int,
    _ response: String...,
    is reason: CachingReason,
    rules: CachingRules = CachingRules()
  ) {
    self.init(.get, [], code, response, reason, rules)
  }

  init(
    asked request: [String],
    _ code: Int,
    _ response: String...,
    is reason: CachingReason,
    rules: CachingRules = CachingRules()
  ) {
    self.init(.get, request, code, response, reason, rules)
  }

  init(
    _ method: Method,
    _ code: Int,
    _ response: String...,
    is reason: CachingReason,
    rules: CachingRules = CachingRules()
  ) {
    self.init(method, [], code, response, reason, rules)
  }

  var testDescription: String { "\(method.name) \(request): \(code) \(response) is \(reason)" }
}

// SPDX-License-Identifier: Apache-2.0

import AnswerCache
import DataFiles

/// Why a purge cannot be understood.
struct PurgeOrderError: Error {
  let message: String
}

/// What is to be let go: `{"tag": "item-7"}`, `{"path": "/items/7"}`, `{"prefix": "/items/"}` or
/// `{"all": true}`, with `"hard": true` where nothing stale may stand in.
struct PurgeOrder {
  let scope: PurgeScope
  let strength: PurgeStrength
  /// What is said in answers and logs.
  let description: String
  /// The order as it came.
  let body: [UInt8]

  init(_ body: [UInt8], store: AnswerStore) throws(PurgeOrderError) {
    self.body = body
    let value: DataValue
    do {
      value = try DataValue(reading: body.span, as: .json)
    } catch {
      throw PurgeOrderError(
        message: "the body is no JSON: found \(error.seen), expected \(error.expected)"
      )
    }
    guard case .dictionary(let order) = value.content else {
      throw PurgeOrderError(message: "the body is \(value.kindName); expected an object")
    }
    for member in order.members
    where !["tag", "path", "prefix", "all", "hard"].contains(member.key) {
      throw PurgeOrderError(
        message: "\"\(member.key)\" means nothing; expected tag, path, prefix, all or hard"
      )
    }
    let named = order.members.filter { $0.key != "hard" }
    guard named.count == 1, let scope = named.first else {
      throw PurgeOrderError(message: "expected one of tag, path, prefix and all")
    }
    switch order["hard"]?.content {
    case nil, .bool(false): strength = .soft
    case .bool(true): strength = .hard
    default: throw PurgeOrderError(message: "\"hard\" is neither true nor false")
    }
    switch (scope.key, scope.value.content) {
    case ("tag", .string(let text)):
      guard let tag = TagName(text) else {
        throw PurgeOrderError(
          message: "\"\(text)\" is no tag; expected 1 to \(TagName.maximumBytes) bytes"
        )
      }
      self.scope = .tag(tag)
      description = "tag \(text)"
    case ("path", .string(let text)):
      self.scope = .path(PurgeOrder.path(text))
      description = "path \(text)"
    case ("prefix", .string(let text)):
      self.scope = .paths(prefix: PurgeOrder.path(text))
      description = "prefix \(text)"
    case ("all", .bool(true)):
      self.scope = .everything
      description = "everything"
    default:
      throw PurgeOrderError(
        message: "\"\(scope.key)\" is \(scope.value.kindName); expected "
          + (scope.key == "all" ? "true" : "a string")
      )
    }
  }

  /// Keys begin with the path without its slash.
  private static func path(_ text: String) -> [UInt8] {
    Array((text.hasPrefix("/") ? text.dropFirst() : text[...]).utf8)
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A document, or a part of one such as a row: its members by their names, and typed properties for those that
/// every renderer knows.
///
/// ```swift
/// let product = Component(["datatype": "product", "title": "Roses", "price": 39.99])
/// print(product.title ?? "", product.price?.double ?? 0)
/// ```
@dynamicMemberLookup
public struct Component: Sendable, Hashable {
  /// The members.
  public var members: [String: JSONValue]

  /// Creates a component of an object; anything else has no members.
  public init(_ value: JSONValue) { members = value.object ?? [:] }

  /// Creates a component of an object or document of the store.
  public init(_ object: StoredObject) {
    self.init((try? JSONValue(json: object.json)) ?? .null)
  }

  /// Creates the document of a failure: that of the service, or else one of datatype `error` with the `kind` of the
  /// failure.
  public init(_ failure: RequestError) {
    self.init(failure.document ?? .null)
    if datatype == nil {
      members["datatype"] = "error"
      members["kind"] = .string("\(failure.kind)")
      if text == nil { members["text"] = .string(failure.reason) }
    }
    if members["_retryAfter"] == nil {
      members["_retryAfter"] = failure.retryAfter.map { .integer($0) }
    }
  }

  /// A member that is no property, such as `component.price`; `nil` without one.
  public subscript(dynamicMember name: String) -> JSONValue? { members[name] }

  /// The datatype, from `datatype`, or from the `type` of a row, such as `button`.
  public var datatype: String? {
    // The type of a problem (RFC 9457) is an address.
    members["datatype"]?.string ?? members["type"]?.string.flatMap { $0.contains(":") ? nil : $0 }
  }

  /// The title, from `title` or `label`.
  public var title: String? { members["title"]?.text ?? members["label"]?.text }

  /// The text, from `text`, or the `message` or `detail` of a message to the user.
  public var text: String? {
    members["text"]?.text ?? members["message"]?.text ?? members["detail"]?.text
  }

  /// The parts that are missing or old, as `_degraded` names them.
  public var degraded: [String] { members["_degraded"]?.array?.compactMap(\.string) ?? [] }

  /// The instant of expiry, in seconds since 1970 by the server's clock.
  public var expires: Int64? { members["_expire"]?.seconds }

  /// The seconds to wait before a retry.
  public var retryAfter: Int64? { members["_retryAfter"]?.seconds }

  /// The component that an app draws if it does not know the datatype of this one, from `else`.
  public var replacement: Component? { members["else"]?.object.map { Component(.object($0)) } }

  /// Returns the value at a path of names and positions, such as `reviews.0.text`.
  public func member(at path: String) -> JSONValue? {
    var value = JSONValue.object(members)
    for name in path.split(separator: ".") {
      guard let next = Int(name).flatMap({ value[$0] }) ?? value[String(name)] else { return nil }
      value = next
    }
    return value
  }

  /// Returns a newer view of the same document, with the members of this one that the newer one lacks because some
  /// of its parts are missing.
  public func updated(by newer: Component) -> Component {
    guard !newer.degraded.isEmpty else { return newer }
    var merged = newer
    merged.members.merge(members.filter { !$0.key.hasPrefix("_") }) { newer, _ in newer }
    return merged
  }
}

extension JSONValue {
  /// The text that shows a string or a number.
  var text: String? {
    switch self {
    case .string(let text): text
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .null, .bool, .array, .object: nil
    }
  }

  /// A number, which may be written as a string.
  var number: Double? { double ?? string.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil } }

  /// Whole seconds, which may be written as a string.
  var seconds: Int64? { integer ?? string.flatMap { Int64($0) } }
}

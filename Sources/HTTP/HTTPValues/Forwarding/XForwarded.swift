// SPDX-License-Identifier: Apache-2.0

import Bytes

/// What X-Forwarded-Proto, -Host and -Port say of a request; nothing when the value is not valid.
///
/// To be asked only when the peer is trusted. Where a field has several members, the one at
/// `distance` from the end counts, which the proxy added that named the client; where it has fewer,
/// the first one, since not every proxy on the way adds to every field.
package struct XForwarded: Sendable, Equatable {
  package let scheme: Scheme?
  package let host: Authority?
  package let port: UInt16?

  package init(_ fields: borrowing FieldsView, distance: Int) {
    var scheme: Scheme?
    var host: Authority?
    var port: UInt16?
    if let index = XForwarded.place(.xForwardedProto, in: fields, distance) {
      scheme = XForwarded.member(.xForwardedProto, in: fields, index) { Scheme($0) }
    }
    if let index = XForwarded.place(.xForwardedHost, in: fields, distance) {
      host = XForwarded.member(.xForwardedHost, in: fields, index) { Authority($0) }
    }
    if let index = XForwarded.place(.xForwardedPort, in: fields, distance) {
      port = XForwarded.member(.xForwardedPort, in: fields, index) {
        $0.decimal.flatMap { UInt16(exactly: $0) }
      }
    }
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// The place of the member to read, from the front; `nil` when there is none.
  private static func place(
    _ name: KnownField,
    in fields: borrowing FieldsView,
    _ distance: Int
  ) -> Int? {
    var count = 0
    var members = FieldMembers(of: name, in: copy fields)
    while members.next() != nil { count += 1 }
    return count == 0 ? nil : max(0, count - max(distance, 1))
  }

  private static func member<Value>(
    _ name: KnownField,
    in fields: borrowing FieldsView,
    _ place: Int,
    _ read: (Span<UInt8>) -> Value?
  ) -> Value? {
    var members = FieldMembers(of: name, in: copy fields)
    var index = 0
    while let member = members.next() {
      if index == place { return read(member) }
      index += 1
    }
    return nil
  }
}

extension Scheme {
  /// `http` or `https` in any case.
  package init?(_ name: Span<UInt8>) {
    if name.matches(lowercase: "https") {
      self = .https
    } else if name.matches(lowercase: "http") {
      self = .http
    } else {
      return nil
    }
  }
}

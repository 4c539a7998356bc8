// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The fields that speak of one connection only and never pass an intermediary (RFC 9110 section
/// 7.6.1).
enum HopByHop {
  /// Drops them, and those that Connection names.
  static func strip(_ fields: inout Fields) {
    let named = namedByConnection(fields)
    fields.removeAll { view, index in
      switch view.slot(at: index).known {
      case .connection, .keepAlive, .proxyConnection, .transferEncoding, .upgrade, .te,
        .http2Settings, .proxyAuthorization, .contentLength:
        return true
      default:
        let name = view.name(at: index)
        return named.contains { name.matches(ignoringCase: $0.utf8Span.span) }
      }
    }
  }

  /// What Connection names, except fields that a sender must not make us drop: without them the
  /// message would mean something else.
  private static func namedByConnection(_ fields: Fields) -> [String] {
    guard let value = fields["connection"] else { return [] }
    return value.split(separator: ",").compactMap { part in
      let name = part.trimmingBlanks
      guard let field = FieldName(name), !isProtected(field.known) else { return nil }
      return name
    }
  }

  private static func isProtected(_ field: KnownField) -> Bool {
    switch field {
    case .host, .cacheControl, .authorization, .cookie, .via, .date, .expires, .vary, .etag,
      .contentType, .contentEncoding, .maxForwards, .xForwardedFor, .forwarded:
      true
    default: false
    }
  }
}

extension Substring {
  fileprivate var trimmingBlanks: String {
    var rest = self
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last == " " || last == "\t" { rest.removeLast() }
    return String(rest)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A request head that owns its bytes: what an `async` handler works on and a client sends.
package struct Request: Sendable, Equatable {
  package var method: Method
  package var scheme: Scheme
  /// Host and port as sent in Host or `:authority`; empty when an HTTP/1.0 client sent none.
  package var authority: String
  /// Path and query as sent (origin-form), `*` for OPTIONS of the server as a whole.
  package var target: String
  package var version: Version
  package var fields: Fields

  package init(
    _ method: Method = .get,
    scheme: Scheme = .http,
    authority: String,
    target: String,
    version: Version = .http11,
    fields: Fields = Fields()
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.target = target
    self.version = version
    self.fields = fields
  }

  /// Looks at the request as at one that lies in a buffer.
  package func withView<Result>(_ body: (borrowing RequestView) -> Result) -> Result {
    body(
      RequestView(
        method: method,
        scheme: scheme,
        version: version,
        authority: authority.utf8Span.span,
        target: target.utf8Span.span,
        fields: fields.view
      )
    )
  }

  /// A copy of a request that lies in somebody else's buffer.
  package init(copying view: borrowing RequestView) {
    method = view.method
    scheme = view.scheme
    authority = view.authority.text
    target = view.target.text
    version = view.version
    fields = Fields(copying: view.fields)
  }
}

package enum Scheme: UInt8, Sendable, Hashable {
  case http
  case https

  /// `http` or `https` in any case.
  init?(_ name: Span<UInt8>) {
    if name.matches(lowercase: "https") {
      self = .https
    } else if name.matches(lowercase: "http") {
      self = .http
    } else {
      return nil
    }
  }

  package var name: StaticString { self == .http ? "http" : "https" }
  package var defaultPort: UInt16 { self == .http ? 80 : 443 }
}

/// A request head, looked at where it lies in the read buffer; it costs no allocation.
package struct RequestView: ~Escapable {
  package let method: Method
  package let scheme: Scheme
  package let version: Version
  /// Host and port, empty when an HTTP/1.0 client sent none.
  package let authority: Span<UInt8>
  /// Path and query, or `*`.
  package let target: Span<UInt8>
  package let fields: FieldsView

  @inlinable
  @_lifetime(copy authority, copy target, copy fields)
  package init(
    method: Method,
    scheme: Scheme,
    version: Version,
    authority: Span<UInt8>,
    target: Span<UInt8>,
    fields: FieldsView
  ) {
    self.method = method
    self.scheme = scheme
    self.version = version
    self.authority = authority
    self.target = target
    self.fields = fields
  }

  /// The target up to its query.
  package var path: Span<UInt8> {
    @_lifetime(copy self)
    get { target.extracting(first: target.firstIndex(of: UInt8(ascii: "?")) ?? target.count) }
  }
}

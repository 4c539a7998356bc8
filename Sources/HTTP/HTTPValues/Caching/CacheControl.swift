// SPDX-License-Identifier: Apache-2.0

// The directives of a response, RFC 9111 section 5.2.2 with RFC 5861 and RFC 8246, out of
// Cache-Control or a targeted field (RFC 9213), which is parsed quite differently
// (`CacheControl+Targeted`) and means the same.
//
// Cache-Control is read leniently, and every doubt is decided against caching: of a repeated
// directive the most restrictive counts; an age that is no number is 0; `private` or `no-cache`
// with a list of fields that cannot be read, or is very long, covers the whole response; an argument where there
// should be none is passed over. A number may be quoted, one past 2^31 is 2^31.

/// Directives of a response about storing and reusing it.
package struct CacheControl: Sendable, Equatable {
  /// Part of a response that a directive covers.
  package enum Coverage: Sendable, Equatable {
    case nothing
    /// These fields only.
    case fields([FieldName])
    case everything

    /// A list of more fields than this covers everything.
    package static let maximumFields = 64

    /// The union of both.
    func joined(with other: Coverage) -> Coverage {
      switch (self, other) {
      case (.nothing, let some), (let some, .nothing): return some
      case (.fields(let some), .fields(let more)):
        let both = some + more.filter { !some.contains($0) }
        return both.count <= Coverage.maximumFields ? .fields(both) : .everything
      case (.everything, _), (_, .everything): return .everything
      }
    }
  }

  /// A directive that has no meaning here, kept to be passed on.
  package struct Extension: Sendable, Equatable {
    /// In lower case.
    package let name: String
    package let value: String?

    package init(name: String, value: String?) {
      self.name = name
      self.value = value
    }
  }

  package var isPublic = false
  package var noStore = false
  package var noTransform = false
  package var mustRevalidate = false
  package var proxyRevalidate = false
  package var mustUnderstand = false
  package var immutable = false
  package var noCache = Coverage.nothing
  package var isPrivate = Coverage.nothing
  /// Seconds, as all that follow.
  package var maxAge: Int?
  /// `s-maxage`.
  package var sharedMaxAge: Int?
  package var staleWhileRevalidate: Int?
  package var staleIfError: Int?
  package var extensions: [Extension] = []

  /// No directive at all.
  package init() {}
}

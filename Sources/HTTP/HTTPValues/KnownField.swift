// SPDX-License-Identifier: Apache-2.0

/// The field names that the gateway knows by number, so that finding one in a message compares
/// integers.
///
/// A name that is not here works the same, compared by its letters.
package enum KnownField: UInt8, Sendable, Hashable, CaseIterable {
  /// Any name that is not in this list.
  case other = 0
  case accept
  case acceptCh
  case acceptEncoding
  case acceptLanguage
  case acceptRanges
  case accessControlAllowOrigin
  case age
  case allow
  case altSvc
  case authorization
  case availableDictionary
  case cacheControl
  case cacheGroupInvalidation
  case cacheGroups
  case cacheStatus
  case cdnCacheControl
  case cdnLoop
  case connection
  case contentDigest
  case contentDisposition
  case contentEncoding
  case contentLanguage
  case contentLength
  case contentLocation
  case contentRange
  case contentSecurityPolicy
  case contentType
  case cookie
  case date
  case deprecation
  case etag
  case expect
  case expires
  case forwarded
  case from
  case host
  case http2Settings
  case idempotencyKey
  case ifMatch
  case ifModifiedSince
  case ifNoneMatch
  case ifRange
  case ifUnmodifiedSince
  case keepAlive
  case lastModified
  case link
  case location
  case maxForwards
  case noVarySearch
  case origin
  case pragma
  case prefer
  case priority
  case proxyAuthenticate
  case proxyAuthenticationInfo
  case proxyAuthorization
  case proxyConnection
  case proxyStatus
  case range
  case ratelimit
  case ratelimitPolicy
  case referer
  case reprDigest
  case retryAfter
  case server
  case serverTiming
  case setCookie
  case strictTransportSecurity
  case sunset
  case surrogateControl
  case surrogateKey
  case te
  case traceparent
  case tracestate
  case trailer
  case transferEncoding
  case upgrade
  case userAgent
  case vary
  case via
  case wantContentDigest
  case wantReprDigest
  case warning
  case wwwAuthenticate
  case xContentTypeOptions
  case xForwardedFor
  case xForwardedHost
  case xForwardedPort
  case xForwardedProto
  case xRealIp
  case xRequestId

  /// The name in lower case; empty for `other`.
  package var name: StaticString {
    switch self {
    case .other: ""
    case .accept: "accept"
    case .acceptCh: "accept-ch"
    case .acceptEncoding: "accept-encoding"
    case .acceptLanguage: "accept-language"
    case .acceptRanges: "accept-ranges"
    case .accessControlAllowOrigin: "access-control-allow-origin"
    case .age: "age"
    case .allow: "allow"
    case .altSvc: "alt-svc"
    case .authorization: "authorization"
    case .availableDictionary: "available-dictionary"
    case .cacheControl: "cache-control"
    case .cacheGroupInvalidation: "cache-group-invalidation"
    case .cacheGroups: "cache-groups"
    case .cacheStatus: "cache-status"
    case .cdnCacheControl: "cdn-cache-control"
    case .cdnLoop: "cdn-loop"
    case .connection: "connection"
    case .contentDigest: "content-digest"
    case .contentDisposition: "content-disposition"
    case .contentEncoding: "content-encoding"
    case .contentLanguage: "content-language"
    case .contentLength: "content-length"
    case .contentLocation: "content-location"
    case .contentRange: "content-range"
    case .contentSecurityPolicy: "content-security-policy"
    case .contentType: "content-type"
    case .cookie: "cookie"
    case .date: "date"
    case .deprecation: "deprecation"
    case .etag: "etag"
    case .expect: "expect"
    case .expires: "expires"
    case .forwarded: "forwarded"
    case .from: "from"
    case .host: "host"
    case .http2Settings: "http2-settings"
    case .idempotencyKey: "idempotency-key"
    case .ifMatch: "if-match"
    case .ifModifiedSince: "if-modified-since"
    case .ifNoneMatch: "if-none-match"
    case .ifRange: "if-range"
    case .ifUnmodifiedSince: "if-unmodified-since"
    case .keepAlive: "keep-alive"
    case .lastModified: "last-modified"
    case .link: "link"
    case .location: "location"
    case .maxForwards: "max-forwards"
    case .noVarySearch: "no-vary-search"
    case .origin: "origin"
    case .pragma: "pragma"
    case .prefer: "prefer"
    case .priority: "priority"
    case .proxyAuthenticate: "proxy-authenticate"
    case .proxyAuthenticationInfo: "proxy-authentication-info"
    case .proxyAuthorization: "proxy-authorization"
    case .proxyConnection: "proxy-connection"
    case .proxyStatus: "proxy-status"
    case .range: "range"
    case .ratelimit: "ratelimit"
    case .ratelimitPolicy: "ratelimit-policy"
    case .referer: "referer"
    case .reprDigest: "repr-digest"
    case .retryAfter: "retry-after"
    case .server: "server"
    case .serverTiming: "server-timing"
    case .setCookie: "set-cookie"
    case .strictTransportSecurity: "strict-transport-security"
    case .sunset: "sunset"
    case .surrogateControl: "surrogate-control"
    case .surrogateKey: "surrogate-key"
    case .te: "te"
    case .traceparent: "traceparent"
    case .tracestate: "tracestate"
    case .trailer: "trailer"
    case .transferEncoding: "transfer-encoding"
    case .upgrade: "upgrade"
    case .userAgent: "user-agent"
    case .vary: "vary"
    case .via: "via"
    case .wantContentDigest: "want-content-digest"
    case .wantReprDigest: "want-repr-digest"
    case .warning: "warning"
    case .wwwAuthenticate: "www-authenticate"
    case .xContentTypeOptions: "x-content-type-options"
    case .xForwardedFor: "x-forwarded-for"
    case .xForwardedHost: "x-forwarded-host"
    case .xForwardedPort: "x-forwarded-port"
    case .xForwardedProto: "x-forwarded-proto"
    case .xRealIp: "x-real-ip"
    case .xRequestId: "x-request-id"
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The pseudo-fields, by their first place in the static table (RFC 7541 appendix A).
enum StaticField: UInt8 {
  case authority = 1
  case method = 2
  case path = 4
  case scheme = 6
  case status = 8

  var name: StaticString {
    switch self {
    case .authority: ":authority"
    case .method: ":method"
    case .path: ":path"
    case .scheme: ":scheme"
    case .status: ":status"
    }
  }

  /// The place of the field with this value; `nil` where there is none.
  func index(of value: Span<UInt8>) -> UInt8? {
    switch self {
    case .method: value.matches("GET") ? 2 : value.matches("POST") ? 3 : nil
    case .path: value.matches("/") ? 4 : nil
    case .scheme: value.matches("http") ? 6 : value.matches("https") ? 7 : nil
    case .authority, .status: nil
    }
  }

  static func index(of status: Status) -> UInt8? {
    switch status.code {
    case 200: 8
    case 204: 9
    case 206: 10
    case 304: 11
    case 400: 12
    case 404: 13
    case 500: 14
    default: nil
    }
  }
}

extension KnownField {
  /// The place of the name in the static table; 0 where it has none.
  var staticIndex: UInt8 {
    switch self {
    case .acceptEncoding: 16
    case .acceptLanguage: 17
    case .acceptRanges: 18
    case .accept: 19
    case .accessControlAllowOrigin: 20
    case .age: 21
    case .allow: 22
    case .authorization: 23
    case .cacheControl: 24
    case .contentDisposition: 25
    case .contentEncoding: 26
    case .contentLanguage: 27
    case .contentLength: 28
    case .contentLocation: 29
    case .contentRange: 30
    case .contentType: 31
    case .cookie: 32
    case .date: 33
    case .etag: 34
    case .expect: 35
    case .expires: 36
    case .from: 37
    case .host: 38
    case .ifMatch: 39
    case .ifModifiedSince: 40
    case .ifNoneMatch: 41
    case .ifRange: 42
    case .ifUnmodifiedSince: 43
    case .lastModified: 44
    case .link: 45
    case .location: 46
    case .maxForwards: 47
    case .proxyAuthenticate: 48
    case .proxyAuthorization: 49
    case .range: 50
    case .referer: 51
    case .retryAfter: 53
    case .server: 54
    case .setCookie: 55
    case .strictTransportSecurity: 56
    case .userAgent: 58
    case .vary: 59
    case .via: 60
    case .wwwAuthenticate: 61
    default: 0
    }
  }

  /// Whether the field speaks of one HTTP/1.1 connection and has no place in HTTP/2 (RFC 9113
  /// section 8.2.2).
  var isConnectionSpecific: Bool {
    switch self {
    case .connection, .keepAlive, .proxyConnection, .transferEncoding, .upgrade, .http2Settings:
      true
    default: false
    }
  }
}

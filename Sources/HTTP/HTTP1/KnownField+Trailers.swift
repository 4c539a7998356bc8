// SPDX-License-Identifier: Apache-2.0

import HTTPValues

extension KnownField {
  /// Whether the field, if merged into the head, would change where messages begin and end, or
  /// where they go. In trailers, such a field is only sent to deceive.
  var framesMessages: Bool {
    switch self {
    case .transferEncoding, .contentLength, .host, .trailer, .te, .connection, .keepAlive,
      .proxyConnection, .upgrade, .expect, .http2Settings:
      true
    default: false
    }
  }

  /// Whether the field would come too late behind the content (RFC 9110 section 6.5.1): it frames
  /// messages, decides who may ask, how the content is read or how an answer is cached.
  var isForbiddenInTrailers: Bool {
    switch self {
    case .authorization, .proxyAuthorization, .proxyAuthenticate, .wwwAuthenticate, .cookie,
      .setCookie, .contentEncoding, .contentType, .contentRange, .contentLocation, .cacheControl,
      .cdnCacheControl, .surrogateControl, .expires, .age, .date, .vary, .location, .retryAfter,
      .maxForwards, .ifMatch, .ifNoneMatch, .ifModifiedSince, .ifUnmodifiedSince, .ifRange, .range:
      true
    default: framesMessages
    }
  }
}

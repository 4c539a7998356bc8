// SPDX-License-Identifier: Apache-2.0

/// A status code of three digits, RFC 9110 section 15.
package struct Status: Sendable, Hashable {
  package let code: UInt16

  /// `nil` outside 100...599: a code that no client could sort into a class.
  package init?(_ code: Int) {
    guard (100...599).contains(code) else { return nil }
    self.code = UInt16(code)
  }

  private init(registered code: UInt16) { self.code = code }

  package static let `continue` = Status(registered: 100)
  package static let switchingProtocols = Status(registered: 101)
  package static let earlyHints = Status(registered: 103)
  package static let ok = Status(registered: 200)
  package static let created = Status(registered: 201)
  package static let accepted = Status(registered: 202)
  package static let noContent = Status(registered: 204)
  package static let partialContent = Status(registered: 206)
  package static let movedPermanently = Status(registered: 301)
  package static let found = Status(registered: 302)
  package static let seeOther = Status(registered: 303)
  package static let notModified = Status(registered: 304)
  package static let temporaryRedirect = Status(registered: 307)
  package static let permanentRedirect = Status(registered: 308)
  package static let badRequest = Status(registered: 400)
  package static let unauthorized = Status(registered: 401)
  package static let forbidden = Status(registered: 403)
  package static let notFound = Status(registered: 404)
  package static let methodNotAllowed = Status(registered: 405)
  package static let notAcceptable = Status(registered: 406)
  package static let requestTimeout = Status(registered: 408)
  package static let conflict = Status(registered: 409)
  package static let gone = Status(registered: 410)
  package static let lengthRequired = Status(registered: 411)
  package static let preconditionFailed = Status(registered: 412)
  package static let contentTooLarge = Status(registered: 413)
  package static let uriTooLong = Status(registered: 414)
  package static let unsupportedMediaType = Status(registered: 415)
  package static let rangeNotSatisfiable = Status(registered: 416)
  package static let expectationFailed = Status(registered: 417)
  package static let misdirectedRequest = Status(registered: 421)
  package static let unprocessableContent = Status(registered: 422)
  package static let upgradeRequired = Status(registered: 426)
  package static let preconditionRequired = Status(registered: 428)
  package static let tooManyRequests = Status(registered: 429)
  package static let requestHeaderFieldsTooLarge = Status(registered: 431)
  package static let unavailableForLegalReasons = Status(registered: 451)
  package static let internalServerError = Status(registered: 500)
  package static let notImplemented = Status(registered: 501)
  package static let badGateway = Status(registered: 502)
  package static let serviceUnavailable = Status(registered: 503)
  package static let gatewayTimeout = Status(registered: 504)
  package static let httpVersionNotSupported = Status(registered: 505)
  package static let loopDetected = Status(registered: 508)

  package var isInformational: Bool { code < 200 }
  package var isSuccess: Bool { (200..<300).contains(code) }
  package var isRedirect: Bool { (300..<400).contains(code) }

  /// Whether a message with this status never has content (RFC 9110 section 6.4.1).
  package var forbidsContent: Bool { code < 200 || code == 204 || code == 304 }

  /// The phrase of the registry, for HTTP/1.1's status line; empty for an unregistered code.
  package var reason: StaticString {
    switch code {
    case 100: "Continue"
    case 101: "Switching Protocols"
    case 102: "Processing"
    case 103: "Early Hints"
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 203: "Non-Authoritative Information"
    case 204: "No Content"
    case 205: "Reset Content"
    case 206: "Partial Content"
    case 207: "Multi-Status"
    case 208: "Already Reported"
    case 226: "IM Used"
    case 300: "Multiple Choices"
    case 301: "Moved Permanently"
    case 302: "Found"
    case 303: "See Other"
    case 304: "Not Modified"
    case 305: "Use Proxy"
    case 307: "Temporary Redirect"
    case 308: "Permanent Redirect"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 402: "Payment Required"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 406: "Not Acceptable"
    case 407: "Proxy Authentication Required"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 411: "Length Required"
    case 412: "Precondition Failed"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 416: "Range Not Satisfiable"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 423: "Locked"
    case 424: "Failed Dependency"
    case 425: "Too Early"
    case 426: "Upgrade Required"
    case 428: "Precondition Required"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 451: "Unavailable For Legal Reasons"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    case 506: "Variant Also Negotiates"
    case 507: "Insufficient Storage"
    case 508: "Loop Detected"
    case 511: "Network Authentication Required"
    default: ""
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The four forms of a target (RFC 9112 section 3.2).
struct RequestTarget {
  let scheme: Scheme?
  let authority: Range<Int>?
  let path: Range<Int>

  init(_ bytes: Span<UInt8>, _ line: RequestLine) throws(HeadFault) {
    let target = line.target
    let first = bytes[target.lowerBound]
    if case .connect = line.method {
      guard Authority(bytes.extracting(target))?.port != nil else {
        throw HeadFault(.target, at: target.lowerBound)
      }
      self.init(scheme: nil, authority: target, path: target)
    } else if first == UInt8(ascii: "/") {
      self.init(scheme: nil, authority: nil, path: target)
    } else if first == UInt8(ascii: "*") {
      guard case .options = line.method, target.count == 1 else {
        throw HeadFault(.target, at: target.lowerBound)
      }
      self.init(scheme: nil, authority: nil, path: target)
    } else {
      try self.init(absolute: target, bytes)
    }
  }

  private init(scheme: Scheme?, authority: Range<Int>?, path: Range<Int>) {
    self.scheme = scheme
    self.authority = authority
    self.path = path
  }

  /// `http://host:port/path?query`
  private init(absolute target: Range<Int>, _ bytes: Span<UInt8>) throws(HeadFault) {
    let text = bytes.extracting(target)
    let scheme: Scheme
    if text.count >= 7, text.extracting(first: 7).matches(lowercase: "http://") {
      scheme = .http
    } else if text.count >= 8, text.extracting(first: 8).matches(lowercase: "https://") {
      scheme = .https
    } else {
      throw HeadFault(.target, at: target.lowerBound)
    }
    let start = target.lowerBound + (scheme == .http ? 7 : 8)
    var end = start
    while end < target.upperBound, bytes[end] != UInt8(ascii: "/"), bytes[end] != UInt8(ascii: "?")
    { end += 1 }
    guard Authority.isValid(bytes.extracting(start..<end)) else {
      throw HeadFault(.target, at: start)
    }
    if end == target.upperBound {
      // The path is `/`, and a slash stands right before the authority.
      self.init(scheme: scheme, authority: start..<end, path: (start - 1)..<start)
    } else {
      // A query without a path would need a slash where there is none.
      guard bytes[end] == UInt8(ascii: "/") else { throw HeadFault(.target, at: end) }
      self.init(scheme: scheme, authority: start..<end, path: end..<target.upperBound)
    }
  }
}

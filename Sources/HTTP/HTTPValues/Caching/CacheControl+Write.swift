// SPDX-License-Identifier: Apache-2.0

import Bytes

extension CacheControl: CustomStringConvertible {
  /// The value of a Cache-Control field; empty without directives.
  package var description: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return bytes.span.text
  }

  package var isEmpty: Bool { self == CacheControl() }

  /// Appends the value of a Cache-Control field, always in the same order.
  package func append(to bytes: inout [UInt8]) {
    let list = DirectiveList(start: bytes.count)
    if isPublic { list.add("public", to: &bytes) }
    list.add("private", isPrivate, to: &bytes)
    list.add("no-cache", noCache, to: &bytes)
    if noStore { list.add("no-store", to: &bytes) }
    list.add("max-age", maxAge, to: &bytes)
    list.add("s-maxage", sharedMaxAge, to: &bytes)
    if mustRevalidate { list.add("must-revalidate", to: &bytes) }
    if proxyRevalidate { list.add("proxy-revalidate", to: &bytes) }
    if mustUnderstand { list.add("must-understand", to: &bytes) }
    if noTransform { list.add("no-transform", to: &bytes) }
    if immutable { list.add("immutable", to: &bytes) }
    list.add("stale-while-revalidate", staleWhileRevalidate, to: &bytes)
    list.add("stale-if-error", staleIfError, to: &bytes)
    for known in extensions {
      list.separate(&bytes)
      bytes.append(known.name.utf8Span.span)
      guard let value = known.value else { continue }
      bytes.append(UInt8(ascii: "="))
      QuotedString.append(value, to: &bytes)
    }
  }
}

/// Writes directives behind one another.
struct DirectiveList {
  /// Number of bytes before the first directive.
  let start: Int

  func separate(_ bytes: inout [UInt8]) {
    if bytes.count > start { bytes.append(", ") }
  }

  func add(_ name: StaticString, to bytes: inout [UInt8]) {
    separate(&bytes)
    bytes.append(name)
  }

  func add(_ name: StaticString, _ seconds: Int?, to bytes: inout [UInt8]) {
    guard let seconds else { return }
    add(name, to: &bytes)
    bytes.append(UInt8(ascii: "="))
    bytes.append(decimal: min(max(seconds, 0), DeltaSeconds.limit))
  }

  func add(
    _ name: StaticString,
    _ coverage: CacheControl.Coverage,
    to bytes: inout [UInt8]
  ) {
    switch coverage {
    case .nothing: return
    case .everything: add(name, to: &bytes)
    case .fields(let names):
      add(name, to: &bytes)
      bytes.append("=\"")
      for (index, field) in names.enumerated() {
        if index > 0 { bytes.append(", ") }
        bytes.append(field.description.utf8Span.span)
      }
      bytes.append(UInt8(ascii: "\""))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

package import Bytes

extension CacheControl: CustomStringConvertible {
  /// The value of a Cache-Control field; empty without directives.
  package var description: String {
    var buffer = ByteBuffer(capacity: 128)
    append(to: &buffer)
    return buffer.span.text
  }

  package var isEmpty: Bool { self == CacheControl() }

  /// Appends the value of a Cache-Control field, always in the same order.
  package func append(to buffer: inout ByteBuffer) {
    let list = DirectiveList(start: buffer.count)
    if isPublic { list.add("public", to: &buffer) }
    list.add("private", isPrivate, to: &buffer)
    list.add("no-cache", noCache, to: &buffer)
    if noStore { list.add("no-store", to: &buffer) }
    list.add("max-age", maxAge, to: &buffer)
    list.add("s-maxage", sharedMaxAge, to: &buffer)
    if mustRevalidate { list.add("must-revalidate", to: &buffer) }
    if proxyRevalidate { list.add("proxy-revalidate", to: &buffer) }
    if mustUnderstand { list.add("must-understand", to: &buffer) }
    if noTransform { list.add("no-transform", to: &buffer) }
    if immutable { list.add("immutable", to: &buffer) }
    list.add("stale-while-revalidate", staleWhileRevalidate, to: &buffer)
    list.add("stale-if-error", staleIfError, to: &buffer)
    for known in extensions {
      list.separate(&buffer)
      buffer.append(known.name)
      guard let value = known.value else { continue }
      buffer.append(UInt8(ascii: "="))
      QuotedString.append(value, to: &buffer)
    }
  }
}

/// Writes directives behind one another.
struct DirectiveList {
  /// Length of the buffer before the first directive.
  let start: Int

  func separate(_ buffer: inout ByteBuffer) {
    if buffer.count > start { buffer.append(", ") }
  }

  func add(_ name: StaticString, to buffer: inout ByteBuffer) {
    separate(&buffer)
    buffer.append(name)
  }

  func add(_ name: StaticString, _ seconds: Int?, to buffer: inout ByteBuffer) {
    guard let seconds else { return }
    add(name, to: &buffer)
    buffer.append(UInt8(ascii: "="))
    buffer.append(decimal: min(max(seconds, 0), DeltaSeconds.limit))
  }

  func add(
    _ name: StaticString,
    _ coverage: CacheControl.Coverage,
    to buffer: inout ByteBuffer
  ) {
    switch coverage {
    case .nothing: return
    case .everything: add(name, to: &buffer)
    case .fields(let names):
      add(name, to: &buffer)
      buffer.append("=\"")
      for (index, field) in names.enumerated() {
        if index > 0 { buffer.append(", ") }
        buffer.append(field.description)
      }
      buffer.append(UInt8(ascii: "\""))
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes

/// A request's place in a trace (W3C Trace Context): the trace, the span that asks, and whether the
/// trace is recorded.
///
/// It is what `traceparent` says. A sender that says it wrongly is treated as one that says nothing:
/// the trace begins anew, and its `tracestate` is dropped.
package struct TraceContext: Sendable, Hashable {
  package let trace: TraceID
  package let span: SpanID
  package let flags: TraceFlags

  package init(_ trace: TraceID, _ span: SpanID, _ flags: TraceFlags) {
    self.trace = trace
    self.span = span
    self.flags = flags
  }

  /// The bytes of a `traceparent` of the only version that there is.
  package static let byteCount = 55

  /// Reads the value of `traceparent`; `nil` for one that is not valid.
  ///
  /// Of a later version the parts that this one knows are read, and what follows them is ignored.
  package init?(_ value: Span<UInt8>) {
    guard value.count >= TraceContext.byteCount,
      let version = value.hexadecimal(0..<2), version != 0xff,
      version != 0 || value.count == TraceContext.byteCount,
      value.count == TraceContext.byteCount || value[TraceContext.byteCount] == UInt8(ascii: "-"),
      value[2] == UInt8(ascii: "-"), value[35] == UInt8(ascii: "-"),
      value[52] == UInt8(ascii: "-"),
      let high = value.hexadecimal(3..<19), let low = value.hexadecimal(19..<35),
      let trace = TraceID(high, low),
      let span = value.hexadecimal(36..<52).flatMap({ SpanID($0) }),
      let flags = value.hexadecimal(53..<55)
    else { return nil }
    self.init(trace, span, TraceFlags(rawValue: UInt8(truncatingIfNeeded: flags)))
  }

  /// Reads the context of a request: that of its only `traceparent`.
  package init?(_ fields: FieldsView) {
    guard let index = fields.onlyIndex(of: .traceparent) else { return nil }
    self.init(fields.value(at: index))
  }

  /// Returns the same trace with another span in place of the one that asks.
  package func with(_ span: SpanID) -> TraceContext { TraceContext(trace, span, flags) }

  /// The value of `traceparent`.
  package var value: InlineArray<55, UInt8> {
    var value = InlineArray<55, UInt8>(repeating: UInt8(ascii: "-"))
    (value[0], value[1]) = (UInt8(ascii: "0"), UInt8(ascii: "0"))
    // Flags that later versions define mean nothing in this one.
    value[53] = UInt8(ascii: "0")
    value[54] = UInt8(ascii: "0") | flags.intersection(.known).rawValue
    var span = value.mutableSpan
    span.write(hexadecimal: trace.high, at: 3)
    span.write(hexadecimal: trace.low, at: 19)
    span.write(hexadecimal: self.span.value, at: 36)
    return value
  }
}

extension Fields {
  /// Says in which trace and span a request is sent, in place of what the fields say of traces.
  package mutating func set(_ trace: TraceContext, _ state: TraceState?) {
    if contains(FieldName(.traceparent)) { remove(FieldName(.traceparent)) }
    if contains(FieldName(.tracestate)) { remove(FieldName(.tracestate)) }
    let value = trace.value
    append(FieldName(.traceparent), bytes: value.span)
    if let state { append(FieldName(.tracestate), state.text) }
  }
}

extension TraceContext: CustomStringConvertible {
  package var description: String {
    let value = value
    return value.span.text
  }
}

/// The flags of a trace.
package struct TraceFlags: OptionSet, Sendable, Hashable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The caller may have recorded the trace.
  package static let sampled = TraceFlags(rawValue: 1)
  /// At least the last 7 bytes of the trace's id are random.
  package static let random = TraceFlags(rawValue: 2)

  static let known: TraceFlags = [.sampled, .random]
}

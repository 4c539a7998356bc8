// SPDX-License-Identifier: Apache-2.0

import Bytes
import DataFiles
import HTTPClient
import HTTPValues

/// The result of a request to a collector, as OTLP's specification has it.
enum OTLPResponse: Equatable {
  /// The collector accepted everything except this number of signals, which must not be sent again.
  case taken(rejected: Int, String)
  /// The request may be sent again, at the earliest after this number of seconds.
  case later(String, seconds: Int64)
  /// The collector does not accept this, now or later.
  case refused(String)

  /// The number of characters of a collector's message that are shown.
  private static let shownLetters = 200

  init(_ answer: FetchedResponse, _ format: OTLPFormat, now: Int64) {
    let code = answer.response.status.code
    switch code {
    case 200..<300:
      let (rejected, why) = OTLPResponse.rejection(in: answer.body, format)
      self = .taken(rejected: rejected, why)
    case 429, 502, 503, 504:
      let after = answer.response.fields[FieldName(.retryAfter)].flatMap {
        RetryAfter($0.utf8Span.span, now: now)
      }
      self = .later("status \(code)", seconds: after?.delay(now: now) ?? 0)
    default: self = .refused("status \(code), expected 200\(OTLPResponse.shown(answer.body))")
    }
  }

  private static func shown(_ body: [UInt8]) -> String {
    // A fault in Protocol Buffers contains its text; bytes that are not readable are left out.
    let text = String(decoding: body, as: UTF8.self).unicodeScalars.filter {
      $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
    }
    return text.isEmpty ? "" : ": \(String(String.UnicodeScalarView(text.prefix(shownLetters))))"
  }

  /// The `partial_success` of a response: field 1 with the number in its field 1 and the reason in 2.
  private static func rejection(in body: [UInt8], _ format: OTLPFormat) -> (Int, String) {
    switch format {
    case .protobuf:
      var (count, why) = (0, "")
      var reader = ProtobufReader(body)
      while let (number, value) = reader.next() {
        guard number == 1, case .bytes(let inner) = value else { continue }
        var reader = ProtobufReader(inner)
        while let (number, value) = reader.next() {
          switch (number, value) {
          case (1, .number(let rejected)): count = Int(clamping: rejected)
          case (2, .bytes(let text)): why = String(decoding: text, as: UTF8.self)
          default: break
          }
        }
      }
      return (count, why)
    case .json:
      guard let answer = try? DataValue(reading: body.span, as: .json),
        let partial = answer["partialSuccess"]
      else { return (0, "") }
      let counts = ["rejectedSpans", "rejectedLogRecords", "rejectedDataPoints"].compactMap {
        name in
        switch partial[name]?.content {
        case .integer(let number)?: Int(number)
        case .string(let text)?: Int(text)
        default: nil
        }
      }
      guard case .string(let why)? = partial["errorMessage"]?.content else {
        return (counts.first ?? 0, "")
      }
      return (counts.first ?? 0, why)
    }
  }
}

/// Reads the fields of a message, and checks every length that it states.
struct ProtobufReader {
  enum Value: Equatable {
    case number(UInt64)
    case bytes([UInt8])
  }

  private var rest: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// The next field; `nil` at the end, and where the rest is no message.
  mutating func next() -> (number: UInt64, value: Value)? {
    guard let tag = varint() else { return nil }
    switch tag & 7 {
    case 0: return varint().map { (tag >> 3, .number($0)) }
    case 1: return fixed(8).map { (tag >> 3, .number($0)) }
    case 2:
      guard let length = varint(), length <= rest.count else { return nil }
      defer { rest = rest.dropFirst(Int(length)) }
      return (tag >> 3, .bytes(Array(rest.prefix(Int(length)))))
    case 5: return fixed(4).map { (tag >> 3, .number($0)) }
    default: return nil
    }
  }

  private mutating func varint() -> UInt64? {
    var value: UInt64 = 0
    for shift in stride(from: 0, to: 64, by: 7) {
      guard let byte = rest.popFirst() else { return nil }
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
    }
    return nil
  }

  private mutating func fixed(_ count: Int) -> UInt64? {
    guard rest.count >= count else { return nil }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

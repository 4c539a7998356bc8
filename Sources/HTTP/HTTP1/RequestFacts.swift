// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// What the fields of a request say about its connection and its body.
struct RequestFacts {
  private(set) var framing = BodyFraming.none
  private(set) var host: Range<Int>?
  private(set) var expectsContinue = false
  private var closes = false
  private var keepsAlive = false
  private var hasLength = false
  private var hasCoding = false

  init(_ fields: borrowing FieldsView, _ version: Version) throws(HeadFault) {
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      switch slot.known {
      case .host:
        guard host == nil else { throw HeadFault(.host, at: slot.value.lowerBound) }
        host = slot.value
      case .contentLength: try readLength(fields.value(at: index), slot)
      case .transferEncoding: try readCoding(fields.value(at: index), slot, version)
      case .connection: readConnection(fields.value(at: index))
      case .expect:
        guard fields.value(at: index).matches(lowercase: "100-continue") else {
          throw HeadFault(.expectation, at: slot.value.lowerBound)
        }
        expectsContinue = version >= .http11
      default: break
      }
    }
    if framing == .none { expectsContinue = false }
  }

  func isPersistent(_ version: Version) -> Bool {
    !closes && (version >= .http11 || keepsAlive)
  }

  private mutating func readLength(
    _ value: Span<UInt8>,
    _ slot: FieldSlot
  ) throws(HeadFault) {
    guard !hasCoding else { throw HeadFault(.lengthAndCoding, at: slot.value.lowerBound) }
    guard !hasLength, let length = value.decimal else {
      throw HeadFault(.contentLength, at: slot.value.lowerBound)
    }
    hasLength = true
    framing = length == 0 ? .none : .length(length)
  }

  private mutating func readCoding(
    _ value: Span<UInt8>,
    _ slot: FieldSlot,
    _ version: Version
  ) throws(HeadFault) {
    let place = slot.value.lowerBound
    guard !hasLength else { throw HeadFault(.lengthAndCoding, at: place) }
    guard !hasCoding, version >= .http11 else { throw HeadFault(.transferCoding, at: place) }
    guard value.matches(lowercase: "chunked") else {
      throw HeadFault(TransferCoding.fault(value), at: place)
    }
    hasCoding = true
    framing = .chunked
  }

  private mutating func readConnection(_ value: Span<UInt8>) {
    ConnectionOptions.forEach(in: value) { option in
      if option.matches(lowercase: "close") { closes = true }
      if option.matches(lowercase: "keep-alive") { keepsAlive = true }
    }
  }
}

/// What is wrong with a coding that is not just `chunked`.
enum TransferCoding {
  /// A coding that we do not have, properly closed by `chunked`, is 501; all else is malformed.
  static func fault(_ value: Span<UInt8>) -> HeadFault.Kind {
    guard let comma = value.lastIndex(of: UInt8(ascii: ",")) else { return .transferCoding }
    let last = value.extracting((comma + 1)...).trimmed
    let others = value.extracting(first: comma).trimmed
    return last.matches(lowercase: "chunked") && others.isToken
      && !others.matches(lowercase: "chunked") && !others.matches(lowercase: "identity")
      ? .unsupportedCoding : .transferCoding
  }
}

/// The members of a Connection field (RFC 9110 section 7.6.1).
enum ConnectionOptions {
  static func forEach(in value: Span<UInt8>, _ body: (Span<UInt8>) -> Void) {
    var start = 0
    while start <= value.count {
      let comma = value.firstIndex(of: UInt8(ascii: ","), from: start) ?? value.count
      body(value.extracting(start..<comma).trimmed)
      start = comma + 1
    }
  }
}

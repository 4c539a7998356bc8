// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// Facts about its connection and body in the fields of a request (RFC 9112 section 6).
struct RequestFacts {
  private(set) var framing = BodyFraming.none
  private(set) var host: Range<Int>?
  private(set) var expectsContinue = false
  private(set) var acceptsTrailers = false
  private var connection = ConnectionOptions()
  private var hasLength = false
  private var hasCoding = false
  private var hasTE = false
  private var hasUpgrade = false

  init(_ fields: borrowing FieldsView, _ version: Version) throws(HeadFault) {
    for index in 0..<fields.count {
      let slot = fields.slot(at: index)
      switch slot.known {
      case .host:
        guard host == nil else { throw HeadFault(.host, at: slot.value.lowerBound) }
        host = slot.value
      case .contentLength: try readLength(fields.value(at: index), slot)
      case .transferEncoding: try readCoding(fields.value(at: index), slot, version)
      case .connection: connection.read(fields.value(at: index))
      case .te: hasTE = true
      case .upgrade: hasUpgrade = version >= .http11
      case .expect:
        guard fields.value(at: index).matches(lowercase: "100-continue") else {
          throw HeadFault(.expectation, at: slot.value.lowerBound)
        }
        expectsContinue = version >= .http11
      default: break
      }
    }
    if framing == .none { expectsContinue = false }
    acceptsTrailers = hasTE && FieldMembers.contains("trailers", of: .te, in: fields)
  }

  var offersUpgrade: Bool { hasUpgrade && connection.upgrades }

  func isPersistent(_ version: Version) -> Bool {
    !connection.closes && (version >= .http11 || connection.keepsAlive)
  }

  private mutating func readLength(
    _ value: Span<UInt8>,
    _ slot: FieldSlot
  ) throws(HeadFault) {
    guard !hasCoding else { throw HeadFault(.lengthAndCoding, at: slot.value.lowerBound) }
    guard !hasLength, let length = ContentLength.parse(value) else {
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
}

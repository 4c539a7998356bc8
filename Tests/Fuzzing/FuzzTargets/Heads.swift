// SPDX-License-Identifier: Apache-2.0

import HTTP1
import HTTPValues

/// Longer inputs are not read byte by byte again: that takes the square of their length.
private let longestReplay = 400

func fuzzRequestHead(_ bytes: [UInt8]) {
  let limits = HeadLimits()
  var slots = HeadSlots(limits: limits)
  var parser = RequestParser(limits: limits)
  let whole = try? parser.parse(bytes.span, into: &slots)
  if let head = whole {
    precondition(head.length <= bytes.count, "the head is longer than the bytes")
    precondition(head.target.upperBound <= head.length && head.authority.upperBound <= head.length)
    let view = FieldsView(bytes: bytes.span, slots: slots.slots)
    for index in 0..<view.count {
      precondition(view.name(at: index).isToken, "a field name that is no token")
      precondition(view.value(at: index).isFieldValue, "a field value with a control character")
    }
  }
  guard bytes.count <= longestReplay else { return }
  var patient = RequestParser(limits: limits)
  var found: Int?
  for count in 0...bytes.count {
    do {
      found = try patient.parse(bytes.span.extracting(first: count), into: &slots)?.length
    } catch {
      break
    }
    if found != nil { break }
  }
  precondition(whole?.length == found, "byte by byte it is another head")
}

func fuzzResponseHead(_ bytes: [UInt8]) {
  let limits = HeadLimits()
  var slots = HeadSlots(limits: limits)
  var parser = ResponseParser(limits: limits)
  let whole = try? parser.parse(bytes.span, to: .get, into: &slots)
  if let head = whole {
    precondition(head.length <= bytes.count, "the head is longer than the bytes")
  }
  guard bytes.count <= longestReplay else { return }
  var patient = ResponseParser(limits: limits)
  var found: Int?
  for count in 0...bytes.count {
    do {
      let prefix = bytes.span.extracting(first: count)
      found = try patient.parse(prefix, to: .get, into: &slots)?.length
    } catch {
      break
    }
    if found != nil { break }
  }
  precondition(whole?.length == found, "byte by byte it is another head")
}

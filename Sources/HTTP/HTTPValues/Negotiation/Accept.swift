// SPDX-License-Identifier: Apache-2.0

import Bytes

// RFC 9110 section 12.5.1. Of the ranges that match a type, the most specific one decides: with
// parameters before without (more before fewer), `a/b` before `a/*` before `*/*`. A member that is
// malformed, or whose weight is, is passed over; a field without one well-formed member says
// nothing, as if it were not there.

/// The media types that a client accepts.
package struct Accept: Sendable, Equatable {
  /// One member of the field.
  package struct Range: Sendable, Equatable {
    /// `*` in the subtype, or in both.
    package let media: MediaType
    package let quality: Quality

    /// Returns how specific the range is for `type`; `nil` when it does not match.
    func specificity(for type: MediaType) -> Int? {
      if media.type == "*" { return media.subtype == "*" ? 0 : nil }
      guard media.type == type.type else { return nil }
      if media.subtype == "*" { return 1 }
      guard media.subtype == type.subtype else { return nil }
      for wanted in media.parameters {
        // Our types have no charset, since they are in UTF-8: whoever asks for that has it.
        if wanted.name == "charset", type["charset"] == nil,
          ["utf-8", "utf8"].contains(wanted.value.lowercased())
        {
          continue
        }
        guard type[wanted.name]?.lowercased() == wanted.value.lowercased() else { return nil }
      }
      return 2 + media.parameters.count
    }
  }

  /// At most this many members are looked at.
  package static let maximumRanges = 64

  /// The well-formed members in their order; empty when anything goes.
  package let ranges: [Range]

  package init(_ fields: borrowing FieldsView) {
    var ranges: [Range] = []
    var members = FieldMembers(of: .accept, in: copy fields)
    while ranges.count < Accept.maximumRanges, let bytes = members.next() {
      guard let member = WeightedMember(bytes),
        let media = MediaType(name: member.name, parameters: member.parameters)
      else { continue }
      ranges.append(Range(media: media, quality: member.quality))
    }
    self.ranges = ranges
  }

  package func quality(of type: MediaType) -> Quality {
    guard !ranges.isEmpty else { return .full }
    var closest = -1
    var quality = Quality.none
    for range in ranges {
      guard let specificity = range.specificity(for: type), specificity > closest else { continue }
      closest = specificity
      quality = range.quality
    }
    return quality
  }

  /// The place of the type that the client likes best, the earlier one of two; `nil` when it
  /// accepts none.
  package func preferred(among types: [MediaType]) -> Int? {
    var best: Int?
    var bestQuality = Quality.none
    for (index, type) in types.enumerated() {
      let quality = quality(of: type)
      guard quality > bestQuality else { continue }
      best = index
      bestQuality = quality
    }
    return best
  }
}

extension Request {
  /// Whether the request asks for server-sent events: a GET whose Accept names `text/event-stream`.
  package var asksForEventStream: Bool { method == .get && fields.view.acceptsEventStream }
}

extension FieldsView {
  /// Whether Accept names `text/event-stream`.
  package var acceptsEventStream: Bool {
    var next = firstIndex(of: .accept)
    while let index = next {
      if value(at: index).namesEventStream { return true }
      next = firstIndex(of: .accept, from: index + 1)
    }
    return false
  }
}

extension Span<UInt8> {
  fileprivate var namesEventStream: Bool {
    var next = firstIndex(of: UInt8(ascii: "/"))
    while let slash = next {
      let (start, end) = (slash - "text".utf8.count, slash + "/event-stream".utf8.count)
      if start >= 0, end <= count,
        extracting(start..<end).matches(ignoringCase: "text/event-stream".utf8Span.span)
      {
        return true
      }
      next = firstIndex(of: UInt8(ascii: "/"), from: slash + 1)
    }
    return false
  }
}

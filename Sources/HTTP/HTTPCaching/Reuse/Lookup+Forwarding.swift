// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

// RFC 9111 section 4.3.1. The cache's condition takes the place of the client's, which is judged
// against the outcome: both could not be asked in one request. A candidate without a validator
// cannot be asked about; then the client's request goes out as it is.
//
// The rest of a part is asked for only when a strong validator can tell that it is the rest of the
// same thing (3.4), and with If-Range, so that the origin sends everything when it is not.

extension Lookup {
  /// More tags than this are not offered for a variant.
  static var maximumOfferedTags: Int { 16 }

  /// Asks about a candidate that may not be used as it is.
  func validation(_ index: Int, _ reason: ReuseReason) -> Forwarding {
    let stored = candidates[index]
    if !stored.content.isWhole, form(of: stored) == nil {
      return completion(index, reason)
    }
    guard stored.hasValidator else { return Forwarding(.fetch, reason) }
    var forwarding = Forwarding(.validate(index), reason)
    forwarding.removed = [.ifNoneMatch, .ifModifiedSince]
    if reason == .staleWhileRevalidate { forwarding.removed += [.range, .ifRange] }
    if stored.validators.entityTag != nil {
      forwarding.repeat(.etag, of: stored, as: "if-none-match")
    }
    if stored.validators.lastModified != nil,
      stored.validators.entityTag == nil || !fields.contains(.range)
    {
      forwarding.repeat(.lastModified, of: stored, as: "if-modified-since")
    }
    return forwarding
  }

  /// Asks which of the candidates, all made for other requests, is for this one.
  func selection() -> Forwarding {
    let plain = Forwarding(.fetch, .noVariantFits)
    guard rules.offersVariants else { return plain }
    for name: KnownField in [.ifNoneMatch, .ifModifiedSince, .range] where fields.contains(name) {
      return plain
    }
    var indices: [Int] = []
    var tags: [EntityTag] = []
    for index in candidates.indices.reversed() where tags.count < Lookup.maximumOfferedTags {
      guard candidates[index].content.isWhole, let tag = candidates[index].validators.entityTag,
        !tag.isWeak, isSameCoding(candidates[index])
      else { continue }
      indices.append(index)
      if !tags.contains(tag) { tags.append(tag) }
    }
    guard !tags.isEmpty else { return plain }
    var list = ByteBuffer(capacity: 128)
    for tag in tags {
      if !list.isEmpty { list.append(", ") }
      tag.append(to: &list)
    }
    var forwarding = Forwarding(.selectVariant(indices), .noVariantFits)
    forwarding.added.append("if-none-match", bytes: list.span)
    return forwarding
  }

  /// Whether a candidate was made for a client that takes the same codings: one that does not could
  /// not read it, whatever its tag is.
  private func isSameCoding(_ stored: StoredResponse) -> Bool {
    for entry in stored.variant.entries where entry.name.known == .acceptEncoding {
      return rules.variance.value(of: entry.name, in: fields) == entry.value
    }
    return true
  }

  /// Asks for the bytes that a candidate lacks for this request.
  func completion(_ index: Int, _ reason: ReuseReason? = nil) -> Forwarding {
    let stored = candidates[index]
    let ranges = ranges(of: stored)
    let reason = reason ?? (ranges == nil ? .partOnly : .rangeNotKept)
    guard method == .get, case .part(let kept, let length) = stored.content,
      let validator = StrongValidator(stored.validators),
      let missing = missing(from: kept, of: length, ranges)
    else { return Forwarding(.fetch, reason) }
    var forwarding = Forwarding(.complete(index, missing: missing), reason)
    forwarding.removed = [.ifNoneMatch, .ifModifiedSince, .range, .ifRange]
    let last = missing.upperBound == .max ? "" : "\(missing.upperBound - 1)"
    forwarding.added.append("range", "bytes=\(missing.lowerBound)-\(last)")
    forwarding.added.append("if-range", validator.text)
    return forwarding
  }

  /// The one gap between what is kept and what is asked for; `nil` when there are two, or when what
  /// is asked for lies elsewhere.
  private func missing(
    from kept: Range<Int>,
    of length: Int?,
    _ ranges: ByteRanges?
  ) -> Range<Int>? {
    let wanted: Range<Int>
    if let ranges {
      guard ranges.specs.count == 1 else { return nil }
      switch ranges.specs[0] {
      case .from(let first, let last):
        guard let last else {
          wanted = first..<Int.max
          break
        }
        guard last >= first, last < .max else { return nil }
        wanted = first..<(last + 1)
      case .last(let count):
        guard let length, count > 0 else { return nil }
        wanted = max(0, length - count)..<Int.max
      }
    } else {
      wanted = 0..<Int.max
    }
    let end = length.map { wanted.upperBound >= $0 ? $0 : wanted.upperBound } ?? wanted.upperBound
    let reachesEnd = kept.upperBound >= end
    if wanted.lowerBound >= kept.lowerBound, wanted.lowerBound <= kept.upperBound, !reachesEnd {
      return kept.upperBound..<wanted.upperBound
    }
    if wanted.lowerBound < kept.lowerBound, end >= kept.lowerBound, reachesEnd {
      return wanted.lowerBound..<kept.lowerBound
    }
    return nil
  }
}

extension Forwarding {
  /// Sends a validator of a kept answer as it came: origins compare dates by their letters.
  fileprivate mutating func `repeat`(
    _ validator: KnownField,
    of stored: StoredResponse,
    as name: FieldName
  ) {
    guard let index = stored.fields.view.firstIndex(of: validator) else { return }
    added.append(name, bytes: stored.fields.view.value(at: index))
  }
}

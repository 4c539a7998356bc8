// SPDX-License-Identifier: Apache-2.0

import HTTPValues

extension Lookup {
  /// Returns the form in which a candidate is sent to the client; `nil` when it lacks what is asked
  /// for.
  ///
  /// Conditions come first, then the range (RFC 9110 section 13.2.2); neither means anything to an
  /// answer that is no success (13.2.1). A part is used for a range that lies within it, and for
  /// nothing else (RFC 9111 section 3.3).
  func form(of stored: StoredResponse) -> StoredAnswer.Form? {
    switch stored.content {
    case .whole(let length):
      guard stored.status.isSuccess else { return plain }
      if isNotModified(stored) { return .notModified }
      guard stored.status == .ok, let length, let ranges = ranges(of: stored) else { return plain }
      switch ranges.selection(of: length) {
      case .whole: return plain
      case .parts(let parts): return parts.count == 1 ? .part(parts[0]) : .parts(parts)
      case .unsatisfiable: return .unsatisfiable
      }
    case .part(let kept, let length):
      guard let ranges = ranges(of: stored) else { return nil }
      if isNotModified(stored) { return .notModified }
      guard let wanted = ranges.bytes(of: length, upTo: kept.upperBound),
        wanted.allSatisfy({ kept.contains($0.lowerBound) && $0.upperBound <= kept.upperBound })
      else { return nil }
      return wanted.count == 1 ? .part(wanted[0]) : .parts(wanted)
    }
  }

  private var plain: StoredAnswer.Form { method == .head ? .headOnly : .whole }

  /// RFC 9111 section 4.3.2: without Last-Modified, the time of making stands for it.
  private func isNotModified(_ stored: StoredResponse) -> Bool {
    guard fields.contains(.ifNoneMatch) || fields.contains(.ifModifiedSince) else { return false }
    var validators = stored.validators
    validators.lastModified = validators.lastModified ?? stored.date
    return Preconditions.evaluate(
      method: method,
      fields: fields,
      validators: validators,
      now: now
    ) == .notModified
  }

  /// The ranges that are to be looked at.
  func ranges(of stored: StoredResponse) -> ByteRanges? {
    guard
      Preconditions.honoursRange(
        method: method,
        fields: fields,
        validators: stored.validators,
        now: now
      )
    else { return nil }
    return ByteRanges(fields)
  }
}

extension ByteRanges {
  /// The positions that are asked for, when they can be said: of a representation of unknown length
  /// only those that name both ends, or all end within `known`.
  func bytes(of length: Int?, upTo known: Int) -> [Range<Int>]? {
    guard let length else {
      for spec in specs {
        guard case .from(_, let last?) = spec, last < known else { return nil }
      }
      return parts(of: known)
    }
    return parts(of: length)
  }

  private func parts(of length: Int) -> [Range<Int>]? {
    guard case .parts(let parts) = selection(of: length) else { return nil }
    return parts
  }
}

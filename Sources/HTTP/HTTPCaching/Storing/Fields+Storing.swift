// SPDX-License-Identifier: Apache-2.0

import HTTPValues

// RFC 9111 section 3.1: everything is kept, known or not, but the fields of the connection and of
// proxy authentication. Age is read into the freshness and written anew on each use. Fields that
// `no-cache="..."` or `private="..."` name are not kept: the first may not be reused without asking,
// the second not be kept by a shared cache (5.2.2.4, 5.2.2.7).

extension Fields {
  /// The fields of an answer as they are kept.
  init(storing fields: Fields, omitting omitted: [FieldName], receivedAt instant: Int64) {
    self = fields
    removeHopByHop()
    remove("age")
    if !omitted.isEmpty {
      let names = Set(omitted)
      removeAll { view, index in FieldName(view.name(at: index)).map(names.contains) ?? false }
    }
    // RFC 9110 section 6.6.1: a Date that is missing or no date is the time of receipt.
    if view.onlyDate(.date, now: instant) == nil {
      set("date", HTTPDate(seconds: instant).text)
    }
  }
}

extension CacheControl {
  /// Effect of a directive with a list of fields in a shared cache.
  enum Omission: Equatable {
    case nothing
    case fields([FieldName])
    /// The list names a field without which the answer cannot be kept, so it covers all of it.
    case everything
  }

  static func omission(_ coverage: Coverage) -> Omission {
    switch coverage {
    case .nothing: .nothing
    case .everything: .everything
    case .fields(let names):
      names.contains { $0.known.isNeededByCaches } ? .everything : .fields(names)
    }
  }
}

extension KnownField {
  /// Whether a kept answer means something else without the field.
  fileprivate var isNeededByCaches: Bool {
    switch self {
    case .cacheControl, .cdnCacheControl, .surrogateControl, .expires, .date, .age, .vary,
      .contentEncoding, .contentLength, .contentRange, .contentType:
      true
    default: false
    }
  }
}

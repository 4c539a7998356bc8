// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

extension ProbeVerdict {
  /// Judges by when an answer was made: its Date less its Age (RFC 9111 section 4.2.3), whatever its
  /// status is.
  ///
  /// - Parameter since: the first second after the purge.
  package init(_ response: Response, since: Int64, now: Int64) {
    let fields = response.fields
    if response.status.code >= 500 {
      self = .undecided("status \(response.status.code) at the public URL")
      return
    }
    guard let text = fields[FieldName(.date)],
      let date = HTTPDate(text.utf8Span.span, now: now)
    else {
      self = .undecided("the public URL's answer has no Date")
      return
    }
    guard date.seconds - Int64(fields.view.age ?? 0) >= since else {
      self = .outdated
      return
    }
    self =
      ProbeVerdict.isStale(fields)
      ? .undecided("the public URL is answered with something stale") : .renewed
  }

  /// Whether a cache says in Cache-Status (RFC 9211) that the answer is stale.
  private static func isStale(_ fields: Fields) -> Bool {
    guard
      let caches = try? StructuredField.List(FieldName(.cacheStatus), in: fields.view)
    else { return false }
    return caches.members.contains { cache in
      if case .integer(let left)? = cache.parameters["ttl"] { left < 0 } else { false }
    }
  }
}

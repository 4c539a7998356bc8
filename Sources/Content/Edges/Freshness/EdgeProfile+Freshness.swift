// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import HTTPValues

// At every hop Date - Age + max-age is the answer's `_expire`. `s-maxage` is never written: by RFC 9111 it
// forbids what stale-while-revalidate and stale-if-error allow. Where a CDN reads a field of its own,
// Cache-Control is for the app alone.

extension EdgeProfile {
  /// Writes every field that says for how long an answer is fresh.
  package func write(_ freshness: AnswerFreshness, to fields: inout Fields) {
    let lifetime = EdgeLifetime(freshness)
    guard let freshnessField else { return kind.adapter.write(lifetime, to: &fields) }
    // By RFC 9213 an edge that reads it ignores Cache-Control and Expires.
    fields.set(
      freshnessField,
      lifetime.isPublic ? lifetime.edgeControl.description : "no-store"
    )
    lifetime.write(lifetime.app, to: &fields)
  }
}

extension EdgeLifetime {
  /// Writes Cache-Control and Expires, which every cache on the way reads.
  func write(_ term: Term, hasMaxAge: Bool = true, to fields: inout Fields) {
    fields.set(FieldName(.cacheControl), control(term, hasMaxAge: hasMaxAge))
    fields.set(FieldName(.expires), HTTPDate(seconds: term.expire))
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentModel
package import HTTPValues

// At every hop Date - Age + max-age is the answer's `_expire`. A cache that sends an Age leaves
// max-age as it is; nginx sends none and keeps the fields as they came, so behind it only the
// absolute Expires is true, and max-age is not said. `s-maxage` is never written: by RFC 9111 it
// forbids what stale-while-revalidate and stale-if-error allow. Where a CDN has a field of its own,
// Cache-Control speaks to the app alone.

extension EdgeProfile {
  /// Writes every field that says for how long an answer is good.
  package func write(_ freshness: AnswerFreshness, to fields: inout Fields) {
    let lifetime = EdgeLifetime(freshness)
    let isPublic = freshness.privacy == .shared
    if let freshnessField {
      // By RFC 9213 an edge that reads it passes over Cache-Control and Expires.
      fields.set(freshnessField, isPublic ? lifetime.edgeControl.description : "no-store")
      write(lifetime.app, of: lifetime, to: &fields)
      return
    }
    switch kind {
    case .plain, .cloudflare, .akamai:
      write(isPublic ? lifetime.either : lifetime.app, of: lifetime, to: &fields)
    // They have but one field, and share it with the app.
    case .varnish, .cloudfront:
      write(isPublic ? lifetime.edge : lifetime.app, of: lifetime, to: &fields)
    case .nginx:
      // It stands before the others: nginx passes over an Expires in the past only behind it.
      fields.set(
        "x-accel-expires",
        isPublic ? "@\(lifetime.edge.expire)" : "0"
      )
      write(lifetime.app, of: lifetime, hasMaxAge: !isPublic, to: &fields)
    case .fastly:
      // A field of its own would outweigh Cache-Control, and only there `private` is understood.
      if isPublic {
        fields.set(FieldName(.surrogateControl), lifetime.edgeControl.description)
      }
      write(lifetime.app, of: lifetime, to: &fields)
    }
  }

  /// The fields that everybody on the way reads.
  private func write(
    _ term: EdgeLifetime.Term,
    of lifetime: EdgeLifetime,
    hasMaxAge: Bool = true,
    to fields: inout Fields
  ) {
    fields.set(
      FieldName(.cacheControl),
      lifetime.control(term, hasMaxAge: hasMaxAge).description
    )
    fields.set(FieldName(.expires), HTTPDate(seconds: term.expire).text)
  }
}

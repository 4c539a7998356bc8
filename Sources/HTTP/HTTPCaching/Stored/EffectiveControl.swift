// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// The directives that a cache obeys, and which field they are from.
package struct EffectiveControl: Sendable, Equatable {
  package let directives: CacheControl
  /// Whether they are from a targeted field, beside which Cache-Control and Expires count for
  /// nothing (RFC 9213 section 2.2).
  package let isTargeted: Bool

  /// The first targeted field that is valid and not empty, or else Cache-Control.
  package init(_ fields: borrowing FieldsView, targets: [FieldName] = []) {
    for target in targets {
      if let directives = CacheControl(targeted: target, in: fields) {
        self.directives = directives
        isTargeted = true
        return
      }
    }
    directives = CacheControl(fields)
    isTargeted = false
  }

  /// Whether the origin says in so many words that others than the visitor may have the answer.
  package var isMeantForSharedCaches: Bool {
    directives.isPublic || directives.sharedMaxAge != nil || isTargeted
  }

  /// Lifetime that the directives give in a shared cache; Expires is read from the fields.
  var explicitAge: Int? { directives.sharedMaxAge ?? directives.maxAge }
}

// SPDX-License-Identifier: Apache-2.0

package import HTTPValues

/// The header fields of every page.
package enum PageFields {
  /// The security policy for browsers. A page loads resources from this listener alone, cannot be
  /// framed, has no script and style but those of the two files, and can send its forms to this
  /// listener only.
  private static let policy =
    "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
    + " object-src 'none'"

  /// The fields, which allow a browser nothing that a page does not need.
  package static let all: Fields = [
    "content-type": "text/html; charset=utf-8", "cache-control": "no-store", "vary": "accept",
    "content-security-policy": policy, "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin", "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  ]
}

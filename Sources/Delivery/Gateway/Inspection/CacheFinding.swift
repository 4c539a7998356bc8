// SPDX-License-Identifier: Apache-2.0

/// The cache entries of a request, with the reason if one is not served.
package struct CacheFinding: Sendable {
  /// The path of the document or the prefix of the pass, as the site declares it; `nil` for neither.
  package var route: String?
  /// The key of the answer as text, as in events and Cache-Status.
  package var key: String?
  /// The variant of the document, if it has several.
  package var variant: String?
  package var language: String?
  package var state: EntryState
  package var bytes: Int?
  package var tags: [String] = []
  /// The answers of services that the answer is composed of.
  package var parts: [StoredPart] = []

  init(route: String? = nil, _ state: EntryState) {
    self.route = route
    self.state = state
  }
}

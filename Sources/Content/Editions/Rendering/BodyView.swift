// SPDX-License-Identifier: Apache-2.0

/// How much of a document is asked for.
package struct BodyView: Sendable, Hashable {
  /// Whether the members that the document calls light are enough.
  package var isLight: Bool
  /// Only these members; `nil`: all of the view.
  package var fields: [String]?

  package init(isLight: Bool = false, fields: [String]? = nil) {
    self.isLight = isLight
    self.fields = fields
  }

  package static let heavy = BodyView()
  package static let light = BodyView(isLight: true)
}

// SPDX-License-Identifier: Apache-2.0

package import Plans

/// A document with a plan, as requests ask for it: one reference, whatever is in it.
package final class PlannedDocument: Sendable {
  package let plan: Plan
  /// The names in braces of the document's path, in their order.
  package let names: [String]
  /// The path as its file says it.
  package let path: String

  init(_ plan: Plan, path: String) {
    self.plan = plan
    self.path = path
    names = RoutePattern(path)?.names ?? []
  }
}

// SPDX-License-Identifier: Apache-2.0

package import Plans

/// A document with a plan, as requests ask for it: one reference, whatever is in it.
package final class PlannedDocument: Sendable {
  package let plan: Plan
  /// The names in braces of the document's path, in their order.
  package let names: [String]
  /// The path as its file says it.
  package let path: String
  /// The values that links to it carry, for itself and for the steps behind it.
  package let flow: FlowTarget

  package init(_ plan: Plan, path: String, flow: [FlowName] = []) {
    self.plan = plan
    self.path = path
    self.flow = FlowTarget(path: path, names: flow)
    names = RoutePattern(path)?.names ?? []
  }
}

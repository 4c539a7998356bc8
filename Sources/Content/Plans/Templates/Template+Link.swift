// SPDX-License-Identifier: Apache-2.0

extension Template {
  /// An address whose braces are filled, with what it carries to the document that it leads to.
  package struct Link: Sendable {
    package let parts: [LinkPart]
    /// `nil` where it carries nothing.
    package let carried: Carried?
  }

  package enum LinkPart: Sendable {
    case text([UInt8])
    case pick(Pick)
  }

  package struct Carried: Sendable {
    package let target: FlowTarget
    /// The values that the link itself sets; all others pass on as they came.
    package let set: [String: PlanArgument]
  }
}

// SPDX-License-Identifier: Apache-2.0

/// A condition that holds now and that operators should know of.
package struct AlertCondition: Sendable, Equatable {
  /// The urgency of an alert.
  package enum Severity: String, Sendable {
    /// Act at once.
    case page
    /// Act within days.
    case ticket
  }

  /// The kind and further parts, separated by slashes: `burn/shop/GET /config/availability`.
  package let id: String
  package let severity: Severity
  package let site: String?
  /// The problem, with its figures.
  package let text: String
  /// The request to the operators' listener that shows details.
  package let look: String
  /// The seconds for which the condition must hold before it is an alert.
  package let patience: Int64

  package init(
    _ id: String,
    _ severity: Severity,
    site: String? = nil,
    look: String,
    patience: Int64 = 0,
    _ text: String
  ) {
    (self.id, self.severity, self.site) = (id, severity, site)
    (self.look, self.patience, self.text) = (look, patience, text)
  }
}

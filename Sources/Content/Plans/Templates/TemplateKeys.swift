// SPDX-License-Identifier: Apache-2.0

/// The names that have a meaning in the body of a document with a plan.
package enum TemplateKeys {
  package static let pick = "$pick"
  package static let all = "all"
  package static let otherwise = "else"
  package static let each = "$each"
  package static let item = "do"
  package static let limit = "limit"
  package static let match = "$match"
  package static let on = "on"
  package static let with = "with"
  /// What a link becomes on its way, when its braces are still to be filled.
  package static let address = "$address"

  /// Whether a dictionary is something that a plan fills.
  package static let starts: [String] = [pick, each, match, address]
}

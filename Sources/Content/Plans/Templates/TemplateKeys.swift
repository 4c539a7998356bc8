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
  /// A text, which a plan has to do with where its arguments are picked.
  package static let text = "$t"

  /// The part of the item that a match found.
  package static let part = "pick"

  /// How many items a list may be said to have.
  package static let limits = 1...100_000

  /// The names by which people say that a plan fills something.
  package static let written: [String] = [pick, each, match, list, embed] + FormatKeys.written

  /// Whether a dictionary is something that a plan fills.
  package static let starts: [String] = written + [address, argument]
}

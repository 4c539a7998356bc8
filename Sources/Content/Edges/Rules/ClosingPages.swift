// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// The maintenance pages that an edge sends when the gateway cannot be reached.
package struct ClosingPages: Sendable, Hashable {
  /// Seconds after which apps should ask again.
  package static let retryAfter = 120
  /// Seconds for which a page is fresh.
  package static let age = 5

  /// The config URL, to which the pages lead.
  package let continueURL: String
  /// The messages in the published languages, in the order of their numbers.
  package let messages: [String]
  /// The message for visitors who want none of these languages.
  package let message: String

  package init(continueURL: String, messages: [String], message: String) {
    self.continueURL = continueURL
    self.messages = messages
    self.message = message
  }

  /// The page with a message, up to the value of its last member, `_expire`.
  func opening(_ message: String) -> String {
    let members = [
      ("datatype", "maintenance"), ("message", message), ("continueURL", continueURL),
      ("_retryAfter", "\(ClosingPages.retryAfter)"),
    ]
    let page = DataValue.members(members.map { ($0.0, .text($0.1)) })
    return String(decoding: page.json.dropLast(), as: UTF8.self) + ",\"_expire\":\""
  }

  /// The rest of the page, after the value of `_expire`.
  static let ending = "\"}"
}

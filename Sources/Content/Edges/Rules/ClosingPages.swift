// SPDX-License-Identifier: Apache-2.0

import DataFiles

/// What the edge says while nobody behind it answers, in the gateway's words for a maintenance.
package struct ClosingPages: Sendable, Hashable {
  /// Seconds until apps should ask again.
  package static let retryAfter = 120
  /// Seconds that the page itself is good for.
  package static let age = 5

  /// The config URL, where apps go on.
  package let continueURL: String
  /// By the numbers of the published languages.
  package let messages: [String]
  /// For who wants none of them.
  package let message: String

  package init(continueURL: String, messages: [String], message: String) {
    self.continueURL = continueURL
    self.messages = messages
    self.message = message
  }

  /// The page with a message, up to its last member, whose value is the instant at which it expires.
  func opening(_ message: String) -> String {
    let members = [
      ("datatype", "maintenance"), ("message", message), ("continueURL", continueURL),
      ("_retryAfter", "\(ClosingPages.retryAfter)"),
    ]
    let dictionary = try? DataDictionary(
      members.map { DataDictionary.Member($0.0, DataValue(.string($0.1))) }
    )
    var bytes: [UInt8] = []
    try? JSONWriter().write(DataValue(.dictionary(dictionary ?? DataDictionary())), to: &bytes)
    return String(decoding: bytes.dropLast(), as: UTF8.self) + ",\"_expire\":\""
  }

  /// What follows the instant.
  static let ending = "\"}"
}

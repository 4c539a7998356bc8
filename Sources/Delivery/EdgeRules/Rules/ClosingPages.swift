// SPDX-License-Identifier: Apache-2.0

import ContentModel
import ContentResolution
import DataFiles
import Editions
import Localization

/// What the edge says while nobody behind it answers, in the gateway's words for a maintenance.
package struct ClosingPages: Sendable, Hashable {
  /// The name of the text that says why nothing can be shown.
  package static let text = SiteSettings.closingText
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

  init(_ edition: Edition) {
    continueURL = "\(edition.site.baseURL)/\(edition.site.config)"
    let messages = edition.matcher.published.indices.map { index in
      let texts = edition.texts.text(
        ClosingPages.text,
        in: LanguageIndex(rawValue: UInt8(index)),
        arguments: DataDictionary(),
        device: nil
      )
      return if case .string(let text)? = texts?.content { text } else { "" }
    }
    let standard = edition.matcher.standard.map { messages[Int($0.rawValue)] } ?? ""
    self.messages = messages.map { $0.isEmpty ? standard : $0 }
    message = standard
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

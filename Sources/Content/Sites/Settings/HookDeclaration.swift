// SPDX-License-Identifier: Apache-2.0

import ContentModel
import DataFiles
import FileShapes
import HTTPValues
import Services

/// A webhook that is told of changes of a site's records.
package struct HookDeclaration: Sendable, Hashable {
  static let maximumHooks = 32
  /// The longest time in seconds for which a message is sent again.
  private static let patience = 0...604_800

  package var name = ""
  package var url = ""
  /// The variable of the environment with the key by which messages are signed.
  package var key = ""
  /// The names of the types whose records it is told of; empty for all.
  package var types: [String] = []
  /// Whether messages have the records.
  package var sendsRecord = false
  /// Seconds after which a message that is not accepted becomes a dead letter; 0 after one attempt.
  package var giveUpAfter = 86_400

  static let hooks = shape.dictionary(of: "the webhook", keys: .hookName, atMost: maximumHooks)
    .keyed(by: \.name)

  private static let shape = Shape.object(HookDeclaration()) {
    Member(
      "url",
      \.url,
      .text(.webhook),
      isRequired: true,
      "Address to which messages are sent.",
      examples: ["https://hooks.example.com/orders"]
    )
    Member(
      "key",
      \.key,
      .text(.variable),
      isRequired: true,
      "Name of the environment variable with the key that signs them.",
      examples: ["HOOK_KEY"]
    )
    Member(
      "types",
      \.types,
      Shape.text(.typeName).list(atMost: 64),
      "Types whose records it is told of; all, unless given.",
      examples: [["orders"]]
    )
    Member("sendsRecord", \.sendsRecord, .flag, "Whether messages have the records.")
    Member(
      "giveUpAfter",
      \.giveUpAfter,
      .integer(patience),
      "Seconds after which a message that is not accepted becomes a dead letter; 0 after one attempt."
    )
  }
}

extension TextForm where Value == String {
  static let webhook = TextForm(
    "address of a webhook",
    expected: "one such as https://mail.example.com/portico",
    pattern: "^https?://[^/?#]+[^#]*$",
    accepts: { HTTPAddress($0) != nil }
  )

  static let hookName = TextForm(
    "name of a webhook or a provider",
    expected: "1 to 32 letters, digits and dashes",
    pattern: "^[A-Za-z0-9-]{1,32}$",
    accepts: { name in
      (1...32).contains(name.utf8.count)
        && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "-") }
    }
  )

  fileprivate static let typeName = TextForm(
    "name of a type",
    expected: "1 to 40 letters, digits and _, a small letter first",
    pattern: "^[a-z][A-Za-z0-9_]{0,39}$",
    accepts: { name in
      guard let first = name.utf8.first, name.utf8.count <= 40 else { return false }
      return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
        && name.utf8.allSatisfy { ASCII.isAlphanumeric($0) || $0 == UInt8(ascii: "_") }
    }
  )
}

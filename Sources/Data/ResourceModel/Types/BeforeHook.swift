// SPDX-License-Identifier: Apache-2.0

import DataFiles
package import FileShapes
import HTTPValues

/// The webhook that is asked before records of a type are written: it accepts a write, refuses it, or sets
/// attributes.
package struct BeforeHook: Sendable, Hashable {
  /// The address that is asked.
  package var url = ""
  /// The operations before which it is asked.
  package var operations = Operation.allCases
  /// The milliseconds for which its answer is waited for.
  package var timeout = 2_000
  package var onFailure = Failure.refuse

  package init() {}

  package enum Operation: String, Sendable, CaseIterable {
    case insert
    case update
    case delete
  }

  /// The effect on a write if the webhook gives no answer, or one that cannot be read.
  package enum Failure: String, Sendable, CaseIterable {
    case refuse
    case accept
  }

  /// The milliseconds that a timeout may have.
  private static let timeouts = 10...10_000

  package static let shape = Shape.object(BeforeHook()) {
    Member(
      "url",
      \.url,
      .text(address),
      isRequired: true,
      "Address that is asked.",
      examples: ["https://hooks.example.com/orders"]
    )
    Member(
      "on",
      \.operations,
      Shape.choice.list(atLeast: 1, atMost: Operation.allCases.count),
      "The operations before which it is asked: insert, update, delete; all of them, unless given."
    )
    Member(
      "timeout",
      \.timeout,
      .integer(timeouts),
      "Milliseconds for which its answer is waited for."
    )
    Member(
      "onFailure",
      \.onFailure,
      .choice,
      "What becomes of a write if there is no answer that can be read: refuse or accept."
    )
  }

  private static let address = TextForm<String>(
    "address of a webhook",
    expected: "one such as https://hooks.example.com/orders",
    pattern: "^https?://[^/?#]+[^#]*$",
    accepts: { HTTPAddress($0) != nil }
  )
}

// SPDX-License-Identifier: Apache-2.0

package import Backends
import Bytes

/// The present state of one loop's gateway, as values that operators may be shown.
package struct GatewayInspection: Sendable {
  package let requests: [RequestUnderWay]
  package let backends: [BackendStatus]
  /// The last failed call to each backend.
  package let failures: [LastFailure]
}

/// A request that waits for something, and its client with it.
package struct RequestUnderWay: Sendable {
  /// The number of a request that waits, written as 16 hexadecimal digits.
  package struct ID: Sendable, Equatable, CustomStringConvertible {
    let number: UInt64

    init(number: UInt64) { self.number = number }

    package init?(_ text: String) {
      guard text.utf8.count == 16, !text.hasPrefix("+"), let number = UInt64(text, radix: 16) else {
        return nil
      }
      self.number = number
    }

    package var description: String { number.hexadecimalDigits.span.text }
  }

  package let id: ID
  package let method: String
  /// The target without the parameters that events do not show.
  package let target: String
  /// The path of the document or of the pass, as the site declares it.
  package let route: String
  /// The name of the step that waits.
  package let step: String
  /// The calls, requests or client that it waits for.
  package let waits: [String]
  /// The duration of the step so far.
  package let nanoseconds: Int64
}

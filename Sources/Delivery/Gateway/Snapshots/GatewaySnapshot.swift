// SPDX-License-Identifier: Apache-2.0

package import AnswerCache
import Plans

/// Makes what the gateway keeps again out of what was written down of it.
package enum GatewaySnapshot {
  /// `nil` for what is not understood: it is fetched again.
  package static func payload(_ kind: EntryKind, _ bytes: [UInt8]) -> (any CachePayload)? {
    switch kind {
    case .answer: SharedAnswer(written: bytes)
    case .fragment: Fragment(written: bytes)
    case .negative, .pass, .document: nil
    }
  }
}

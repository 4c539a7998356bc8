// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Instruction of Max-Forwards to an intermediary, RFC 9110 section 7.6.2.
package enum MaxForwards: Sendable, Equatable {
  /// Forward, and leave the field as it is.
  case unlimited
  /// Forward with this value.
  case forward(Int)
  /// Answer as the final recipient.
  case answer

  /// Only TRACE and OPTIONS look at the field; one that is no number, or is there twice, limits
  /// nothing.
  package init(method: Method, fields: borrowing FieldsView) {
    guard method == .trace || method == .options,
      let index = fields.onlyIndex(of: .maxForwards),
      let count = fields.value(at: index).decimal
    else {
      self = .unlimited
      return
    }
    self = count == 0 ? .answer : .forward(count - 1)
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes

/// Time after which to try again, RFC 9110 section 10.2.3.
package enum RetryAfter: Sendable, Equatable {
  case seconds(Int)
  case date(HTTPDate)

  /// `nil` when the value is neither a number nor a date.
  package init?(_ value: Span<UInt8>, now: Int64) {
    if let seconds = DeltaSeconds.parse(value) {
      self = .seconds(seconds)
    } else if let date = HTTPDate(value, now: now) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// Returns the seconds that are left; 0 when the moment has passed.
  package func delay(now: Int64) -> Int64 {
    switch self {
    case .seconds(let seconds): Int64(max(seconds, 0))
    case .date(let date): max(0, date.seconds.subtractingReportingOverflow(now).partialValue)
    }
  }
}

extension RetryAfter: CustomStringConvertible {
  package var description: String {
    switch self {
    case .seconds(let seconds): "\(max(seconds, 0))"
    case .date(let date): date.text
    }
  }
}

// SPDX-License-Identifier: Apache-2.0

import ContentCoding
import HTTPValues

/// Answers of the server itself to requests that it cannot hand to a handler.
enum Problems {
  static func response(_ status: Status) -> Response {
    var fields = Fields()
    fields.append("content-type", "application/problem+json")
    fields.append("cache-control", "no-store")
    if status == .serviceUnavailable { fields.append("retry-after", "1") }
    if status == .unsupportedMediaType { fields.append("accept-encoding", Coding.understood) }
    return Response(status, fields: fields)
  }

  /// A problem of RFC 9457 without a type of its own, on a line.
  static func body(_ status: Status, _ detail: String? = nil) -> [UInt8] {
    Problem(.plain(status), detail: detail).json + [UInt8(ascii: "\n")]
  }
}

// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTPValues

/// The Date field, written once a second (RFC 9110 section 6.6.1).
struct DateField {
  private var second = Int64.min
  /// `date: ...` with its line end, for HTTP/1.
  private(set) var line: [UInt8] = []
  /// The same as the only field of a list, for HTTP/2.
  private(set) var fields = Fields()

  mutating func update(_ wallSeconds: Int64) {
    guard wallSeconds != second else { return }
    second = wallSeconds
    let text = HTTPDate(seconds: wallSeconds).text
    line = Array("date: \(text)\r\n".utf8)
    fields = ["date": text]
  }
}

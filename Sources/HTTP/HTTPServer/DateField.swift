// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP2
import HTTPValues

/// The Date field, written once a second (RFC 9110 section 6.6.1).
struct DateField {
  private var second = Int64.min
  private(set) var text = ""
  /// `date: ...` with its line end, for HTTP/1.
  private(set) var line: [UInt8] = []
  /// The same for HTTP/2.
  private(set) var head = HTTP2HeadTemplate(Fields().view)

  mutating func update(_ wallSeconds: Int64) {
    guard wallSeconds != second else { return }
    second = wallSeconds
    let text = HTTPDate(seconds: wallSeconds).text
    line = Array("date: \(text)\r\n".utf8)
    self.text = text
    let fields: Fields = ["date": text]
    head = HTTP2HeadTemplate(fields.view)
  }
}

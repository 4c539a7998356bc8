// SPDX-License-Identifier: Apache-2.0

/// The number of a stream: odd for one that the client opened (RFC 9113 section 5.1.1).
package struct HTTP2StreamID: Sendable, Hashable, Comparable, CustomStringConvertible {
  package let number: Int32

  package init(_ number: Int32) { self.number = number }

  package var description: String { "stream \(number)" }

  package static func < (a: HTTP2StreamID, b: HTTP2StreamID) -> Bool { a.number < b.number }
}

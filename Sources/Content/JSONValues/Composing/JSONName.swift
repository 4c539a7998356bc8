// SPDX-License-Identifier: Apache-2.0

/// The name of a member, ready to be written: made once, when a plan is read.
package struct JSONName: Sendable, Hashable {
  /// A comma, the name in quotes, and a colon.
  let bytes: [UInt8]

  package init(_ name: String) {
    var bytes = [UInt8(ascii: ",")]
    bytes.appendJSON(name)
    bytes.append(UInt8(ascii: ":"))
    self.bytes = bytes
  }
}

extension JSONName: ExpressibleByStringLiteral {
  package init(stringLiteral name: String) { self.init(name) }
}

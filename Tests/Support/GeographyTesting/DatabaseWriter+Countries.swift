// SPDX-License-Identifier: Apache-2.0

extension DatabaseWriter {
  /// A database of IPv4 networks of eight bits, by their first number.
  package static func countries(_ networks: [UInt8: String]) -> [UInt8] {
    var writer = DatabaseWriter()
    for (number, code) in networks { writer.set(ipv4: UInt32(number) << 24, 8, .country(code)) }
    return writer.bytes
  }
}

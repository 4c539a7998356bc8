// SPDX-License-Identifier: Apache-2.0

/// Extensions of a header of version 2, beside its addresses (section 2.2.1 and on).
package struct ProxyExtensions: Sendable, Equatable {
  /// The application protocol that the client negotiated: `h2`, `http/1.1`.
  package var applicationProtocol: [UInt8]?
  /// The host that the client named, as SNI does.
  package var authority: String?
  /// A number for the connection that the proxy made up; at most 128 bytes.
  package var uniqueID: [UInt8]?
  /// Security of the client's connection to the proxy; `nil` when the header says nothing of it.
  package var security: ProxySecurity?

  package init() {}

  /// The types of the extensions that are read here.
  enum Kind {
    static let applicationProtocol: UInt8 = 0x01
    static let authority: UInt8 = 0x02
    static let checksum: UInt8 = 0x03
    static let uniqueID: UInt8 = 0x05
    static let security: UInt8 = 0x20
  }

  static let uniqueIDLimit = 128
  static let authorityLimit = 255
}

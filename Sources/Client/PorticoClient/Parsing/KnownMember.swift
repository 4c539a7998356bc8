// SPDX-License-Identifier: Apache-2.0

/// The members of objects that mean something to the store.
enum KnownMember: UInt8, Sendable {
  case other, uuid, version, typeVersion, expires, offset, count, total, data

  /// - Parameters:
  ///   - name: the bytes of a name of four to eight bytes as one number.
  ///   - ofAnswer: whether the object is the answer itself, which may be a slice of a list.
  @inline(__always)
  init(_ name: UInt64, ofAnswer: Bool) {
    switch name {
    case KnownMember.uuidName: self = .uuid
    case KnownMember.versionName: self = .version
    case KnownMember.typeVersionName: self = .typeVersion
    case KnownMember.expiresName: self = .expires
    case KnownMember.dataName where ofAnswer: self = .data
    case KnownMember.countName where ofAnswer: self = .count
    case KnownMember.totalName where ofAnswer: self = .total
    case KnownMember.offsetName where ofAnswer: self = .offset
    default: self = .other
    }
  }

  private static let uuidName = number("uuid")
  private static let versionName = number("_version")
  private static let typeVersionName = number("_class")
  private static let expiresName = number("_expire")
  private static let dataName = number("data")
  private static let countName = number("count")
  private static let totalName = number("total")
  private static let offsetName = number("offset")

  private static func number(_ name: String) -> UInt64 {
    name.utf8.reduce(0) { $0 << 8 | UInt64($1) }
  }
}

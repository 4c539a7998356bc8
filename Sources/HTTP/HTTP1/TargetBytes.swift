// SPDX-License-Identifier: Apache-2.0

import Bytes

/// The bytes of a request target: those that RFC 3986 lets a URI show, without `#`, and `%` only
/// before two hexadecimal digits.
///
/// One leniency: `[` and `]` pass in a path and a query too, where the grammar wants them encoded
/// and no browser does so. `"`, `<`, `>`, `\`, `^`, a backquote, `{`, `|`, `}`, controls, blanks and
/// bytes past ASCII are refused.
enum TargetBytes {
  /// Where the target that begins at `start` ends: at the first byte that cannot be in one.
  static func end(_ bytes: Span<UInt8>, from start: Int) throws(HeadFault) -> Int {
    var position = start
    while position < bytes.count {
      if bytes[position].isTargetByte {
        position += 1
      } else if bytes[position] == UInt8(ascii: "%") {
        guard position + 2 < bytes.count else { return bytes.count }
        guard bytes[position + 1].hexadecimalValue != nil,
          bytes[position + 2].hexadecimalValue != nil
        else { throw HeadFault(.target, at: position) }
        position += 3
      } else {
        return position
      }
    }
    return position
  }
}

extension UInt8 {
  /// Whether the byte may stand in a target by itself.
  var isTargetByte: Bool {
    // One bit a byte. Absent: space " # % < > [below 64]; \ ^ ` { | } DEL [above].
    let low: UInt64 = 0xAFFF_FFD2_0000_0000
    let high: UInt64 = 0x47FF_FFFE_AFFF_FFFF
    if self < 64 { return low >> UInt64(self) & 1 == 1 }
    return self < 128 && high >> UInt64(self &- 64) & 1 == 1
  }
}
